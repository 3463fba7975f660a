import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useReturnedFocus } from '../../app/return-focus';
import { Button } from '../../components/Button';
import { ErrorNote } from '../../components/ErrorNote';
import { useChat } from '../../state/chat';
import { useQuestionLog } from '../../state/question-log';
import { t } from '../../strings/index';
import { SettingGroup } from '../SettingRow';
import { useAnswer } from '../use-answer';
import { ClearLog } from './ClearLog';
import { ExportLog } from './ExportLog';
import { LogList } from './LogList';

/** Questions a page. */
const pageSize = 10;

/** Every question that was asked here, newest first, a page at a time (C9). */
export function QuestionLogGroup() {
  const { leaving, deletions } = useQuestionLog();
  // Changes with every new exchange, in whichever conversation.
  const lastAsked = useChat((state) => state.conversations[0]?.updatedAt ?? '');
  const [offset, setOffset] = useState(0);
  // One more than is shown tells whether there is another page.
  const { data, error, asking, ask } = useAnswer(
    'chat.logs',
    { limit: pageSize + 1, offset },
    `${deletions} ${lastAsked}`,
  );
  const page = data?.slice(0, pageSize) ?? [];
  const more = (data?.length ?? 0) > pageSize;
  const shown = page.filter((entry) => !leaving.some((leaves) => leaves(entry)));
  // The last page may have gone with what was on it.
  const beyond = !asking && data?.length === 0 && offset > 0;
  useEffect(() => {
    if (beyond) setOffset((at) => Math.max(0, at - pageSize));
  }, [beyond]);
  const empty = data !== null && shown.length === 0 && offset === 0 && (page.length === 0 || !more);

  return (
    <SettingGroup
      title={t('questionLog.title')}
      help={t('questionLog.help')}
      action={data !== null && page.length > 0 ? <ExportLog /> : null}
    >
      <div data-testid="question-log" aria-busy={asking}>
        {error ? <ErrorNote error={error} action={<ReadAgain ask={ask} />} /> : null}
        {data === null && !error ? (
          <p className="text-muted" aria-live="polite">
            {t('questionLog.loading')}
          </p>
        ) : null}
        {empty ? (
          <div data-testid="question-log-empty">
            <p className="font-medium">{t('questionLog.none')}</p>
            <p className="mt-1 text-muted">{t('questionLog.noneHint')}</p>
          </div>
        ) : null}
        <LogList entries={shown} />
        {offset > 0 || more ? (
          <nav aria-label={t('questionLog.pages')} className="mt-2 flex flex-wrap items-center gap-2">
            <PageButton
              testId="log-newer"
              label={t('questionLog.newer')}
              icon={<ChevronLeft size={14} aria-hidden />}
              off={offset === 0}
              turn={() => setOffset(Math.max(0, offset - pageSize))}
            />
            <PageButton
              testId="log-older"
              label={t('questionLog.older')}
              icon={<ChevronRight size={14} aria-hidden />}
              off={!more}
              turn={() => setOffset(offset + pageSize)}
            />
            <p className="tabular text-12 text-muted" aria-live="polite" data-testid="log-range">
              {t('questionLog.range', { first: offset + 1, last: offset + page.length })}
            </p>
          </nav>
        ) : null}
        {page.length > 0 || offset > 0 ? <ClearLog /> : null}
      </div>
    </SettingGroup>
  );
}

/** Goes away when the log could be read, and gives the focus back. */
function ReadAgain({ ask }: { ask(): Promise<void> }) {
  useReturnedFocus();
  return <Button onClick={() => void ask()}>{t('questionLog.readAgain')}</Button>;
}

interface PageButtonProps {
  readonly testId: string;
  readonly label: string;
  readonly icon: ReactNode;
  readonly off: boolean;
  turn(): void;
}

/** Keeps the focus at the last page, where a disabled button would lose it. */
function PageButton({ testId, label, icon, off, turn }: PageButtonProps) {
  return (
    <Button
      data-testid={testId}
      icon={icon}
      aria-disabled={off}
      onClick={() => {
        if (!off) turn();
      }}
    >
      {label}
    </Button>
  );
}
