import { type Band, bands, type Outcome, outcomes, type RequestOf } from '@shared/contract/index';
import { t } from '@shared/words/index';
import { noticeName } from '@shared/words/said';
import { X } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useAnswer } from '../../bridge/use-answer';
import { IconButton } from '../../ui/Button';
import { FindField, Select } from '../../ui/fields';
import { modelName } from '../../ui/names';

const settleMs = 200;

export function FindInLog({ filter, change }: { readonly filter: LogFilter; change(filter: LogFilter): void }) {
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
export interface LogFilter extends Readonly<Record<LogFact, string>> {
  readonly words: string;
  /** Days (YYYY-MM-DD) on this computer's clock; both are included. */
  readonly from: string;
  readonly to: string;
}

export const noFilter: LogFilter = {
  words: '',
  from: '',
  to: '',
  outcome: '',
  band: '',
  model: '',
  notice: '',
  helpful: '',
};

export const isFiltered = (filter: LogFilter): boolean => Object.values(filter).some((value) => value.trim() !== '');

/** As the engine is asked: from the first moment of one day to the first after the other, on this computer's clock. */
export function filterRequest({ words, from, to, ...chosen }: LogFilter): RequestOf<'chat.findLogs'> {
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
