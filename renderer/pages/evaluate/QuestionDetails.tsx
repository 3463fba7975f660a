import type { EvaluatedQuery, EvaluationResult, QueryOutcome } from '@shared/contract/index';
import { t } from '@shared/words/index';
import { Layers } from 'lucide-react';
import { useEvaluation } from '../../state/evaluation';
import { useShell } from '../../state/shell';
import { Button } from '../../ui/Button';
import { focusWhenThere } from '../../ui/focus';
import { sharing } from '../../ui/names';

/** One of two ways that are compared, and the result it is of; null while that comes. */
export interface ComparedSide {
  readonly result: EvaluationResult | null;
  readonly way: string;
  readonly name: string;
}

const outcomeIn = ({ result, way }: ComparedSide, queryId: string): QueryOutcome | undefined =>
  result?.queries.find((query) => query.queryId === queryId)?.outcomes[
    result.configurations.findIndex(({ name }) => name === way)
  ];

/** Titles that more than one of these documents has: their ids tell them apart. */
function sharedTitles(
  documents: readonly { readonly title: string; readonly documentId: string }[],
): ReadonlySet<string> {
  const titleOf = ({ title }: { readonly title: string }): string => title;
  return new Set(
    sharing(documents, titleOf)
      .map(titleOf)
      .filter((title) => title !== ''),
  );
}

export function QuestionDetails({ query, sides }: Readonly<{ query: EvaluatedQuery; sides: readonly ComparedSide[] }>) {
  const found = sides.flatMap((side) => outcomeIn(side, query.queryId)?.top ?? []);
  const alike = sharedTitles([...query.relevant, ...found]);
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

interface OutcomeProps {
  readonly queryId: string;
  readonly side: ComparedSide;
  readonly alike: ReadonlySet<string>;
}

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
export async function openQuestion(queryId: string, way: string, evaluationId?: string): Promise<void> {
  await useEvaluation.getState().openRun(queryId, way, evaluationId);
  if (useShell.getState().room === 'stages') focusWhenThere('[data-pane="centre"]');
}
