/**
 * Errors with a closed list of codes per room. A code is part of the contract: hosts, tests and scripts
 * branch on it; `message` says what happened, `hint` says what a person can do about it.
 */
export const errorCodes = {
  contract: ['bad-request', 'unknown-route', 'engine-down', 'cancelled', 'internal'],
  ingest: [
    'empty',
    'no-text',
    'encrypted',
    'damaged',
    'too-large',
    'too-many-pages',
    'unsupported',
    'vanished',
    'not-readable',
    'job-not-found',
    'watch-not-found',
    'watch-incomplete',
    'reader-crashed',
    'file-set-aside',
  ],
  store: [
    'library-locked',
    'library-read-only',
    'library-damaged',
    'library-newer',
    'library-exists',
    'backup-exists',
    'backup-invalid',
    'disk-full',
    'index-mismatch',
    'index-unavailable',
    'document-not-found',
    'chunk-malformed',
    'collection-not-found',
    'collection-exists',
    'collection-fixed',
  ],
  models: [
    'model-missing',
    'model-damaged',
    'model-failed',
    'model-unreachable',
    'model-timeout',
    'rate-limited',
    'offline',
  ],
  controller: [
    'run-not-found',
    'run-invalid',
    'prompt-empty',
    'stage-order',
    'stage-failed',
    'invariant-breach',
    'limits-invalid',
    'config-invalid',
    'edit-invalid',
  ],
  chat: ['question-length', 'conversation-not-found'],
  evaluation: ['labelled-set-invalid', 'evaluation-not-found'],
  settings: ['settings-invalid'],
} as const;

export type ErrorCode = (typeof errorCodes)[keyof typeof errorCodes][number];

/** What crosses a boundary instead of an exception. Plain data, safe to print and to store. */
export interface ErrorReport {
  readonly code: ErrorCode;
  readonly message: string;
  /** What a person can do now. Empty only where nothing can be done. */
  readonly hint: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

export class VitrineError extends Error {
  override readonly name = 'VitrineError';
  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly hint: string,
    readonly details?: Readonly<Record<string, unknown>>,
    options?: { cause?: unknown },
  ) {
    super(message, options);
  }

  report(): ErrorReport {
    return {
      code: this.code,
      message: this.message,
      hint: this.hint,
      ...(this.details ? { details: this.details } : {}),
    };
  }
}

/** Turns anything thrown into a report; what is not a VitrineError becomes `internal` or `cancelled`. */
export function reportOf(error: unknown): ErrorReport {
  if (error instanceof VitrineError) return error.report();
  if (error instanceof Error && error.name === 'AbortError') {
    return { code: 'cancelled', message: 'Stopped on request.', hint: 'Start it again when you want it.' };
  }
  const message = error instanceof Error ? error.message : String(error);
  return {
    code: 'internal',
    message: `Something went wrong inside Vitrine: ${message}`,
    hint: 'Try again. If it happens again, the log in the library folder says where.',
  };
}

/** Longer texts are what a server wrote, not what a sentence names. */
const longestValue = 200;

/** What an error's details name, as the values of a notice that passes it on: numbers, and texts of up to 200 characters. */
export function valuesOf({ details = {} }: ErrorReport): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(details).filter(
      (entry): entry is [string, string | number] =>
        typeof entry[1] === 'number' || (typeof entry[1] === 'string' && entry[1].length <= longestValue),
    ),
  );
}

export type Result<T> = { readonly ok: true; readonly data: T } | { readonly ok: false; readonly error: ErrorReport };
