import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { useReturnedFocus } from '../../app/return-focus';
import { Button } from '../../components/Button';
import { ErrorNote } from '../../components/ErrorNote';
import { useChat } from '../../state/chat';
import { useQuestionLog } from '../../state/question-log';
import { t } from '../../strings/index';
import { SettingGroup } from '../SettingRow';
import { useAnswer } from '../use-answer';
import { ClearLog } from './ClearLog';
import { DamagedLines } from './DamagedLines';
import { ExportLog } from './ExportLog';
import { FindInLog } from './FindInLog';
import { LogList } from './LogList';
import { filterRequest, isFiltered, type LogFilter, noFilter } from './log-filter';

/** Questions a page. */
const pageSize = 10;

/** Every question that was asked here, newest first, a page at a time (C9). */
export function QuestionLogGroup() {
  const { leaving, deletions } = useQuestionLog();
  // Changes with every new exchange, in whichever conversation.
  const lastAsked = useChat((state) => state.conversations[0]?.updatedAt ?? '');
  const [offset, setOffset] = useState(0);
  const [filter, setFilter] = useState<LogFilter>(noFilter);
  const look = useCallback((wanted: LogFilter) => {
    setFilter(wanted);
    setOffset(0);
  }, []);
  const { data, error, asking, current, ask } = useAnswer(
    'chat.findLogs',
    { ...filterRequest(filter), limit: pageSize, offset },
    `${deletions} ${lastAsked}`,
  );
  const filtered = isFiltered(filter);
  const more = data?.more ?? false;
  const shown = (data?.entries ?? []).filter((entry) => !leaving.some((leaves) => leaves(entry)));
  const damaged = (data?.damaged ?? []).filter((line) => !leaving.some((leaves) => leaves(line)));
  // What is looked for by words cannot be found in a damaged line, so it takes no place there.
  const places = (data?.entries.length ?? 0) + (filter.words.trim() === '' ? (data?.damaged.length ?? 0) : 0);
  // The last page may have gone with what was on it.
  const beyond = !asking && current && places === 0 && offset > 0;
  useEffect(() => {
    if (beyond) setOffset((at) => Math.max(0, at - pageSize));
  }, [beyond]);
  const nothing = data !== null && current && shown.length === 0 && offset === 0 && (places === 0 || !more);
  const empty = nothing && damaged.length === 0 && !filtered;
  // An answer to what was looked for before says nothing of what there is.
  const anything = data !== null && (!current || places > 0 || offset > 0 || damaged.length > 0 || filtered);

  return (
    <SettingGroup title={t('questionLog.title')} help={t('questionLog.help')} action={anything ? <ExportLog /> : null}>
      <div data-testid="question-log" aria-busy={asking}>
        {anything ? <FindInLog filter={filter} change={look} /> : null}
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
        {nothing && filtered ? (
          <p data-testid="log-none-found" className="py-2 text-muted" aria-live="polite">
            {t('questionLog.noneFound')}
          </p>
        ) : null}
        <LogList entries={shown} />
        {damaged.length > 0 ? <DamagedLines lines={damaged} /> : null}
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
              {t('questionLog.range', { first: offset + 1, last: offset + places })}
            </p>
          </nav>
        ) : null}
        {anything ? <ClearLog /> : null}
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
