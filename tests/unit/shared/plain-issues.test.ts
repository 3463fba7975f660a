import { plainIssue } from '@shared/plain-issues';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

const schema = z.strictObject({
  question: z.string().min(1).max(3),
  code: z.string().min(2).default('ab'),
  top: z.number().int().min(1).max(50).default(1),
  share: z.number().gt(0).default(1),
  mode: z.enum(['hybrid', 'vector']).default('hybrid'),
  paths: z.array(z.string()).min(1).max(1).default(['a']),
  full: z.boolean().default(false),
});
const said = (input: unknown): string[] => schema.safeParse(input).error?.issues.map((one) => plainIssue(one)) ?? [];

describe('what does not fit, in plain words', () => {
  it.each([
    [{ question: '' }, 'question is empty'],
    [{ question: 'abcd' }, 'question must have at most 3 characters'],
    [{}, 'question must be text, and is missing'],
    [{ question: 7 }, 'question must be text'],
    [{ question: 'x', code: 'a' }, 'code must have at least 2 characters'],
    [{ question: 'x', top: 0 }, 'top must be at least 1'],
    [{ question: 'x', top: 51 }, 'top must be at most 50'],
    [{ question: 'x', top: 1.5 }, 'top must be a whole number'],
    [{ question: 'x', share: 0 }, 'share must be more than 0'],
    [{ question: 'x', mode: 'psychic' }, 'mode must be one of hybrid, vector'],
    [{ question: 'x', paths: [] }, 'paths is empty'],
    [{ question: 'x', paths: ['a', 'b'] }, 'paths must have at most 1 entry'],
    [{ question: 'x', paths: [7] }, 'paths.0 must be text'],
    [{ question: 'x', full: 'yes' }, 'full must be true or false'],
    [{ question: 'x', tpo: 1 }, 'tpo is not known here'],
    [{ question: 'x', tpo: 1, surprise: 2 }, 'tpo, surprise are not known here'],
    [7, 'the request must be an object'],
  ])('%j: %s', (input, words) => {
    expect(said(input)).toEqual([words]);
  });
});
