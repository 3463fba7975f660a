import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { rooms } from '../../../renderer/state/shell';

const madeOf: unknown = JSON.parse(readFileSync(resolve(__dirname, '../../../docs/images/made-of.json'), 'utf8'));

describe('the pictures of the README', () => {
  it('show the rail as it is; otherwise `npm run pictures` makes them again', () => {
    expect(madeOf).toEqual({ rooms });
  });
});
