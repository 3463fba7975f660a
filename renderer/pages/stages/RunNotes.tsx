import type { LabelledQuestion } from '@shared/contract/index';
import { t } from '@shared/words/index';
import { RefreshCw, X } from 'lucide-react';
import { useEffect } from 'react';
import { isKept, resultPlace, useEvaluation } from '../../state/evaluation';
import { useShell } from '../../state/shell';
import { isCurrent, useStages } from '../../state/stages';
import { wayName } from '../../state/ways';
import { Button, IconButton, LinkButton } from '../../ui/Button';
import { focusWhenThere } from '../../ui/focus';
import { formatWhen } from '../../ui/quantities';
import { hasKeptScroll } from '../../ui/scroll-memory';
import { foundOf, type ShownCandidate } from './candidates';

const named = 6;

export function MissingNote() {
  const missing = useStages((state) => state.missing);
  if (!missing) return null;
  const { documents, models, configuration, app } = missing;
  const whole = models.length === 0 && documents.length === 0 && !configuration;
  return (
    <div
      data-testid="import-note"
      role="status"
      className={`mx-4 mt-3 flex shrink-0 items-start gap-2 rounded-md py-2 pr-2 pl-3 text-12 ${
        whole ? 'bg-accent-wash' : 'bg-caution-wash'
      }`}
    >
      <div className="min-w-0 flex-1 space-y-1 py-1 text-soft">
        <p className="font-medium text-ink">{t(whole ? 'exchange.whole' : 'exchange.lacks')}</p>
        {models.map(({ job, id }) => (
          <p key={`${job} ${id}`}>
            {id === null ? t(`exchange.without.${job}`) : t(`exchange.models.${job}`, { model: id })}
          </p>
        ))}
        {documents.length > 0 ? (
          <>
            <p>{t('exchange.documents', { count: documents.length })}</p>
            <ul className="list-disc pl-4">
              {documents.slice(0, named).map(({ documentId, title, checksum }) => (
                <li key={documentId} title={checksum} className="truncate">
                  {title}
                </li>
              ))}
            </ul>
            {documents.length > named ? <p>{t('compare.more', { count: documents.length - named })}</p> : null}
          </>
        ) : null}
        {configuration ? <p>{t('exchange.configuration')}</p> : null}
        {app === null ? null : <p>{t('exchange.app', { version: app })}</p>}
        {whole ? null : <p>{t('exchange.still')}</p>}
      </div>
      <IconButton icon={X} iconSize={14} label={t('app.close')} onClick={() => useStages.setState({ missing: null })} />
    </div>
  );
}

export function CatchUp() {
  const state = useStages();
  const { run, busy, catchUp } = state;
  const stale = run?.stages.filter((record) => record.state === 'stale').length ?? 0;
  if (stale === 0) return null;
  return (
    <div data-testid="out-of-date" role="status" className="flex shrink-0 items-center gap-3 px-4 pt-3">
      <p className="min-w-0 flex-1 text-14 text-soft">{t('stages.outOfDate', { count: stale })}</p>
      <Button
        data-testid="catch-up"
        // Another prompt is another run: there is nothing to catch up with.
        disabled={busy !== null || !isCurrent(state)}
        icon={RefreshCw}
        onClick={() => void catchUp()}
      >
        {t('stages.catchUp')}
      </Button>
    </div>
  );
}

export function LabelledNote({ candidates }: { readonly candidates: readonly ShownCandidate[] }) {
  const question = useStages((state) => state.run?.ofSet);
  if (!question) return null;
  const { set, way, relevant } = question;
  const { found, first } = foundOf(relevant, candidates);
  return (
    <p data-testid="labelled-run" className="flex flex-wrap gap-x-2 px-4 pt-2 text-12 text-soft">
      <span>{t('stages.labelled.of', { set, way: wayName(way) })}</span>
      <span>
        {first === null
          ? t('stages.labelled.none', { count: relevant.length })
          : t('stages.labelled.found', { found, count: relevant.length, place: first })}
      </span>
      <BackToResult question={question} />
    </p>
  );
}

function BackToResult({ question }: { readonly question: LabelledQuestion }) {
  const { evaluationId } = question;
  const kept = useEvaluation((state) => isKept(state, evaluationId));
  useEffect(() => {
    if (!isKept(useEvaluation.getState(), evaluationId)) void useEvaluation.getState().load();
  }, [evaluationId]);
  if (kept === null) return null;
  if (!kept) return <span>{t('stages.labelled.gone')}</span>;
  return (
    <LinkButton data-testid="to-evaluation" onClick={() => void backTo(question)}>
      {t('stages.labelled.back')}
    </LinkButton>
  );
}

async function backTo({ evaluationId, queryId }: LabelledQuestion): Promise<void> {
  await useEvaluation.getState().showQuestion(evaluationId, queryId);
  useShell.getState().go('evaluate');
  focusWhenThere('[data-testid="question-table"]', { preventScroll: hasKeptScroll(resultPlace(evaluationId)) });
}

export function ParentLink() {
  const { run, runs, openRun } = useStages();
  const parent = run?.parentRunId ? runs.find((summary) => summary.runId === run.parentRunId) : undefined;
  if (!parent) return null;
  const when = formatWhen(parent.createdAt, new Date());
  return (
    <p data-testid="parent-run" className="flex flex-wrap gap-x-2 px-4 pt-2 text-12 text-muted">
      {t('edits.parent')}
      <LinkButton onClick={() => void openRun(parent.runId)}>
        {when ? t('edits.openParentOf', { when }) : t('edits.openParent')}
      </LinkButton>
    </p>
  );
}
