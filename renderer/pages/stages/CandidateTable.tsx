// biome-ignore-all lint/a11y/useSemanticElements: rows of a virtual grid are placed by hand, which a <table> cannot do
// biome-ignore-all lint/a11y/useFocusableInteractive: the focus stays on the grid, which names the active row
import type { CitationOrigin, Run } from '@shared/contract/index';
import { placeKind } from '@shared/formats';
import { fromConversation } from '@shared/prompt/chunk';
import { deciders, type JourneyStep, journeySteps } from '@shared/prompt/stage-names';
import { t } from '@shared/words/index';
import { saidReason } from '@shared/words/said';
import { ArrowDown, ArrowUp, BookOpen, MessageSquare } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useState } from 'react';
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
import { editsOf, otherVerdict, useRunEdits, verdictOf } from '../../state/run-edits';
import { useStages } from '../../state/stages';
import { Button, copyText } from '../../ui/Button';
import { type MenuItem, WithMenu } from '../../ui/ContextMenu';
import { chunkName, formatPlace } from '../../ui/names';
import { formatDecimals, formatSigned } from '../../ui/quantities';
import { sortedAs, useVirtualGrid, type VirtualGrid } from '../../ui/use-virtual-grid';
import { CandidateRow, moveText, numbers, openPlace, rankWidth } from './CandidateRow';
import {
  isRight,
  moveAt,
  nextOrder,
  type Order,
  type OrderKey,
  ordered,
  type ShownCandidate,
  usualOrder,
} from './candidates';

/** Rem without the line below; a row that is unfolded is measured. */
const rowRem = 3.5;
/** The head, rem without its line, stays on top while the rows scroll below it. */
const headRem = 2;

type CandidateTableProps = Readonly<{ run: Run; candidates: readonly ShownCandidate[] }>;

type CandidateRows = ReturnType<typeof useCandidateRows>;

function useCandidateRows({ run, candidates }: CandidateTableProps) {
  const { pinned, pin } = useStages();
  const edits = useRunEdits();
  const [order, sort] = useState(usualOrder);
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set());
  const gate = run.stages.find(({ stage }) => stage === 'A3_NLI_Gate');
  const verdicts = gate?.state === 'done' ? run.snapshots.A3_NLI_Gate?.extras.verdicts : undefined;
  const asked = editsOf(edits, run);
  const sorted = useMemo(() => ordered(candidates, order), [candidates, order]);
  const verdictAbout = (chunkId: string) => verdictOf(verdicts, asked, chunkId);
  return {
    ...{ pinned, pin, order, sort, unfolded, sorted, verdictAbout },
    isGated: verdicts !== undefined,
    at: sorted.findIndex(({ chunkId }) => chunkId === pinned),
    toggle(chunkId: string): void {
      const now = verdictAbout(chunkId);
      if (now) edits.set(run.runId, `decisions.${chunkId}`, otherVerdict(now), now.original);
    },
    unfold(chunkId: string, open: boolean): void {
      const next = new Set(unfolded);
      if (open) next.add(chunkId);
      else next.delete(chunkId);
      setUnfolded(next);
    },
  };
}

function menuFor(table: CandidateRows, target: Element): readonly MenuItem[] {
  const { sorted, pinned, pin, unfolded, verdictAbout, unfold, toggle } = table;
  const id = target.closest<HTMLElement>('[data-chunk]')?.dataset.chunk ?? pinned;
  const here = sorted.find(({ chunkId }) => chunkId === id);
  if (!here) return [];
  if (here.chunkId !== pinned) pin(here.chunkId);
  const opened = unfolded.has(here.chunkId);
  return candidateMenu(here, {
    opened,
    kept: verdictAbout(here.chunkId)?.kept ?? null,
    unfold: () => unfold(here.chunkId, !opened),
    toggle: () => toggle(here.chunkId),
  });
}

function onKeyDown(
  { sorted, at, pinned, pin, toggle, unfold }: CandidateRows,
  event: KeyboardEvent,
  stepFrom: VirtualGrid['stepFrom'],
): void {
  // Buttons and texts inside the grid keep their keys.
  if (event.target !== event.currentTarget) return;
  const target = stepFrom(at, event.key);
  const here = sorted[at];
  if (target !== null) {
    const next = sorted[target];
    if (next && next.chunkId !== pinned) pin(next.chunkId);
  } else if (!here) return;
  else if (event.key === ' ') toggle(here.chunkId);
  else if (event.key === 'Enter') openPlace(here);
  else if (event.key === 'ArrowRight' || event.key === 'ArrowLeft') unfold(here.chunkId, event.key === 'ArrowRight');
  else return;
  event.preventDefault();
}

export function CandidateTable({ run, candidates }: CandidateTableProps) {
  const table = useCandidateRows({ run, candidates });
  const { sorted, at, order, sort, isGated } = table;
  const grid = useVirtualGrid({
    count: sorted.length,
    rowRem,
    headRem,
    lined: true,
    keyOf: (index) => sorted[index]?.chunkId ?? index,
  });
  const { rows } = grid;
  useEffect(() => {
    if (at >= 0) rows.scrollToIndex(at, { align: 'auto' });
  }, [at, rows]);

  if (sorted.length === 0) return null;
  return (
    <WithMenu items={(target) => menuFor(table, target)}>
      {/* The ring is its frame's: rows and head are drawn over one of its own. */}
      <div className="relative flex min-h-48 flex-1 flex-col after:pointer-events-none after:absolute after:inset-0 after:z-20 after:border-accent has-[>:focus-visible]:after:border-2">
        <div
          ref={grid.scroller}
          role="treegrid"
          data-testid="candidates"
          aria-label={t('stages.table')}
          aria-description={t('journey.keys')}
          aria-rowcount={sorted.length + 1}
          aria-activedescendant={at >= 0 ? `candidate-${sorted[at]?.chunkId}` : undefined}
          tabIndex={0}
          onKeyDown={(event) => onKeyDown(table, event, grid.stepFrom)}
          className="min-h-0 flex-1 overflow-y-auto focus-visible:outline-none"
        >
          <div role="rowgroup" className="sticky top-0 z-10 border-b border-hairline bg-case">
            <CandidateHead order={order} gated={isGated} sort={sort} />
          </div>
          <CandidateRows table={table} grid={grid} run={run} candidates={candidates} />
        </div>
      </div>
    </WithMenu>
  );
}

type CandidateRowsProps = CandidateTableProps & Readonly<{ table: CandidateRows; grid: VirtualGrid }>;

function CandidateRows({ table, grid: { rows, headHeight }, run, candidates }: CandidateRowsProps) {
  const { sorted, unfolded, isGated, verdictAbout, toggle, unfold } = table;
  const names = new Map(candidates.map(({ chunkId, chunk }) => [chunkId, chunkName(chunk)]));
  const nameOf = (chunkId: string) => names.get(chunkId);
  const highest = Math.max(0, ...candidates.map(({ scores }) => scores?.fused.value ?? 0));
  return (
    <div role="rowgroup" className="relative" style={{ height: rows.getTotalSize() }}>
      {rows.getVirtualItems().map((item) => {
        const candidate = sorted[item.index];
        if (!candidate) return null;
        const { chunkId } = candidate;
        const opened = unfolded.has(chunkId);
        return (
          <div
            key={chunkId}
            ref={rows.measureElement}
            role="presentation"
            data-index={item.index}
            style={{ transform: `translateY(${item.start - headHeight}px)` }}
            className="absolute inset-x-0 top-0 border-b border-hairline"
          >
            <CandidateRow
              candidate={candidate}
              index={item.index}
              highest={highest}
              right={isRight(run.ofSet?.relevant, candidate.chunk.documentId)}
              opened={opened}
              judged={verdictAbout(chunkId)}
              gated={isGated}
              toggle={() => toggle(chunkId)}
              nameOf={nameOf}
              unfold={() => unfold(chunkId, !opened)}
            />
            {opened ? <CandidateDetails candidate={candidate} all={candidates} run={run} nameOf={nameOf} /> : null}
          </div>
        );
      })}
    </div>
  );
}

function CandidateHead({ order, gated, sort }: Readonly<{ order: Order; gated: boolean; sort(order: Order): void }>) {
  const Arrow = order.reversed ? ArrowDown : ArrowUp;
  const head = (by: OrderKey, words: string, look: string) => {
    const here = order.by === by;
    return (
      <span key={by} role="columnheader" aria-sort={sortedAs(here ? order.reversed : null)} className={`flex ${look}`}>
        <button
          type="button"
          data-testid={`sort-${by}`}
          title={`${t(`journey.column.${by}`)} ${t('journey.sortBy', { column: words })}`}
          onClick={() => sort(nextOrder(order, by))}
          className={`relative flex items-center ${by === 'title' ? 'min-w-0' : 'shrink-0'} rounded-sm hover:text-ink ${here ? 'font-semibold text-ink' : ''}`}
        >
          <span className="truncate">{words}</span>
          {here ? <Arrow size={11} className="absolute right-full" /> : null}
        </button>
      </span>
    );
  };
  return (
    <div
      role="row"
      aria-rowindex={1}
      className="flex h-8 items-center gap-0.5 pr-3 pl-2 @3xl:gap-2 @3xl:pr-4 @3xl:pl-3 text-12 text-muted"
    >
      <span role="columnheader" className="w-6 shrink-0">
        <span className="sr-only">{t('journey.open')}</span>
      </span>
      {gated ? (
        <span role="columnheader" className="w-6 shrink-0 overflow-visible whitespace-nowrap @3xl:w-8">
          <span className="sr-only @3xl:not-sr-only">{t('edits.keepColumn')}</span>
        </span>
      ) : null}
      {journeySteps.map((step) => head(step, listName(step), `${rankWidth(step)} shrink-0 justify-end`))}
      {head('title', t('stages.columns.title'), 'min-w-0 flex-1 pl-2')}
      <span role="presentation" className={numbers}>
        {head('relevance', t('stages.columns.relevance'), 'justify-end @4xl:w-18')}
        {head('score', t('stages.columns.score'), 'justify-end @4xl:w-28')}
      </span>
      {head('fate', t('stages.columns.verdict'), 'hidden w-44 shrink-0 pl-2 @3xl:flex')}
    </div>
  );
}

const listName = (step: JourneyStep): string =>
  step === 'prompt' ? t('inspector.tabs.prompt') : t(`stages.names.${deciders[step]}`);

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

const CandidateDetails = ({ candidate, all, run, nameOf }: CandidateDetailsProps) => (
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

function candidateMenu(candidate: ShownCandidate, state: CandidateState): readonly MenuItem[] {
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
