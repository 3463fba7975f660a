import type { DocumentSummary } from '@shared/contract/index';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { scopeChoices, useScopeNames, withChoice } from '../../../../../renderer/panels/scope/scope-choices';
import { everywhere } from '../../../../../renderer/state/chat/question-draft';

const Names = () => useScopeNames({ collections: ['Papers'], documentIds: ['d1'], filters: {} });

it('says of no document that it is gone before it is known what the library holds', () => {
  expect(renderToStaticMarkup(<Names />)).toBe('Papers…');
});

it('offers tags beside collections, to be taken and let go of, and no document that could not be read', () => {
  const document = { documentId: 'd1', title: 'Lease', path: '/lease.pdf', tags: ['tax', 'home'], state: 'ready' };
  const failed = { ...document, documentId: 'd2', title: 'Broken', tags: [], state: 'failed' };
  const choices = (scope = everywhere) =>
    scopeChoices([], [document, failed] as unknown as DocumentSummary[], scope, '').choices;
  expect(choices().map(({ kind, id }) => `${kind} ${id}`)).toEqual([
    'everything ',
    'tag home',
    'tag tax',
    'document d1',
  ]);
  const [, home] = choices();
  const tagged = withChoice(everywhere, home ?? fail());
  expect(tagged).toEqual({ ...everywhere, filters: { tags: ['home'] } });
  expect(choices(tagged).filter(({ chosen }) => chosen)).toMatchObject([{ kind: 'tag', id: 'home', documents: 1 }]);
  expect(withChoice(tagged, home ?? fail())).toEqual(everywhere);
  expect(withChoice(tagged, { kind: 'everything', id: '' })).toEqual(everywhere);
});

function fail(): never {
  throw new Error('no tag is offered');
}
