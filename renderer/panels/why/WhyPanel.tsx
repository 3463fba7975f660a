import type { Answer, Run } from '@shared/contract/index';
import { type Chunk, fromConversation } from '@shared/prompt/chunk';
import { type ChunkJourney, chunkJourneys } from '@shared/prompt/chunk-journey';
import { t } from '@shared/words/index';
import { placeInDocument, saidMissing } from '@shared/words/said';
import { Layers, X } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { useAnswer } from '../../bridge/use-answer';
import { useChat } from '../../state/chat/chat';
import { scopeOfAnswer } from '../../state/chat/question-draft';
import { type SourceStop, stopOf, useShell } from '../../state/shell';
import { useStages } from '../../state/stages';
import { Button, IconButton } from '../../ui/Button';
import { focusWhenThere } from '../../ui/focus';
import { ErrorNote, Notices } from '../../ui/Notices';
import { useScopeNames } from '../scope/scope-choices';
import { PassageLink } from '../source/PassageLink';

/** Opens the run behind an answer. The pressed button goes with its room: the focus moves to the new one. */
export function openRunOfAnswer(runId: string): void {
  useShell.getState().go('stages');
  void useStages.getState().openRun(runId, true);
  focusWhenThere('[data-pane="centre"]');
}

export function WhyPanel({ messageId }: { readonly messageId: string }) {
  const answer = useChat(({ exchanges }) => exchanges.find((one) => one.answer?.messageId === messageId)?.answer);
  const close = useShell((state) => state.closeSidePanel);
  useEffect(() => {
    if (!answer) close('chat');
  }, [answer, close]);
  return answer ? <WhyOfAnswer answer={answer} /> : null;
}

function WhyOfAnswer({ answer }: { readonly answer: Answer }) {
  const { messageId, runId, outcome, quoted, notices } = answer;
  const { data: run, error } = useAnswer('run.get', runId === null ? null : { runId });
  const gone = error?.code === 'run-not-found';
  const whole = run?.stages.every(({ state }) => state === 'done') ?? false;
  // A count or calculation rests on no passages, even if some were found.
  const ofPassages = !answer.census && !answer.whole && !answer.calculation;
  const account = run && whole && ofPassages ? accountOf(run, answer) : null;
  const none = outcome === 'nothing';
  const missing = none ? saidMissing(answer) : '';
  // The source leads back to the answer.
  const open = (stop: SourceStop) =>
    useShell.getState().showSidePanel({ kind: 'source', stops: [stop], at: 0, back: { kind: 'why', messageId } });
  return (
    <div data-testid="why-panel" className="flex min-h-0 flex-1 flex-col">
      <header className="flex h-12 shrink-0 items-center gap-2 border-b border-hairline pr-2 pl-4">
        <h2 className="truncate text-14 font-semibold">{t(none ? 'chat.whyNone' : 'chat.why')}</h2>
        <IconButton
          icon={X}
          label={t('app.close')}
          className="ml-auto"
          onClick={() => useShell.getState().closeSidePanel()}
        />
      </header>
      <div className="min-h-0 flex-1 space-y-6 overflow-y-auto px-4 py-4">
        {gone ? (
          <p data-testid="why-gone" className="content text-14 text-soft">
            {t('why.gone')}
          </p>
        ) : (
          <ErrorNote error={error} />
        )}
        {run && !whole ? <p className="content text-14 text-soft">{t('why.changed')}</p> : null}
        <WholeLine answer={answer} />
        {account ? <Funnel account={account} quoted={quoted || none} /> : null}
        {missing === '' ? null : <p className="content text-14 text-soft">{missing}</p>}
        <UsedPassages answer={answer} open={open} />
        {account ? <NearMisses near={account.near} none={none} open={open} /> : null}
        {run ? <ReadIn answer={answer} run={run} /> : null}
        <Notices notices={notices} />
      </div>
      {runId === null || gone ? null : (
        <footer className="flex shrink-0 border-t border-hairline px-4 py-3">
          <Button data-testid="open-in-stages" icon={Layers} onClick={() => openRunOfAnswer(runId)}>
            {t('why.openStages')}
          </Button>
        </footer>
      )}
    </div>
  );
}

type Opens = { open(stop: SourceStop): void };

function UsedPassages({ answer: { citations, quoted }, open }: Opens & { readonly answer: Answer }) {
  if (citations.length === 0) return null;
  const sorted = [...citations].sort((one, other) => one.marker - other.marker);
  return (
    <Part title={t(quoted ? 'why.used.quoted' : 'why.used.cited')}>
      {sorted.map((citation) => (
        <PassageLink
          key={citation.marker}
          passage={citation}
          words={citation.snippet}
          marker={citation.marker}
          testId="why-used"
          open={() => {
            const whole = stopOf(citation);
            open({ ...whole, span: citation.spans?.[0] ?? whole.span, spans: citation.spans });
          }}
        />
      ))}
    </Part>
  );
}

const NearMisses = ({ near, none, open }: Opens & Readonly<{ near: readonly NearMiss[]; none: boolean }>) =>
  near.length === 0 ? null : (
    <Part title={t(none ? 'chat.closest' : 'why.near')}>
      {near.map((miss) => (
        <PassageLink
          key={miss.chunk.id}
          testId="near-miss"
          passage={miss.chunk}
          words={miss.chunk.text.slice(0, firstWords)}
          note={reasonOf(miss)}
          open={() => open(stopOf(miss.chunk))}
        />
      ))}
    </Part>
  );

function WholeLine({ answer: { census, whole, calculation } }: { readonly answer: Answer }) {
  const looked = census ?? whole;
  if (!looked && !calculation) return null;
  const line = [
    looked ? t('why.looked', { count: looked.looked }) : '',
    census ? t('why.counted', { count: census.found.length }) : '',
    !looked && calculation ? t('why.rows', { count: calculation.rows }) : '',
  ];
  return (
    <section>
      <p data-testid="why-line" className="content text-14 font-medium">
        {line.filter(Boolean).join(' → ')}
      </p>
      {census && census.unclear > 0 ? (
        <p className="content mt-1 text-12 text-muted">{t('chat.census.unclear', { count: census.unclear })}</p>
      ) : null}
      {!looked && calculation ? (
        <ol className="content mt-2 list-decimal space-y-0.5 ps-6 text-14 text-soft marker:text-muted">
          {calculation.steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      ) : null}
    </section>
  );
}

const firstWords = 240;

const widest = 88;

function Funnel({ account, quoted }: { readonly account: AnswerAccount; readonly quoted: boolean }) {
  const all = [
    ['found', account.found],
    ['relevant', account.relevant],
    ['prompt', account.prompt],
    [quoted ? 'quoted' : 'cited', account.used],
  ] as const;
  // Nothing comes of nothing.
  const steps = account.found === 0 ? all.slice(0, 1) : all;
  const wide = (count: number) => (count === 0 ? 0 : Math.max(2, Math.sqrt(count / account.found) * widest));
  return (
    <section>
      <p data-testid="why-line" className="content text-14 font-medium">
        {steps.map(([step, count]) => t(`why.${step}`, { count })).join(' → ')}
      </p>
      {account.found === 0 ? null : (
        <ul className="mt-3 space-y-0.5">
          {steps.map(([step, count]) => (
            <li key={step} className="flex items-center gap-3 text-12">
              <svg width={widest} height="18" aria-hidden className="shrink-0">
                {/* Centred: together they form a funnel. */}
                <rect x={(widest - wide(count)) / 2} width={wide(count)} height="18" rx="2" fill="var(--accent)" />
              </svg>
              <span className="min-w-0">
                <span className="font-medium">{t(`why.${step}`, { count })}</span>{' '}
                <span className="text-muted">{t(`why.means.${step}`)}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

const Part = ({ title, list = true, children }: Readonly<{ title: string; list?: boolean; children: ReactNode }>) => (
  <section>
    <h3 className="mb-1 text-12 text-muted">{title}</h3>
    {list ? <ul className="-mx-2">{children}</ul> : children}
  </section>
);

function reasonOf({ why, other }: NearMiss): string {
  if (other && why === 'same') return t('why.left.sameAs', { other: placeInDocument(other) });
  if (other && why === 'contradicts') return t('why.left.contradictsOf', { other: placeInDocument(other) });
  return t(`why.left.${why}`);
}

function ReadIn({ answer, run }: { readonly answer: Answer; readonly run: Run }) {
  const names = useScopeNames(scopeOfAnswer(answer));
  const { acronyms = [] } = run.snapshots.Retrieval?.extras.query ?? {};
  const read = [
    answer.searchedFor === undefined ? '' : t('chat.searchedFor', { question: answer.searchedFor }),
    ...acronyms.map((one) => t('why.acronym', one)),
    names.length === 0 ? '' : t('chat.lookedIn', { names }),
  ].filter(Boolean);
  if (read.length === 0) return null;
  return (
    <Part title={t('why.read')} list={false}>
      <p className="content text-14 text-soft">{read.join(' · ')}</p>
    </Part>
  );
}

/** Why a passage is not in the answer: of those in the prompt, of relevant ones, and of the others. */
const groups = [
  ['silent', 'unused', 'uncited'],
  ['window', 'room', 'same', 'contradicts', 'hand'],
  ['rank', 'empty', 'behind', 'far'],
] as const;

type LeftOut = (typeof groups)[number][number];

const kinds: Readonly<Record<string, LeftOut>> = {
  'not-selected': 'room',
  'over-cap': 'room',
  'no-room': 'room',
  'beyond-n2': 'rank',
  'beyond-cap': 'rank',
  'near-duplicate': 'same',
  'model-duplicate': 'same',
  'differs-number': 'contradicts',
  'differs-date': 'contradicts',
  'nli-conflict': 'contradicts',
  'model-conflict': 'contradicts',
  'trivial-text': 'empty',
  'below-share-of-best': 'behind',
};

type NearMiss = Readonly<{ chunk: Chunk; why: LeftOut; other: Chunk | null }>;

type AnswerAccount = ReturnType<typeof accountOf>;

const told = 3;

export function accountOf(run: Run, answer: Answer) {
  const chunks = new Map(run.snapshots.Retrieval?.base_context_chunks.map((chunk) => [chunk.id, chunk]));
  const journeys = chunkJourneys(run).filter(({ chunkId }) => !fromConversation(chunks.get(chunkId)));
  const used = new Set(answer.citations.map(({ chunkId }) => chunkId));
  const dropped = new Set(answer.dropped?.map(({ chunkId }) => chunkId));
  const passed = (step: 'a3' | 'prompt') => journeys.filter(({ ranks }) => typeof ranks[step] === 'number');

  const missed = journeys
    .filter(({ chunkId }) => !used.has(chunkId))
    .map((journey) => ({ journey, why: leftOut(journey, answer, dropped) }))
    .sort((one, other) => place(one.journey) - place(other.journey));
  const close = groups.flatMap((group) => missed.filter(({ why }) => group.some((one) => one === why)).slice(0, told));
  // Without an answer, the chat has named the nearest.
  const nearest = (answer.outcome === 'nothing' ? (answer.passages ?? []) : []).flatMap(({ chunkId }) =>
    missed.filter(({ journey }) => journey.chunkId === chunkId),
  );
  return {
    found: journeys.length,
    relevant: passed('a3').length,
    prompt: passed('prompt').length,
    used: used.size,
    near: [...new Set([...nearest, ...close])].flatMap(({ journey: { chunkId, reason }, why }): NearMiss[] => {
      const chunk = chunks.get(chunkId);
      const other = chunks.get(String(reason?.values?.chunk)) ?? null;
      return chunk ? [{ chunk, why, other: why === 'same' || why === 'contradicts' ? other : null }] : [];
    }),
  };
}

function leftOut(
  { chunkId, inPrompt, reason, byHand, droppedBy }: ChunkJourney,
  answer: Answer,
  dropped: ReadonlySet<string>,
): LeftOut {
  if (dropped.has(chunkId)) return 'window';
  if (inPrompt && answer.outcome === 'nothing') return 'silent';
  if (inPrompt) return answer.quoted ? 'unused' : 'uncited';
  if (byHand && droppedBy === 'A3_NLI_Gate') return 'hand';
  return kinds[reason?.code ?? ''] ?? 'far';
}

const place = ({ ranks }: ChunkJourney): number => ranks.reranked ?? Number.MAX_SAFE_INTEGER;
