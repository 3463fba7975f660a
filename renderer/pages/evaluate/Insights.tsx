import {
  bands,
  type DayOfUse,
  type InsightsReport as Figures,
  type ModelUse,
  outcomes,
  timedSteps,
} from '@shared/contract/index';
import type { ErrorReport } from '@shared/errors';
import type { Settings } from '@shared/settings';
import { t } from '@shared/words/index';
import { errorLine, noticeName } from '@shared/words/said';
import { Download, MessageSquareText, Settings2 } from 'lucide-react';
import { useState } from 'react';
import { useAnswer } from '../../bridge/use-answer';
import { LogList } from '../../panels/LogList';
import { FoldedListButton, PaneHeader } from '../../panels/Workspace';
import { useChat } from '../../state/chat/chat';
import { useQuestionLog } from '../../state/chat/question-log';
import { createFieldDraft } from '../../state/field-draft';
import { goToSettings, useSettings } from '../../state/settings';
import { useShell } from '../../state/shell';
import { Button, IconButton } from '../../ui/Button';
import { Select } from '../../ui/fields';
import { Awaited, ErrorNote, Nothing } from '../../ui/Notices';
import { modelName } from '../../ui/names';
import { formatCount, formatDecimals, formatDuration, formatPercent, formatWhen } from '../../ui/quantities';
import { Bar, Columns, Facts, Part, ShareBars } from './FigureBars';

/** Days that are looked back at, today included. */
const ranges = ['days7', 'days30', 'days90', 'all'] as const;
type Range = (typeof ranges)[number];

/** The first moment of so many days on this computer's clock; nothing for all the time. */
function sinceOf(range: Range): { readonly since?: string } {
  if (range === 'all') return {};
  const day = new Date();
  day.setHours(0, 0, 0, 0);
  day.setDate(day.getDate() + 1 - Number(range.slice('days'.length)));
  return { since: day.toISOString() };
}

export function Insights() {
  const [range, setRange] = useState<Range>('days30');
  const fields = useSettings((state) => state.report?.fields);
  const prices = fields?.['figures.prices'].value ?? {};
  const { deletions } = useQuestionLog();
  const lastAsked = useChat((state) => state.conversations[0]?.updatedAt ?? '');
  const since = sinceOf(range);
  const changes = `${deletions} ${lastAsked}`;
  const { data, error, current } = useAnswer('insights.get', since, `${changes} ${JSON.stringify(prices)}`);
  return (
    <>
      <PaneHeader title={t('insights.title')} lead={<FoldedListButton />}>
        <Select<Range>
          aria-label={t('insights.range')}
          data-testid="insights-range"
          value={range}
          options={ranges}
          nameOf={(one) => t(`insights.ranges.${one}`)}
          choose={setRange}
        />
        <IconButton
          icon={Download}
          label={t('insights.csv')}
          onClick={() => void useQuestionLog.getState().save('csv')}
        />
        <IconButton icon={Settings2} label={t('insights.settings')} onClick={() => goToSettings('privacy')} />
      </PaneHeader>
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled by keys, where nothing in it takes the focus
        tabIndex={0}
        aria-label={t('insights.title')}
        aria-busy={!current}
        data-testid="insights"
        className="@container min-h-0 flex-1 overflow-y-auto focus-visible:outline-offset-[-3px]"
      >
        <div className="flex flex-col gap-8 px-6 py-6">
          <ErrorNote error={error} />
          <p className="content text-muted">
            {t('insights.stays')}
            {fields?.['figures.keep'].value === false ? (
              <span className="block font-medium text-caution">{t('insights.off')}</span>
            ) : null}
          </p>
          {data === null ? <Awaited error={null} waits={!error} text={t('insights.loading')} /> : null}
          {data?.questions === 0 ? (
            <Nothing title={t('insights.none')} hint={t('insights.noneHint')} testId="insights-empty" around="content">
              <Button icon={MessageSquareText} onClick={() => useShell.getState().go('chat')}>
                {t('insights.ask')}
              </Button>
            </Nothing>
          ) : null}
          {data && data.questions > 0 ? <AllFigures figures={data} since={since} changes={changes} /> : null}
        </div>
      </section>
    </>
  );
}

const AllFigures = ({ figures, since, changes }: UnansweredProps & { readonly figures: Figures }) => (
  <>
    <Shares figures={figures} />
    <InUse figures={figures} />
    <Times steps={figures.steps} />
    <ModelsInUse models={figures.models} />
    <Days days={figures.days} />
    <Unanswered since={since} changes={changes} />
    <Part title={t('insights.notices')}>
      <ShareBars
        of={figures.questions}
        rows={figures.notices.map(({ code, count }) => [code, noticeName(code), count])}
      />
    </Part>
    <Counters />
  </>
);

function Shares({ figures }: { readonly figures: Figures }) {
  const answers = bands.reduce((sum, band) => sum + figures.bands[band], 0);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8 @[900px]:grid-cols-2">
      <Part title={`${t('insights.outcomes')} · ${t('evaluate.questions', { count: figures.questions })}`}>
        <ShareBars
          of={figures.questions}
          rows={outcomes.map((outcome) => [outcome, t(`insights.outcome.${outcome}`), figures.outcomes[outcome]])}
        />
      </Part>
      <Part title={t('insights.bands')}>
        <ShareBars of={answers} rows={bands.map((band) => [band, t(`chat.bands.${band}`), figures.bands[band]])} />
      </Part>
    </div>
  );
}

function InUse({ figures: { questions, sessions, feedback } }: { readonly figures: Figures }) {
  const { helpful, notHelpful, citing, looked, opened } = feedback;
  const rated = helpful + notHelpful;
  const partOf = (part: number, whole: number) =>
    `${t('insights.ratedOf', { helpful: part, rated: whole })}${whole > 0 ? ` (${formatPercent(part / whole)})` : ''}`;
  return (
    <Part title={t('insights.use')} testId="insights-use">
      <Facts
        of={[
          [t('palette.groups.conversations'), formatCount(sessions.count)],
          [t('insights.perSession'), formatDecimals(questions / Math.max(1, sessions.count), 1)],
          [t('insights.longest'), formatCount(sessions.longest)],
          [t('insights.rated'), partOf(helpful, rated)],
          [t('insights.looked'), partOf(looked, citing)],
          [t('insights.opened'), formatCount(opened)],
        ]}
      />
    </Part>
  );
}

const Times = ({ steps }: Pick<Figures, 'steps'>) => (
  <Part title={t('insights.times')}>
    <Columns
      testId="insights-times"
      heads={[t('insights.step'), t('evaluate.p50'), t('evaluate.p95'), t('evaluate.p99'), t('insights.answers')]}
      rows={timedSteps.map((step) => {
        const times = steps[step];
        const shown = [times?.p50, times?.p95, times?.p99].map((ms) =>
          ms === undefined ? t('app.none') : formatDuration(ms),
        );
        return { key: step, name: t(`insights.steps.${step}`), cells: [...shown, formatCount(times?.count ?? 0)] };
      })}
    />
  </Part>
);

const daysShown = 14;

function Days({ days }: { readonly days: readonly DayOfUse[] }) {
  const [all, setAll] = useState(false);
  const most = Math.max(...days.map(({ questions }) => questions));
  const heads = ['day', 'outcome.answered', 'outcome.nothing', 'helpful', 'promptTokens', 'answerTokens'] as const;
  const names = heads.map((head) => t(`insights.${head}`));
  return (
    <Part title={t('insights.days')}>
      <Columns
        testId="insights-days"
        heads={names.toSpliced(1, 0, t('terminal.column.questions'))}
        rows={(all ? days : days.slice(0, daysShown)).map((one) => ({
          key: one.day,
          name: <span className="whitespace-nowrap">{formatWhen(`${one.day}T23:59:59`, new Date(0))}</span>,
          cells: [
            <span key="bar" className="grid min-w-32 grid-cols-[minmax(4rem,1fr)_3rem] items-center gap-2">
              <Bar share={one.questions / most} />
              {formatCount(one.questions)}
            </span>,
            formatCount(one.answered),
            formatCount(one.unanswered),
            one.helpful + one.notHelpful > 0 ? t('insights.helpfulOf', one) : t('app.none'),
            formatCount(one.promptTokens),
            formatCount(one.answerTokens),
          ],
        }))}
      />
      {days.length > daysShown && !all ? (
        <Button className="mt-3" onClick={() => setAll(true)}>
          {t('insights.allDays', { count: days.length })}
        </Button>
      ) : null}
    </Part>
  );
}

type UnansweredProps = Readonly<{ since: { readonly since?: string }; changes: string }>;

function Unanswered({ since, changes }: UnansweredProps) {
  const leaving = useQuestionLog((state) => state.leaving);
  const { data } = useAnswer('chat.findLogs', { ...since, outcome: 'nothing', limit: 10 }, changes);
  const entries = data?.entries.filter((entry) => !leaving.some((leaves) => leaves(entry))) ?? [];
  return (
    <Part title={t('insights.unanswered')} testId="insights-unanswered">
      {data && entries.length === 0 ? <p className="text-muted">{t('insights.noneUnanswered')}</p> : null}
      <LogList entries={entries} />
      {data?.more ? (
        <Button className="mt-3" onClick={() => goToSettings('privacy')}>
          {t('questionLog.title')}
        </Button>
      ) : null}
    </Part>
  );
}

const counted = ['searches', 'embeddingCalls', 'promptTokens', 'answerTokens'] as const;

function Counters() {
  const { data } = useAnswer('app.status', {});
  return (
    <Part title={t('settings.doneHere')}>
      <Facts
        testId="counters"
        of={counted.map((name) => [
          t(`settings.doneCount.${name}`),
          <span key={name} data-testid={name}>
            {data ? formatCount(data.counters[name]) : t('app.none')}
          </span>,
        ])}
      />
    </Part>
  );
}

type Prices = Settings['figures.prices'];

function ModelsInUse({ models }: { readonly models: readonly ModelUse[] }) {
  const fields = useSettings((state) => state.report?.fields);
  if (!fields) return null;
  const prices = fields['figures.prices'].value;
  const currency = fields['figures.currency'].value;
  const { change } = useSettings.getState();
  const price = (model: string | null, side: 'prompt' | 'answer') =>
    model === null ? (
      t('app.none')
    ) : (
      <PriceField
        label={t(`insights.${side}PriceOf`, { model: modelName(model) })}
        testId={`price-${side}`}
        value={prices[model] ? formatDecimals(prices[model][side], 4).replace(/[.,]?0+$/u, '') : ''}
        keep={(text) => change({ 'figures.prices': priced(prices, model, side, text) })}
      />
    );
  const none = t('app.none');
  const heads = [
    'filter.model',
    'answers',
    'promptTokens',
    'answerTokens',
    'promptPrice',
    'answerPrice',
    'cost',
    'helpful',
  ] as const;
  return (
    <Part title={t('insights.models')} note={t('insights.pricesHelp')}>
      <Columns
        testId="insights-models"
        heads={heads.map((head) => t(`insights.${head}`))}
        rows={models.map(({ model, answers, promptTokens, answerTokens, cost, helpful, notHelpful }) => ({
          key: String(model),
          name: model === null ? t('chat.noModelShort') : modelName(model),
          cells: [
            formatCount(answers),
            model === null ? none : formatCount(promptTokens),
            model === null ? none : formatCount(answerTokens),
            price(model, 'prompt'),
            price(model, 'answer'),
            <span key="cost" data-testid="cost">
              {cost === null ? none : money(cost, currency)}
            </span>,
            helpful + notHelpful > 0 ? t('insights.helpfulOf', { helpful, notHelpful }) : none,
          ],
        }))}
      />
      <Sums models={models} currency={currency} />
    </Part>
  );
}

function Sums({ models, currency }: Readonly<{ models: readonly ModelUse[]; currency: string }>) {
  const { change } = useSettings.getState();
  const uncounted = models.reduce((sum, model) => sum + model.uncounted, 0);
  const costs = models.flatMap(({ cost }) => cost ?? []);
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
      <span className="flex items-center gap-2 text-muted">
        {t('insights.currency')}
        <PriceField
          label={t('insights.currency')}
          testId="currency"
          value={currency}
          keep={(text) => change({ 'figures.currency': text })}
        />
      </span>
      {costs.length > 1 ? (
        <span className="tabular font-medium">
          {t('insights.cost')}:{' '}
          {money(
            costs.reduce((sum, cost) => sum + cost, 0),
            currency,
          )}
        </span>
      ) : null}
      {uncounted > 0 ? (
        <span className="text-12 text-caution">{t('insights.uncounted', { count: uncounted })}</span>
      ) : null}
    </div>
  );
}

/** Cents, and below a cent the visible part. */
const money = (sum: number, currency: string): string =>
  `${formatDecimals(sum, sum > 0 && sum < 0.1 ? 4 : 2)} ${currency}`.trim();

function priced(prices: Prices, model: string, side: 'prompt' | 'answer', text: string): Prices {
  const { [model]: before = { prompt: 0, answer: 0 }, ...others } = prices;
  const own = { ...before, [side]: Number(text.trim().replace(',', '.')) };
  return own.prompt === 0 && own.answer === 0 ? others : { ...others, [model]: own };
}

interface PriceFieldProps {
  readonly label: string;
  readonly testId: string;
  readonly value: string;
  keep(text: string): Promise<ErrorReport | null>;
}

function PriceField({ label, testId, value, keep }: PriceFieldProps) {
  const [useDraft] = useState(createFieldDraft);
  const { draft, error, type, back, commit } = useDraft();
  return (
    <>
      <input
        aria-label={label}
        data-testid={testId}
        inputMode={testId === 'currency' ? 'text' : 'decimal'}
        autoComplete="off"
        value={draft ?? value}
        maxLength={12}
        aria-invalid={error ? true : undefined}
        onChange={(event) => type(event.target.value)}
        onBlur={() => void commit(value, keep)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') void commit(value, keep);
          else if (event.key === 'Escape' && draft !== null) back();
          else return;
          event.preventDefault();
          event.stopPropagation();
        }}
        className="tabular h-8 w-20 rounded-md border border-edge bg-case px-2 text-right text-14 aria-invalid:border-danger"
      />
      {error ? (
        <span role="alert" className="block max-w-40 text-left text-12 whitespace-normal text-danger">
          {errorLine(error)}
        </span>
      ) : null}
    </>
  );
}
