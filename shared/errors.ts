import type { z } from 'zod';
import { dataWithoutSecrets } from './secrets';
import {
  type Coded,
  type DetailsOf,
  type GivenValues,
  type IssueCode,
  isIssueCode,
  type SayableCode,
  sayError,
} from './words/sayings';

/**
 * Errors with a closed list of codes: those that have words in shared/words/en/errors, one file a room. A code is part of
 * the contract: hosts, tests and scripts branch on it. `message` (what happened) and `hint` (what a person can do about
 * it) of an error and of its report are the English words, for logs and programs.
 */
export type ErrorCode = SayableCode;

/** The form of an error at a boundary. Plain data, safe to print and to store. */
export interface ErrorReport {
  readonly code: ErrorCode;
  readonly message: string;
  /** The next step for a person. Empty only if there is none. */
  readonly hint: string;
  readonly details?: Readonly<Record<string, unknown>>;
  readonly requestId?: string;
}

type Details = Readonly<Record<string, unknown>>;

/** An error by its code and what it names, without secrets; its words are in shared/words. */
export class VitrineError<C extends ErrorCode = ErrorCode> extends Error {
  override readonly name = 'VitrineError';
  readonly code: ErrorCode;
  readonly details?: Details;
  readonly hint: string;
  private requestId?: string;

  constructor(code: C, given?: DetailsOf<C>, options?: { cause?: unknown }) {
    const details = dataWithoutSecrets(given);
    const { message, hint } = sayError(code, details ?? {}) ?? { message: code, hint: '' };
    super(message, options);
    this.code = code;
    this.hint = hint;
    if (details && Object.keys(details).length > 0) this.details = details;
  }

  /** The error that a report tells of, as on the other side of a thread. */
  static of(
    { code, details, requestId }: Pick<ErrorReport, 'code' | 'details' | 'requestId'>,
    options?: { cause?: unknown },
  ): VitrineError {
    const error = new VitrineError(code, details as DetailsOf<ErrorCode>, options);
    if (requestId !== undefined) error.requestId = requestId;
    return error;
  }

  report(): ErrorReport {
    return {
      code: this.code,
      message: this.message,
      hint: this.hint,
      ...(this.details ? { details: this.details } : {}),
      ...(this.requestId === undefined ? {} : { requestId: this.requestId }),
    };
  }
}

/** Turns any thrown value into a report; anything but a VitrineError becomes `internal` or `cancelled`. */
export function reportOf(error: unknown): ErrorReport {
  if (error instanceof VitrineError) return error.report();
  if (error instanceof Error && error.name === 'AbortError') return new VitrineError('cancelled').report();
  const said = error instanceof Error ? error.message : String(error);
  return new VitrineError('internal', { why: 'said', said }).report();
}

interface Misfit {
  readonly issues: readonly z.core.$ZodIssue[];
}

/** Details of an error about input that does not fit its schema: the words are in `named.issue`. */
interface Issue extends Details {
  readonly issue: IssueCode;
  /** Path of the wrong value, with dots; empty for the whole. */
  readonly path: string;
}

/**
 * Returns the first part that does not fit a schema. A schema's own rule gives the code of its words as its message.
 *
 * @param whole name of the value as a whole
 */
export function issueOf({ issues: [issue] }: Misfit, whole: '@request' | '@file' | '@answer' = '@request'): Issue {
  const path = issue?.path.map(String).join('.') ?? '';
  return { path, place: path || whole, ...(issue ? faultOf(issue) : { issue: 'unfit' }) };
}

function faultOf(issue: z.core.$ZodIssue): { readonly issue: IssueCode } {
  switch (issue.code) {
    case 'unrecognized_keys':
      return named('unknown-keys', { keys: issue.keys.map((key) => [...issue.path, key].map(String).join('.')) });
    case 'invalid_type':
      // That a member was left out, the issue says in its message alone.
      return named(/received undefined$/u.test(issue.message) ? 'missing' : 'type', { expected: issue.expected });
    case 'invalid_value':
      return named('value', { choices: issue.values.map(String) });
    case 'too_small':
      return bounded(issue.origin, Number(issue.minimum), issue.inclusive !== false, ['least', 'more']);
    case 'too_big':
      return bounded(issue.origin, Number(issue.maximum), issue.inclusive !== false, ['most', 'less']);
    case 'custom':
      return named(isIssueCode(issue.message) ? issue.message : 'unfit', {});
    default:
      return named('unfit', {});
  }
}

const named = (issue: IssueCode, values: Details) => ({ issue, ...values });

type Side = readonly ['least', 'more'] | readonly ['most', 'less'];

function bounded(origin: string, bound: number, isInclusive: boolean, [side, beyond]: Side) {
  if (origin !== 'string' && origin !== 'array') return named(isInclusive ? side : beyond, { bound });
  const counted = origin === 'string' ? 'text' : 'list';
  return side === 'least' && bound === 1 ? named('empty', {}) : named(`${counted}-${side}`, { bound });
}

/** Longer texts are what a server wrote, not what a sentence names. */
const longestValue = 200;

/** Values of details for a sentence by code: numbers, and texts and lists of up to 200 characters. */
export function valuesOf(details: Details = {}): GivenValues {
  const given = Object.entries(details).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]);
  return Object.fromEntries(
    given.filter(
      ([, value]) => typeof value === 'number' || (typeof value === 'string' && value.length <= longestValue),
    ),
  );
}

export function codedError(error: unknown): Coded<ErrorCode> & { readonly values: GivenValues } {
  const { code, details } = reportOf(error);
  return { code, values: valuesOf(details) };
}

export type Result<T> = { readonly ok: true; readonly data: T } | { readonly ok: false; readonly error: ErrorReport };

/** The path of the file that an error's message calls by its name alone; null where the message says it, or there is none. */
export function unsaidPath(message: string, { details = {} }: Pick<ErrorReport, 'details'>): string | null {
  const { file, name } = details;
  if (typeof file !== 'string' || typeof name !== 'string' || message.includes(file)) return null;
  return message.includes(name) ? file : null;
}
