import type { z } from 'zod';

type Issue = z.core.$ZodIssue;

/** Kinds of values as a person calls them. */
const kinds: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

/**
 * What does not fit a schema, in a sentence's words with its place: `question is empty`, `top must be at least 1`,
 * `tpo is not known here`.
 *
 * @param whole what the value as a whole is called, where it does not fit itself
 */
export function plainIssue(issue: Issue, whole = 'the request'): string {
  if (issue.code === 'unrecognized_keys') {
    const names = issue.keys.map((key) => [...issue.path, key].map(String).join('.')).join(', ');
    return `${names} ${issue.keys.length === 1 ? 'is' : 'are'} not known here`;
  }
  return `${issue.path.map(String).join('.') || whole} ${whatIsWrong(issue)}`;
}

function whatIsWrong(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${kinds[issue.expected] ?? `of the kind ${issue.expected}`}${missing(issue)}`;
    case 'invalid_value':
      return `must be ${issue.values.length === 1 ? '' : 'one of '}${issue.values.map(String).join(', ')}`;
    case 'too_small':
      return bounded(issue.origin, Number(issue.minimum), issue.inclusive !== false, 'least');
    case 'too_big':
      return bounded(issue.origin, Number(issue.maximum), issue.inclusive !== false, 'most');
    default:
      return `does not fit: ${issue.message}`;
  }
}

/** A member that was left out is told apart from one of another kind; the issue says it in its message alone. */
const missing = ({ message }: Issue): string => (/received undefined$/u.test(message) ? ', and is missing' : '');

function bounded(origin: string, bound: number, isInclusive: boolean, side: 'least' | 'most'): string {
  const isText = origin === 'string';
  if (side === 'least' && bound === 1 && isInclusive && (isText || origin === 'array')) return 'is empty';
  if (isText) return `must have at ${side} ${bound} ${bound === 1 ? 'character' : 'characters'}`;
  if (origin === 'array') return `must have at ${side} ${bound} ${bound === 1 ? 'entry' : 'entries'}`;
  if (!isInclusive) return `must be ${side === 'least' ? 'more' : 'less'} than ${bound}`;
  return `must be at ${side} ${bound}`;
}
