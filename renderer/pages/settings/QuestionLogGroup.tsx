import { type Band, bands, type DamagedLogLine, type Outcome, outcomes, type RequestOf } from '@shared/contract/index';
import { t } from '@shared/words/index';
import { noticeName } from '@shared/words/said';
import { ChevronLeft, ChevronRight, Download, Trash2, X } from 'lucide-react';
import { useCallback, useEffect, useId, useRef, useState } from 'react';
import { useAnswer } from '../../bridge/use-answer';
import { LogList } from '../../panels/LogList';
import { useChat } from '../../state/chat/chat';
import { useQuestionLog } from '../../state/chat/question-log';
import { Button, IconButton } from '../../ui/Button';
import { ItemMenu, menuLook } from '../../ui/ContextMenu';
import { FindField, Select } from '../../ui/fields';
import { useReturnedFocus } from '../../ui/focus';
import { Awaited, Nothing } from '../../ui/Notices';
import { modelName } from '../../ui/names';
import { PanelEnd, RowPanel, SettingGroup } from './SettingRow';

const pageSize = 10;

/** Every question that was asked here, newest first (C9). */
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
  // Damaged lines have no words to search, so they take no place in a search.
  const places = (data?.entries.length ?? 0) + (filter.words.trim() === '' ? (data?.damaged.length ?? 0) : 0);
  // The last page may have gone with its lines.
  const beyond = !asking && current && places === 0 && offset > 0;
  useEffect(() => {
    if (beyond) setOffset((at) => Math.max(0, at - pageSize));
  }, [beyond]);
  const nothing = data !== null && current && shown.length === 0 && offset === 0 && (places === 0 || !more);
  const empty = nothing && damaged.length === 0 && !filtered;
  // An answer to an earlier search does not describe the present lines.
  const anything = data !== null && (!current || places > 0 || offset > 0 || damaged.length > 0 || filtered);

  return (
    <SettingGroup title={t('questionLog.title')} help={t('questionLog.help')} action={anything ? <ExportLog /> : null}>
      <div data-testid="question-log" aria-busy={asking}>
        {anything ? <FindInLog filter={filter} change={look} /> : null}
        <Awaited error={error} action={<ReadAgain ask={ask} />} waits={data === null} text={t('questionLog.loading')} />
        {empty ? (
          <Nothing
            title={t('questionLog.none')}
            hint={t('questionLog.noneHint')}
            testId="question-log-empty"
            around=""
          />
        ) : null}
        {nothing && filtered ? (
          <p data-testid="log-none-found" className="py-2 text-muted" aria-live="polite">
            {t('questionLog.noneFound')}
          </p>
        ) : null}
        <LogList entries={shown} />
        {damaged.length > 0 ? <DamagedLines lines={damaged} /> : null}
        {offset > 0 || more ? <Pages offset={offset} more={more} places={places} go={setOffset} /> : null}
        {anything ? <ClearLog /> : null}
      </div>
    </SettingGroup>
  );
}

interface PagesProps {
  readonly offset: number;
  readonly more: boolean;
  readonly places: number;
  go(offset: number): void;
}

const Pages = ({ offset, more, places, go }: PagesProps) => (
  <nav aria-label={t('questionLog.pages')} className="mt-2 flex flex-wrap items-center gap-2">
    <Button
      data-testid="log-newer"
      icon={ChevronLeft}
      aria-disabled={offset === 0}
      label={t('questionLog.newer')}
      onClick={() => go(Math.max(0, offset - pageSize))}
    />
    <Button data-testid="log-older" icon={ChevronRight} aria-disabled={!more} onClick={() => go(offset + pageSize)}>
      {t('questionLog.older')}
    </Button>
    <p className="tabular text-12 text-muted" aria-live="polite" data-testid="log-range">
      {t('questionLog.range', { first: offset + 1, last: offset + places })}
    </p>
  </nav>
);

function ReadAgain({ ask }: { ask(): Promise<void> }) {
  useReturnedFocus();
  return <Button label={t('questionLog.readAgain')} onClick={() => void ask()} />;
}

function DamagedLines({ lines }: { readonly lines: readonly DamagedLogLine[] }) {
  const removeDamaged = useQuestionLog((state) => state.removeDamaged);
  useReturnedFocus();
  return (
    <div data-testid="log-damaged" className="flex flex-wrap items-center gap-3 border-b border-hairline py-2">
      <p className="min-w-48 flex-1 text-caution">{t('questionLog.damaged', { count: lines.length })}</p>
      <Button data-testid="log-damaged-delete" onClick={() => removeDamaged(lines)}>
        {t('questionLog.deleteDamaged', { count: lines.length })}
      </Button>
    </div>
  );
}

function ExportLog() {
  const save = useQuestionLog((state) => state.save);
  return (
    <ItemMenu
      look={menuLook.narrow}
      items={[
        { id: 'log-export-csv', label: t('questionLog.asCsv'), run: () => void save('csv') },
        { id: 'log-export-json', label: t('questionLog.asJson'), run: () => void save('json') },
      ]}
    >
      <Button data-testid="log-export" icon={Download} label={t('chat.export')} />
    </ItemMenu>
  );
}

const ages = ['1', '7', '30', '90', '365', 'all'] as const;

function ClearLog() {
  const clear = useQuestionLog((state) => state.clear);
  const [age, setAge] = useState<(typeof ages)[number]>('30');
  const days = age === 'all' ? null : Number(age);
  const [asked, setAsked] = useState(false);
  // With the last question it goes away itself.
  useReturnedFocus();

  return (
    <div className="mt-6">
      <div className="flex flex-wrap items-center gap-2">
        <Select
          label={t('app.delete')}
          data-testid="log-age"
          value={age}
          options={ages}
          nameOf={(one) => (one === 'all' ? t('questionLog.all') : t('questionLog.olderThan', { count: Number(one) }))}
          choose={(next) => {
            setAge(next);
            setAsked(false);
          }}
          className="max-w-full"
        />
        <Button data-testid="log-clear" icon={Trash2} onClick={() => setAsked(true)}>
          {t('questionLog.clearNow')}
        </Button>
      </div>
      {asked ? (
        <RowPanel
          title={days === null ? t('questionLog.sureAll') : t('questionLog.sureOlder', { count: days })}
          testId="log-clear-panel"
          close={() => setAsked(false)}
        >
          <p className="mt-1 text-soft">{t('questionLog.clearWhat')}</p>
          <PanelEnd
            quiet
            yes={t('questionLog.clearSure')}
            testId="log-clear-sure"
            run={() => {
              setAsked(false);
              void clear(days);
            }}
            no={t('questionLog.keep')}
            noTestId="log-keep"
            close={() => setAsked(false)}
          />
        </RowPanel>
      ) : null}
    </div>
  );
}

const settleMs = 200;

function FindInLog({ filter, change }: { readonly filter: LogFilter; change(filter: LogFilter): void }) {
  const [words, setWords] = useState(filter.words);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (words === filter.words) return;
    const timer = setTimeout(() => change({ ...filter, words }), settleMs);
    return () => clearTimeout(timer);
  }, [words, filter, change]);

  function empty(): void {
    setWords('');
    change(noFilter);
    field.current?.focus();
  }

  return (
    <search aria-label={t('questionLog.find')} className="mb-2 flex flex-wrap items-center gap-x-4 gap-y-2">
      <FindField
        ref={field}
        name={t('questionLog.find')}
        data-testid="log-words"
        value={words}
        maxLength={500}
        write={setWords}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || words === '') return;
          event.preventDefault();
          event.stopPropagation();
          setWords('');
        }}
        around="flex h-8 min-w-48 flex-1 items-center gap-2 rounded-md border border-edge bg-case px-3 focus-within:outline-2 focus-within:outline-accent"
        className="text-14"
      />
      <Days filter={filter} change={(values) => change({ ...filter, words, ...values })} />
      <FactChoices filter={filter} change={(values) => change({ ...filter, words, ...values })} />
      {words !== '' || isFiltered(filter) ? (
        <IconButton
          icon={X}
          iconSize={14}
          label={t('questionLog.showAll')}
          data-testid="log-show-all"
          onClick={empty}
        />
      ) : null}
    </search>
  );
}

interface FilterPartProps {
  readonly filter: LogFilter;
  change(values: Partial<LogFilter>): void;
}

function Days({ filter, change }: FilterPartProps) {
  const id = useId();
  return (['from', 'to'] as const).map((end) => (
    <div key={end} className="flex items-center gap-2">
      <label htmlFor={`${id}-${end}`} className="text-muted">
        {t(`questionLog.${end}`)}
      </label>
      <input
        id={`${id}-${end}`}
        type="date"
        data-testid={`log-${end}`}
        value={filter[end]}
        max="9999-12-31"
        onChange={(event) => change({ [end]: event.target.value })}
        className="tabular h-8 rounded-md border border-edge bg-case px-2 text-14"
      />
    </div>
  ));
}

function FactChoices({ filter, change }: FilterPartProps) {
  const choices = useChoices();
  return facts.map((fact) => {
    const options = ['', ...choices[fact]];
    return options.length < 2 ? null : (
      <Select
        key={fact}
        label={t(`insights.filter.${fact}`)}
        data-testid={`log-${fact}`}
        value={filter[fact]}
        options={options}
        nameOf={(value) => (value === '' ? t('insights.filter.any') : nameOf(fact, value))}
        choose={(value) => change({ [fact]: value })}
        className="max-w-56"
      />
    );
  });
}

/** Means quoted answers among models, whose names have a colon. */
const noModel = 'quoted';

function useChoices(): Readonly<Record<LogFact, readonly string[]>> {
  const { data } = useAnswer('insights.get', {});
  const { feedback, models = [], notices = [] } = data ?? {};
  return {
    outcome: outcomes,
    band: bands,
    model: models.map(({ model }) => model ?? noModel),
    notice: notices.map(({ code }) => code),
    helpful: feedback && feedback.helpful + feedback.notHelpful > 0 ? ['true', 'false'] : [],
  };
}

function nameOf(fact: LogFact, value: string): string {
  if (fact === 'outcome') return t(`insights.outcome.${value as Outcome}`);
  if (fact === 'band') return t(`chat.bands.${value as Band}`);
  if (fact === 'notice') return noticeName(value);
  if (fact === 'helpful') return t(value === 'true' ? 'insights.rateUp' : 'insights.rateDown');
  return value === noModel ? t('chat.noModelShort') : modelName(value);
}

const facts = ['outcome', 'band', 'model', 'notice', 'helpful'] as const;
type LogFact = (typeof facts)[number];

/** The search of the log; empty texts look for nothing. */
interface LogFilter extends Readonly<Record<LogFact, string>> {
  readonly words: string;
  /** Days (YYYY-MM-DD) on this computer's clock; both are included. */
  readonly from: string;
  readonly to: string;
}

const noFilter: LogFilter = {
  words: '',
  from: '',
  to: '',
  outcome: '',
  band: '',
  model: '',
  notice: '',
  helpful: '',
};

const isFiltered = (filter: LogFilter): boolean => Object.values(filter).some((value) => value.trim() !== '');

/** As the engine is asked: from the first moment of one day to the first after the other, on this computer's clock. */
function filterRequest({ words, from, to, ...chosen }: LogFilter): RequestOf<'chat.findLogs'> {
  const since = midnight(from, 0);
  const before = midnight(to, 1);
  return {
    ...(words.trim() === '' ? {} : { query: words.trim() }),
    ...(since === null ? {} : { since }),
    ...(before === null ? {} : { before }),
    ...Object.fromEntries(facts.filter((fact) => chosen[fact] !== '').map((fact) => [fact, asked(chosen[fact])])),
  };
}

function asked(value: string): string | boolean | null {
  if (value === noModel) return null;
  return ['true', 'false'].includes(value) ? value === 'true' : value;
}

/** Null for no day, and for an invalid one (a year in typing). */
function midnight(day: string, later: number): string | null {
  const at = new Date(`${day}T00:00`);
  at.setDate(at.getDate() + later);
  return Number.isNaN(at.getTime()) ? null : at.toISOString();
}
