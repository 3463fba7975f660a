// biome-ignore-all lint/a11y/useSemanticElements: rows of a virtual grid are placed by hand, which a <table> cannot do
// biome-ignore-all lint/a11y/useFocusableInteractive: the focus stays on the grid, which names the active row
// biome-ignore-all lint/a11y/useKeyWithClickEvents: the grid hears the keys for all rows
import type {
  EvaluatedQuery,
  EvaluationComparison,
  EvaluationResult,
  QueryDifference,
  QueryOutcome,
} from '@shared/contract/index';
import { t } from '@shared/words/index';
import { Layers } from 'lucide-react';
import type { HTMLAttributes, KeyboardEvent } from 'react';
import { type OutcomeKind, useEvaluation } from '../../state/evaluation';
import { useShell } from '../../state/shell';
import { Button } from '../../ui/Button';
import { focusWhenThere } from '../../ui/focus';
import { pressed } from '../../ui/key-text';
import { sharing } from '../../ui/names';
import { formatDecimals, formatSigned } from '../../ui/quantities';
import { useKeptScroll } from '../../ui/scroll-memory';
import { useVirtualGrid } from '../../ui/use-virtual-grid';

const rowRem = 2.25;
/** Of the head: in three lines if a name is longer than one. */
const headRem = { short: 2, long: 3.5 } as const;
const longestOfOneLine = 16;

interface QuestionTableProps {
  readonly label: string;
  readonly questions: readonly QueryDifference[];
  readonly before: string;
  readonly after: string;
  readonly place: string;
  readonly opensIn: Pick<EvaluationComparison, 'after' | 'afterEvaluationId'>;
  readonly chosen: string | null;
  choose(queryId: string): void;
  onPressed(): void;
}

const number = 'tabular w-20 shrink-0 truncate text-right @[720px]:w-36';
const side = 'line-clamp-3 w-20 shrink-0 break-words text-right @[720px]:w-36';

/** All questions by difference, virtual: arrows move, Enter and double-click open one as a run. */
export function QuestionTable(props: QuestionTableProps) {
  const { label, questions, before, after, place, opensIn, chosen, choose, onPressed } = props;
  const openAt = (queryId: string) => void openQuestion(queryId, opensIn.after, opensIn.afterEvaluationId);
  const isLong = Math.max(before.length, after.length) > longestOfOneLine;
  const grid = useVirtualGrid({ count: questions.length, rowRem, headRem: isLong ? headRem.long : headRem.short });
  const { scroller, rows, rowHeight, headHeight, stepFrom } = grid;
  useKeptScroll(scroller, place);
  const at = questions.findIndex(({ queryId }) => queryId === chosen);

  function onKeyDown(event: KeyboardEvent): void {
    const next = stepFrom(at, event.key);
    const question = next === null ? undefined : questions[next];
    if (next !== null && question) {
      choose(question.queryId);
      rows.scrollToIndex(next);
    } else if (pressed('list-open', event) && chosen !== null) openAt(chosen);
    else return;
    event.preventDefault();
  }

  return (
    <div className="mt-4 overflow-hidden rounded-md border border-hairline has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-accent">
      <div
        ref={scroller}
        role="grid"
        data-testid="question-table"
        aria-label={label}
        aria-rowcount={questions.length + 1}
        aria-activedescendant={at >= 0 ? `question-${at}` : undefined}
        tabIndex={0}
        onKeyDown={onKeyDown}
        // Rows and head are drawn over a ring of its own: the frame around it has it.
        className="max-h-80 overflow-y-auto focus-visible:outline-none"
      >
        <QuestionHead names={[before, after]} isLong={isLong} />
        <div role="rowgroup" className="relative" style={{ height: rows.getTotalSize() }}>
          {rows.getVirtualItems().map((item) => {
            const question = questions[item.index];
            return question ? (
              <QuestionRow
                key={question.queryId}
                question={question}
                index={item.index}
                isChosen={question.queryId === chosen}
                style={{ top: item.start - headHeight, height: rowHeight }}
                onClick={() => {
                  choose(question.queryId);
                  onPressed();
                }}
                onDoubleClick={() => openAt(question.queryId)}
              />
            ) : null;
          })}
        </div>
      </div>
    </div>
  );
}

const QuestionHead = ({ names, isLong }: Readonly<{ names: readonly string[]; isLong: boolean }>) => (
  <div role="rowgroup" className="sticky top-0 z-10 border-b border-hairline bg-case">
    <div
      role="row"
      aria-rowindex={1}
      className={`flex items-center gap-3 px-4 text-12 text-muted ${isLong ? 'h-14' : 'h-8'}`}
    >
      <span role="columnheader" className="min-w-0 flex-1">
        {t('chat.question')}
      </span>
      {[...names, t('evaluate.compare.difference')].map((name, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
        <span key={at} role="columnheader" className={at < names.length ? side : number} title={name}>
          {name}
        </span>
      ))}
    </div>
  </div>
);

interface QuestionRowProps extends Pick<HTMLAttributes<HTMLElement>, 'style' | 'onClick' | 'onDoubleClick'> {
  readonly question: QuestionTableProps['questions'][number];
  readonly index: number;
  readonly isChosen: boolean;
}

function QuestionRow({ question, index, isChosen, ...place }: QuestionRowProps) {
  const { difference } = question;
  const figures = [
    { text: formatDecimals(question.before, 4), look: 'text-soft' },
    { text: formatDecimals(question.after, 4), look: 'text-soft' },
    { text: formatSigned(difference, 4), look: difference === 0 ? 'text-soft' : 'font-semibold' },
  ];
  return (
    <div
      id={`question-${index}`}
      role="row"
      data-testid="question-row"
      aria-rowindex={index + 2}
      aria-selected={isChosen}
      {...place}
      className="absolute inset-x-0 flex items-center gap-3 px-4 hover:bg-raised aria-selected:bg-accent-wash"
    >
      <span role="gridcell" dir="auto" className="min-w-0 flex-1 truncate" title={question.question}>
        {question.question}
      </span>
      {figures.map(({ text, look }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
        <span key={at} role="gridcell" className={`${number} ${look}`}>
          {text}
        </span>
      ))}
    </div>
  );
}

const signOf = { wins: 1, ties: 0, losses: -1 } as const;

/** The questions of one kind, or all of them: the greatest win first, and of the losses the greatest loss. */
export function questionsOf(questions: readonly QueryDifference[], only: OutcomeKind | null) {
  if (only === null) return questions;
  const ofKind = questions.filter(({ difference }) => Math.sign(difference) === signOf[only]);
  return only === 'losses' ? ofKind.toReversed() : ofKind;
}

export type ComparedSide = Readonly<{ result: EvaluationResult | null; way: string; name: string }>;

const outcomeIn = ({ result, way }: ComparedSide, queryId: string): QueryOutcome | undefined =>
  result?.queries.find((query) => query.queryId === queryId)?.outcomes[
    result.configurations.findIndex(({ name }) => name === way)
  ];

export function QuestionDetails({ query, sides }: Readonly<{ query: EvaluatedQuery; sides: readonly ComparedSide[] }>) {
  const found = sides.flatMap((side) => outcomeIn(side, query.queryId)?.top ?? []);
  // Their ids tell documents of one title apart.
  const alike = new Set(
    sharing([...query.relevant, ...found], ({ title }) => title).flatMap(({ title }) => title || []),
  );
  return (
    <section aria-label={query.question} data-testid="question-details" className="content mt-4">
      <h4 dir="auto" className="font-semibold">
        {query.question}
      </h4>
      <p className="mt-1 text-soft">
        {t('evaluate.question.relevant')}:{' '}
        {query.relevant
          .map(({ title, documentId }) =>
            alike.has(title) ? t('evaluate.question.titleWithId', { title, id: documentId }) : title || documentId,
          )
          .join(', ')}
      </p>
      <div className="mt-3 grid gap-6 @[640px]:grid-cols-2">
        {sides.map((side) => (
          <Outcome key={side.name} queryId={query.queryId} side={side} alike={alike} />
        ))}
      </div>
      <p className="mt-3 text-12 text-muted">{t('evaluate.question.hint')}</p>
    </section>
  );
}

type OutcomeProps = Readonly<{ queryId: string; side: ComparedSide; alike: ReadonlySet<string> }>;

function Outcome({ queryId, side, alike }: OutcomeProps) {
  const opening = useEvaluation((state) => state.opening);
  const { result, way, name } = side;
  const outcome = outcomeIn(side, queryId);
  if (!outcome) return null;
  return (
    <div className="min-w-0">
      <h5 className="break-words font-medium">{name}</h5>
      <p className="tabular text-12 text-muted">
        {outcome.firstRank === null
          ? t('evaluate.question.notFound')
          : t('evaluate.question.found', { rank: outcome.firstRank })}
      </p>
      {outcome.top.length === 0 ? (
        <p className="mt-2 text-muted">{t('evaluate.question.nothing')}</p>
      ) : (
        <ol className="mt-2">
          {outcome.top.map(({ documentId, title, gain }, index) => (
            <li key={documentId} className="flex gap-2 py-0.5">
              <span className="tabular w-5 shrink-0 text-right text-muted">{index + 1}</span>
              <span className={`min-w-0 flex-1 truncate ${gain > 0 ? 'font-medium' : 'text-soft'}`}>
                {title || documentId}
                {alike.has(title) ? <span className="ml-2 text-12 text-muted">{documentId}</span> : null}
              </span>
              {gain > 0 ? <span className="text-12 text-accent">{t('evaluate.question.right')}</span> : null}
            </li>
          ))}
        </ol>
      )}
      <Button
        data-testid="open-question"
        className="mt-3 max-w-full"
        title={t('evaluate.question.open', { name })}
        disabled={opening !== null}
        icon={Layers}
        iconSize={16}
        onClick={() => void openQuestion(queryId, way, result?.evaluationId)}
      >
        <span className="truncate">
          {opening === queryId ? t('evaluate.question.opening') : t('evaluate.question.open', { name })}
        </span>
      </Button>
    </div>
  );
}

/** Opens a question of a result as a run. The pressed button goes with its room: the focus moves to the new one. */
async function openQuestion(queryId: string, way: string, evaluationId?: string): Promise<void> {
  await useEvaluation.getState().openRun(queryId, way, evaluationId);
  if (useShell.getState().room === 'stages') focusWhenThere('[data-pane="centre"]');
}
