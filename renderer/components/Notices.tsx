import type { Notice } from '@shared/contract/index';
import { Info } from 'lucide-react';

/** What was different this time, in quiet lines. */
export function Notices({ notices }: { readonly notices: readonly Notice[] }) {
  if (notices.length === 0) return null;
  return (
    <ul className="content space-y-1">
      {notices.map((notice) => (
        <li key={`${notice.code} ${notice.message}`} className="flex gap-2 text-12 text-muted">
          <Info size={14} aria-hidden className="mt-px shrink-0" />
          {notice.message}
        </li>
      ))}
    </ul>
  );
}
