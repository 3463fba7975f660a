// biome-ignore-all lint/a11y/useSemanticElements: rows of a virtual grid are placed by hand, which a <table> cannot do
// biome-ignore-all lint/a11y/useFocusableInteractive: the focus stays on the grid
import type { CitationOrigin, Run } from '@shared/contract/index';
import { placeKind } from '@shared/formats';
import { fromConversation } from '@shared/prompt/chunk';
import { deciders, journeySteps } from '@shared/prompt/stage-names';
import { t } from '@shared/words/index';
import { saidReason } from '@shared/words/said';
import { BookOpen, MessageSquare } from 'lucide-react';
import type { ReactNode } from 'react';
import { decisionsAbout, decisionText } from '../../panels/inspector/DecisionsTab';
import {
  gapBetween,
  isKnownPart,
  lanesOf,
  type ScoreGap,
  ScoreList,
  type ScorePart,
  seen,
} from '../../panels/scores/ScoreList';
import { useChat } from '../../state/chat/chat';
import { Button, copyText } from '../../ui/Button';
import type { MenuItem } from '../../ui/ContextMenu';
import { formatPlace } from '../../ui/names';
import { formatDecimals, formatSigned } from '../../ui/quantities';
import { moveText, openPlace } from './CandidateRow';
import { moveAt, type ShownCandidate } from './candidates';

const namedBy =
  (runId: string, chunkId: string) =>
  ({ exchanges }: Pick<ReturnType<typeof useChat.getState>, 'exchanges'>): CitationOrigin | undefined =>
    exchanges
      .find(({ answer }) => answer?.runId === runId)
      ?.answer?.citations.find((citation) => citation.chunkId === chunkId)?.origin;

interface CandidateDetailsProps {
  readonly candidate: ShownCandidate;
  readonly all: readonly ShownCandidate[];
  readonly run: Run;
  nameOf(chunkId: string): string | undefined;
}

export const CandidateDetails = ({ candidate, all, run, nameOf }: CandidateDetailsProps) => (
  <div role="row" aria-level={2}>
    <div
      role="gridcell"
      data-testid="candidate-details"
      className="content grid grid-cols-1 gap-x-8 gap-y-3 bg-ground px-4 pt-3 pb-4 pl-11 @3xl:grid-cols-2"
    >
      <Way candidate={candidate} runId={run.runId} />
      <Section title={t('journey.scores')}>
        <WhyHere candidate={candidate} all={all} />
        <ScoreList candidate={candidate} lanes={lanesOf(all)} />
      </Section>
      <Reasons chunkId={candidate.chunk.id} run={run} nameOf={nameOf} />
      <ChunkText candidate={candidate} />
    </div>
  </div>
);

function Way({ candidate, runId }: Readonly<{ candidate: ShownCandidate; runId: string }>) {
  const { chunk, citation, contextLines, byHand } = candidate;
  const origin = useChat(namedBy(runId, chunk.id));
  return (
    <Section title={t('journey.way')}>
      <ol className="space-y-0.5 text-12">
        {journeySteps.map((step) => {
          const move = moveAt(candidate, step);
          return move ? (
            <li key={step} className="flex gap-2">
              <span className="w-28 shrink-0 truncate text-muted">{t(`stages.names.${deciders[step]}`)}</span>
              <span className="text-soft">
                {step === 'prompt' && citation !== null ? t('journey.cited', { citation }) : moveText(move, candidate)}
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
    </Section>
  );
}

interface ReasonsProps extends Pick<CandidateDetailsProps, 'run' | 'nameOf'> {
  readonly chunkId: string;
}

function Reasons({ chunkId, run, nameOf }: ReasonsProps) {
  const decisions = decisionsAbout(run, chunkId);
  return (
    <Section title={t('journey.reasons')}>
      {decisions.length === 0 ? <p className="text-12 text-muted">{t('journey.noReasons')}</p> : null}
      <ul className="space-y-1 text-12">
        {decisions.map(({ stage, decision }) => (
          <li key={`${stage} ${decision.decision} ${decision.reason.code}`} className="flex gap-2">
            <span className="w-28 shrink-0 truncate text-muted">{t(`stages.names.${stage}`)}</span>
            <span className="min-w-0 flex-1 text-soft">
              <span className="font-medium text-ink">{decisionText(decision.decision)}</span>
              {[saidReason(decision.reason, nameOf), decision.byHand ? '' : t(`stages.actors.${decision.by}`)]
                .filter(Boolean)
                .map((text) => ` · ${text}`)}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function ChunkText({ candidate }: { readonly candidate: ShownCandidate }) {
  const { chunk } = candidate;
  const remembered = fromConversation(chunk);
  const isOnPage = chunk.pages.length > 0 && placeKind(chunk) === 'page';
  const section = remembered || chunk.section === 'N/A' ? '' : chunk.section;
  return (
    <Section title={t('journey.text')}>
      {section === '' ? null : (
        <p dir="auto" className="mb-1 text-12 break-words text-muted">
          {section}
        </p>
      )}
      <p dir="auto" className="font-serif text-14 break-words whitespace-pre-wrap text-soft">
        {chunk.text}
      </p>
      <Button className="mt-2" icon={remembered ? MessageSquare : BookOpen} onClick={() => openPlace(candidate)}>
        {remembered ? t('journey.openConversation') : t(`inspector.written.${isOnPage ? 'openPage' : 'openSource'}`)}
        {remembered ? null : <span className="font-normal text-muted">{formatPlace(chunk)}</span>}
      </Button>
    </Section>
  );
}

const Section = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <section className="min-w-0">
    <h4 className="mb-1 text-12 font-semibold text-ink">{title}</h4>
    {children}
  </section>
);

function WhyHere({ candidate, all }: Pick<CandidateDetailsProps, 'candidate' | 'all'>) {
  const place = candidate.ranks.retrieval ?? 0;
  const lines = (['behind', 'ahead'] as const).flatMap((id) => {
    const to = id === 'behind' ? place - 1 : place + 1;
    const scores = all[to - 1]?.scores ?? null;
    const gap = id === 'behind' ? gapBetween(scores, candidate.scores) : gapBetween(candidate.scores, scores);
    return gap ? [{ id, to, gap: gap.value, parts: partsOf(gap) }] : [];
  });
  if (lines.length === 0) return null;
  return (
    <ul data-testid="why-here" className="mb-2 space-y-0.5 text-12 text-soft">
      {lines.map(({ id, to, gap, parts }) => (
        <li key={id}>
          {t(gap < seen ? 'journey.why.even' : `journey.why.${id}`, { gap: formatDecimals(gap, 3), place: to })}
          {parts.length > 0 ? `: ${parts.map((part) => partText(part, id === 'behind' ? -1 : 1)).join(', ')}` : ''}
        </li>
      ))}
    </ul>
  );
}

const partsOf = ({ parts, rest }: ScoreGap): readonly ScorePart[] =>
  Math.abs(rest) < seen ? parts : [...parts, { name: 'rest', value: rest }];

const nameOf = (name: string): string => {
  if (name === 'rest') return t('scores.restOfParts');
  return isKnownPart(name) ? t(`scores.partNames.${name}`) : name;
};

const partText = ({ name, value }: ScorePart, sign: 1 | -1): string =>
  `${nameOf(name)} ${formatSigned(sign * value, 3)}`;

type CandidateState = Readonly<{ opened: boolean; kept: boolean | null; unfold(): void; toggle(): void }>;

export function candidateMenu(candidate: ShownCandidate, state: CandidateState): readonly MenuItem[] {
  const { opened, kept, unfold, toggle } = state;
  const { chunk } = candidate;
  const selected = getSelection()?.toString().trim() ?? '';
  return [
    ...(selected === ''
      ? []
      : [{ id: 'copy-selection', label: t('chat.copySelection'), run: () => copyText(selected) }]),
    {
      id: 'open',
      label: t(fromConversation(chunk) ? 'journey.openConversation' : 'journey.openSource'),
      command: 'list-open',
      apart: selected !== '',
      run: () => openPlace(candidate),
    },
    { id: 'unfold', label: t(opened ? 'journey.close' : 'journey.open'), run: unfold },
    ...(kept === null
      ? []
      : [{ id: 'keep', label: t(kept ? 'journey.takeOut' : 'journey.putIn'), apart: true, run: toggle }]),
    { id: 'copy-chunk', label: t('document.copyChunk'), apart: true, run: () => copyText(chunk.text) },
  ];
}
