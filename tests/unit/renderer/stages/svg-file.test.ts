import { describe, expect, it } from 'vitest';
import { standaloneSvg } from '../../../../renderer/stages/svg-file';

describe('a drawing as a file', () => {
  it('holds colours instead of variables, and its namespace', () => {
    expect(standaloneSvg('<svg><path stroke="var(--accent)"/></svg>', (name) => `[${name}]`)).toBe(
      '<svg xmlns="http://www.w3.org/2000/svg"><path stroke="[--accent]"/></svg>',
    );
  });
});
