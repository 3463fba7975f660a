// biome-ignore-all lint/a11y/useSemanticElements: rows of a virtual grid are placed by hand, which a <table> cannot do
// biome-ignore-all lint/a11y/useFocusableInteractive: the focus stays on the grid
import { fromConversation } from '@shared/chunk';
import { type JourneyStep, journeySteps } from '@shared/chunk-journey';
import type { CitationOrigin, Run } from '@shared/contract/index';
import { placeKind } from '@shared/place-names';
import type { StageId } from '@shared/stage-names';
import { BookOpen, MessageSquare } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../components/Button';
import { chunkName } from '../components/chunk-name';
import { formatPlace } from '../components/place-words';
import { useChat } from '../state/chat';
import { saidReason } from '../strings/engine-words';
import { t } from '../strings/index';
import { openPlace } from './candidate-place';
import { type Candidate, moveAt } from './candidates';
import { lanesOf } from './contributions';
import { decisionsAbout, decisionText } from './decisions-about';
import { moveText } from './RankCell';
import { ScoreList } from './ScoreList';
import { neighboursOf, WhyHere } from './WhyHere';

const stageOf: Readonly<Record<JourneyStep, StageId>> = {
  retrieval: 'Retrieval',
  reranked: 'ReRanker',
  a3: 'A3_NLI_Gate',
  a4: 'A4_Condenser',
  prompt: 'Prompt_Builder',
};

/** Who named this chunk in the answer to this run, where a model wrote it and its conversation is open. */
const namedBy =
  (runId: string, chunkId: string) =>
  ({ exchanges }: Pick<ReturnType<typeof useChat.getState>, 'exchanges'>): CitationOrigin | undefined =>
    exchanges
      .find(({ answer }) => answer?.runId === runId)
      ?.answer?.citations.find((citation) => citation.chunkId === chunkId)?.origin;

interface CandidateDetailsProps {
  readonly candidate: Candidate;
  /** Of the run, in the order of Retrieval. */
  readonly all: readonly Candidate[];
  readonly run: Run;
  nameOf(chunkId: string): string | undefined;
}

/** All that is known of one candidate: its way in words, each score, each decision about it, and its text. */
export function CandidateDetails({ candidate, all, run, nameOf }: CandidateDetailsProps) {
  const { chunk, citation, contextLines, byHand } = candidate;
  const decisions = decisionsAbout(run, chunk.id);
  const remembered = fromConversation(chunk);
  const section = remembered || chunk.section === 'N/A' ? '' : chunk.section;
  const origin = useChat(namedBy(run.runId, chunk.id));
  return (
    <div role="row" aria-level={2}>
      <div
        role="gridcell"
        data-testid="candidate-details"
        aria-label={t('journey.detailsOf', { title: chunkName(chunk) })}
        className="content grid grid-cols-1 gap-x-8 gap-y-3 bg-ground px-4 pt-3 pb-4 pl-11 @3xl:grid-cols-2"
      >
        <Part title={t('journey.way')}>
          <ol className="space-y-0.5 text-12">
            {journeySteps.map((step) => {
              const move = moveAt(candidate, step);
              return move ? (
                <li key={step} className="flex gap-2">
                  <span className="w-28 shrink-0 truncate text-muted">{t(`stages.names.${stageOf[step]}`)}</span>
                  <span className="text-soft">
                    {step === 'prompt' && citation !== null
                      ? t('journey.cited', { citation })
                      : moveText(move, candidate)}
                  </span>
                </li>
              ) : null;
            })}
          </ol>
          {contextLines > 0 ? (
            <p className="mt-1 text-12 text-soft">{t('journey.lines', { count: contextLines })}</p>
          ) : null}
          {origin ? (
            <p data-testid="cited-by" className="mt-1 text-12 text-soft">
              {origin === 'found' ? t('journey.citedByVitrine') : t('journey.citedByModel')}
            </p>
          ) : null}
          {byHand ? <p className="mt-1 text-12 font-medium text-accent">{t('journey.byHand')}</p> : null}
        </Part>
        <Part title={t('journey.scores')}>
          <WhyHere candidate={candidate} neighbours={neighboursOf(candidate, all)} />
          <ScoreList candidate={candidate} lanes={lanesOf(all)} />
        </Part>
        <Part title={t('journey.reasons')}>
          {decisions.length === 0 ? <p className="text-12 text-muted">{t('journey.noReasons')}</p> : null}
          <ul className="space-y-1 text-12">
            {decisions.map(({ stage, decision }) => (
              <li key={`${stage} ${decision.decision} ${decision.reason}`} className="flex gap-2">
                <span className="w-28 shrink-0 truncate text-muted">{t(`stages.names.${stage}`)}</span>
                <span className="min-w-0 flex-1 text-soft">
                  <span className="font-medium text-ink">{decisionText(decision.decision)}</span>
                  {[saidReason(decision, nameOf), decision.byHand ? '' : t(`stages.actors.${decision.by}`)]
                    .filter(Boolean)
                    .map((text) => ` · ${text}`)}
                </span>
              </li>
            ))}
          </ul>
        </Part>
        <Part title={t('journey.text')}>
          {section === '' ? null : (
            <p data-testid="candidate-section" className="mb-1 text-12 break-words text-muted">
              {section}
            </p>
          )}
          <p className="font-serif text-14 break-words whitespace-pre-wrap text-soft">{chunk.text}</p>
          <Button
            look="line"
            data-testid="open-place"
            className="mt-2"
            icon={remembered ? <MessageSquare size={14} aria-hidden /> : <BookOpen size={14} aria-hidden />}
            onClick={() => openPlace(candidate)}
          >
            {remembered
              ? t('journey.openConversation')
              : chunk.pages.length > 0 && placeKind(chunk) === 'page'
                ? t('inspector.written.openPage')
                : t('inspector.written.openSource')}
            {remembered ? null : <span className="font-normal text-muted">{formatPlace(chunk)}</span>}
          </Button>
        </Part>
      </div>
    </div>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="min-w-0">
      <h4 className="mb-1 text-12 font-semibold text-ink">{title}</h4>
      {children}
    </section>
  );
}
