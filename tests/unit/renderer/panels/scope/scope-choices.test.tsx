import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { useScopeNames } from '../../../../../renderer/panels/scope/scope-choices';

const Names = () => useScopeNames({ collections: ['Papers'], documentIds: ['d1'], filters: {} });

it('says of no document that it is gone before it is known what the library holds', () => {
  expect(renderToStaticMarkup(<Names />)).toBe('Papers…');
});
