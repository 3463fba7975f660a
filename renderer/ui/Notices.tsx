import type { Notice } from '@shared/contract/index';
import { type ErrorReport, unsaidPath } from '@shared/errors';
import { hasWord, inQuotationMarks } from '@shared/prompt/quoted-words';
import { visibleText } from '@shared/visible-text';
import { t } from '@shared/words/index';
import { noticeLines, saidError } from '@shared/words/said';
import { ChevronRight, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { LinkButton } from './Button';

interface ErrorNoteProps {
  readonly requestId?: string | undefined;
  readonly error: ErrorReport | null | undefined;
  readonly action?: ReactNode;
  readonly around?: string;
}

export function ErrorNote({ error, action, around, requestId }: ErrorNoteProps) {
  if (!error) return null;
  const { message, hint } = saidError(error);
  const path = unsaidPath(message, error);
  const note = (
    <div role="alert" className="content flex gap-3 rounded-md bg-danger-wash px-4 py-3 text-14">
      <TriangleAlert size={16} className="mt-0.5 shrink-0 text-danger" />
      <div className="min-w-0 flex-1">
        <p className="font-medium text-ink">{message}</p>
        {path === null ? null : <p className="mt-0.5 text-12 text-soft wrap-anywhere">{visibleText(path)}</p>}
        {hint ? <p className="mt-1 text-soft">{hint}</p> : null}
        {requestId === undefined ? null : (
          <p className="mt-1 text-12 text-muted wrap-anywhere select-text">{t('app.request', { id: requestId })}</p>
        )}
        {action ? <div className="mt-3">{action}</div> : null}
      </div>
    </div>
  );
  return around ? <div className={around}>{note}</div> : note;
}

type AwaitedProps = ErrorNoteProps & Readonly<{ waits: boolean; text: string; testId?: string }>;

export const Awaited = ({ waits, text, testId, ...note }: AwaitedProps) =>
  note.error || !waits ? (
    <ErrorNote {...note} />
  ) : (
    <p className={`text-muted ${note.around ?? ''}`} aria-live="polite" data-testid={testId}>
      {text}
    </p>
  );

type NothingProps = Readonly<{ title: string; hint: string; testId?: string; around?: string; children?: ReactNode }>;

export const Nothing = ({ title, hint, testId, around = 'px-4 py-6', children }: NothingProps) => (
  <div className={around} data-testid={testId}>
    <p className="font-medium">{title}</p>
    <p className="mt-1 text-muted">{hint}</p>
    {children ? <div className="mt-3">{children}</div> : null}
  </div>
);

const unfolded = 2;

/** The search used another word than the question's: no one should have to unfold that. */
const isNeverFolded = ({ code }: Notice): boolean => code === 'spelling-corrected';

/** How every run works, which Stages shows; a model that was to take part and did not is another matter. */
const isUsual = ({ code, values }: Notice): boolean =>
  code === 'no-reranker' || code === 'dropped-for-budget' || (code === 'default-used' && values?.model === undefined);

export function newsOf(notices: readonly Notice[], before: readonly Notice[] = []) {
  const told = new Set(before.map((notice) => JSON.stringify(notice)));
  const isNews = (notice: Notice) => isNeverFolded(notice) || !(isUsual(notice) || told.has(JSON.stringify(notice)));
  return { news: notices.filter(isNews), untold: notices.filter((notice) => !isNews(notice)) };
}

export type Asked = Readonly<{ text: string; waits: boolean; again(text: string): void }>;

type NoticesProps = Readonly<{ notices: readonly Notice[]; asked?: Asked }>;

export function Notices({ notices, asked }: NoticesProps) {
  const shown = noticeLines(notices.filter(isNeverFolded));
  const others = noticeLines(notices.filter((notice) => !isNeverFolded(notice)));
  if (shown.length + others.length === 0) return null;
  const fits = shown.length + others.length <= unfolded;
  return (
    <div className="space-y-1">
      <Lines notices={fits ? [...shown, ...others] : shown} asked={asked} />
      {fits || others.length === 0 ? null : (
        <details data-testid="notes" className="group text-12 text-muted">
          <summary className="flex w-fit list-none items-center gap-2 rounded-sm hover:text-ink">
            <Info size={14} className="shrink-0" />
            {t('app.notes', { count: others.length })}
            <ChevronRight size={14} className="transition-transform duration-120 group-open:rotate-90" />
          </summary>
          <div className="mt-2">
            <Lines notices={others} />
          </div>
        </details>
      )}
    </div>
  );
}

const Lines = ({ notices, asked }: { readonly notices: ReturnType<typeof noticeLines>; readonly asked?: Asked }) =>
  notices.length === 0 ? null : (
    <ul className="content space-y-1">
      {notices.map(({ text, notice }) => (
        <li key={text} className="flex gap-2 text-12 text-muted">
          <Info size={14} className="mt-px shrink-0" />
          <div className="flex min-w-0 flex-wrap gap-x-2">
            <span>{text}</span>
            <Insist notice={notice} asked={asked} />
          </div>
        </li>
      ))}
    </ul>
  );

/** Asks again with the word in quotation marks, after the question if only earlier turns have it. */
function Insist({ notice: { code, values = {} }, asked }: Readonly<{ notice: Notice; asked: Asked | undefined }>) {
  const { word, quoted: added } = values;
  if (code !== 'spelling-corrected' || typeof word !== 'string' || !asked) return null;
  const behind = added === undefined || hasWord(asked.text, word) ? null : `${asked.text} ${added}`;
  const quoted = inQuotationMarks(asked.text, word) ?? behind;
  if (quoted === null) return null;
  return (
    <LinkButton data-testid="search-as-written" aria-disabled={asked.waits} onClick={() => asked.again(quoted)}>
      {t('app.searchAsWritten', { word })}
    </LinkButton>
  );
}
