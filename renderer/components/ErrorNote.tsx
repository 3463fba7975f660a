import { unsaidPath } from '@shared/file-of-error';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { saidError } from '../strings/engine-words';
import { Original } from './Original';

interface Report {
  readonly code: string;
  readonly message: string;
  readonly hint: string;
  readonly details?: Readonly<Record<string, unknown>> | undefined;
}

/** What went wrong and what to do about it. */
export function ErrorNote({ error, action }: { readonly error: Report; readonly action?: ReactNode }) {
  const { message, hint, original } = saidError(error);
  const path = unsaidPath({ message, ...(error.details ? { details: error.details } : {}) });
  return (
    <div role="alert" className="content flex gap-3 rounded-md bg-danger-wash px-4 py-3 text-14">
      <TriangleAlert size={16} aria-hidden className="mt-0.5 shrink-0 text-danger" />
      <div className="min-w-0 flex-1">
        <p className="font-medium text-ink">{message}</p>
        {path === null ? null : (
          <p data-testid="error-file" className="mt-0.5 text-12 text-soft wrap-anywhere">
            {path}
          </p>
        )}
        {hint ? <p className="mt-1 text-soft">{hint}</p> : null}
        <Original text={original} />
        {action ? <div className="mt-3">{action}</div> : null}
      </div>
    </div>
  );
}
