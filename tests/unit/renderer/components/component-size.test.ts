import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const room = resolve(__dirname, '../../../../renderer');
/** Lines of a component that still fits into a head. */
const most = 300;

describe('the components', () => {
  const sizes = readdirSync(room, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx'))
    .map((file) => ({ file, lines: readFileSync(resolve(room, file), 'utf8').trimEnd().split('\n').length }));

  it(`have no more than ${most} lines`, () => {
    expect(sizes.length).toBeGreaterThan(50);
    expect(sizes.filter(({ lines }) => lines > most)).toEqual([]);
  });
});
