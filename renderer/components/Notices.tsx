import type { Notice } from '@shared/contract/index';
import { ChevronRight, Info } from 'lucide-react';
import { t } from '../strings/index';
import { mergedNotices, type NoticeLine } from './merged-notices';
import { Original } from './Original';

/** More notes than this are folded behind their number. */
const unfolded = 2;

/** These say that something else was searched for than was asked, which nobody should have to unfold. */
const neverFolded: ReadonlySet<string> = new Set(['spelling-corrected']);

/** What was different this time, in quiet lines. */
export function Notices({ notices }: { readonly notices: readonly Notice[] }) {
  const shown = mergedNotices(notices.filter(({ code }) => neverFolded.has(code)));
  const others = mergedNotices(notices.filter(({ code }) => !neverFolded.has(code)));
  if (shown.length + others.length === 0) return null;
  if (shown.length + others.length <= unfolded) return <Lines notices={[...shown, ...others]} />;
  return (
    <div className="space-y-1">
      <Lines notices={shown} />
      <Folded notices={others} />
    </div>
  );
}

function Folded({ notices }: { readonly notices: readonly NoticeLine[] }) {
  if (notices.length === 0) return null;
  return (
    <details className="group text-12 text-muted">
      <summary className="flex w-fit list-none items-center gap-2 rounded-sm hover:text-ink">
        <Info size={14} aria-hidden className="shrink-0" />
        {t('app.notes', { count: notices.length })}
        <ChevronRight size={14} aria-hidden className="transition-transform duration-120 group-open:rotate-90" />
      </summary>
      <div className="mt-2">
        <Lines notices={notices} />
      </div>
    </details>
  );
}

function Lines({ notices }: { readonly notices: readonly NoticeLine[] }) {
  if (notices.length === 0) return null;
  return (
    <ul className="content space-y-1">
      {notices.map((notice) => (
        <li key={notice.text} className="flex gap-2 text-12 text-muted">
          <Info size={14} aria-hidden className="mt-px shrink-0" />
          <div className="flex min-w-0 flex-wrap gap-x-2">
            <span>{notice.text}</span>
            <Original text={notice.original} />
          </div>
        </li>
      ))}
    </ul>
  );
}
