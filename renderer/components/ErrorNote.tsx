import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

interface Report {
  readonly message: string;
  readonly hint: string;
}

/** What went wrong and what to do about it. */
export function ErrorNote({ error, action }: { readonly error: Report; readonly action?: ReactNode }) {
  return (
    <div role="alert" className="content flex gap-3 rounded-md bg-danger-wash px-4 py-3 text-14">
      <TriangleAlert size={16} aria-hidden className="mt-0.5 shrink-0 text-danger" />
      <div className="min-w-0 flex-1">
        <p className="font-medium text-ink">{error.message}</p>
        {error.hint ? <p className="mt-1 text-soft">{error.hint}</p> : null}
        {action ? <div className="mt-3">{action}</div> : null}
      </div>
    </div>
  );
}
