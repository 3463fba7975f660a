import { deciders, type JourneyStep, journeySteps, stagePanes } from '@shared/prompt/stage-names';
import { t } from '@shared/words/index';
import { saidReason } from '@shared/words/said';
import { Download } from 'lucide-react';
import { type MouseEvent, memo, useDeferredValue, useMemo, useRef } from 'react';
import { useStages } from '../../state/stages';
import { saveFile } from '../../state/toasts';
import { IconButton } from '../../ui/Button';
import { chunkName } from '../../ui/names';
import { useTall, useWidth } from '../../ui/window-size';
import { fateColour, fateText, VerdictMark } from './CandidateRow';
import type { Fate, ShownCandidate } from './candidates';

const pad = 14;
const reach = 14;
const dropped = ['drop_irrelevant', 'drop_duplicate', 'drop_conflict'] as const;
const legend: readonly Fate[] = ['keep', ...dropped, 'recalled', 'cut', 'open'];

export function Ribbon({ candidates }: { readonly candidates: readonly ShownCandidate[] }) {
  const { hovered, pinned, hover, pin } = useStages();
  const frame = useRef<HTMLDivElement>(null);
  const drawing = useRef<SVGSVGElement>(null);
  // Whatever else a change of width belongs to, such as the inspector opening, is drawn before the threads follow.
  const width = useDeferredValue(useWidth(frame));
  // Lower than this the table below would be left without room, and the room would scroll beside it.
  const height = useTall(880) ? 216 : 148;
  const threads = useMemo(() => ribbonThreads(candidates, width, height, pad), [candidates, width, height]);
  const used = candidates.filter((candidate) => candidate.ranks.prompt).length;
  const lit = hovered ?? pinned;
  const litThread = threads.find((thread) => thread.id === lit);

  function under(event: MouseEvent): string | null {
    const box = event.currentTarget.getBoundingClientRect();
    return nearestThread(threads, { x: event.clientX - box.left, y: event.clientY - box.top }, reach);
  }

  function onMove(event: MouseEvent): void {
    const id = under(event);
    if (id !== hovered) hover(id);
  }

  return (
    <section aria-label={t('stages.ribbonTitle')} className="shrink-0">
      <div ref={frame} className="mx-[13px]">
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: the table below lists the same chunks and answers to the keys */}
        <svg
          ref={drawing}
          data-testid="ribbon"
          role="img"
          aria-label={t('stages.ribbon', { found: t('quantity.chunks', { count: candidates.length }), used })}
          width={width}
          height={height}
          viewBox={`0 0 ${width} ${height}`}
          fill="none"
          className="block"
          onMouseMove={onMove}
          onMouseLeave={() => hover(null)}
          onClick={(event) => {
            const id = under(event);
            if (id) pin(id);
          }}
        >
          {stagePanes.map((pane, at) => {
            const x = ((at + 0.5) * width) / stagePanes.length;
            return <line key={pane} x1={x} x2={x} y1={0} y2={height} stroke="var(--hairline)" />;
          })}
          <g opacity={lit === null ? 1 : 0.4}>
            <Threads threads={threads} />
          </g>
          {litThread && width > 0 ? <LitThread thread={litThread} /> : null}
        </svg>
      </div>
      <RibbonFoot candidates={candidates} lit={lit} save={() => drawing.current && saveSvg(drawing.current)} />
    </section>
  );
}

type RibbonFootProps = Readonly<{ candidates: readonly ShownCandidate[]; lit: string | null; save(): void }>;

function RibbonFoot({ candidates, lit, save }: RibbonFootProps) {
  const litCandidate = candidates.find((candidate) => candidate.chunkId === lit);
  return (
    <div className="flex h-9 items-center gap-4 border-b border-hairline pr-2 pl-4 text-12 text-muted">
      {litCandidate ? <ThreadText candidate={litCandidate} all={candidates} /> : <Legend candidates={candidates} />}
      <IconButton icon={Download} iconSize={14} label={t('stages.saveSvg')} onClick={save} />
    </div>
  );
}

function Legend({ candidates }: { readonly candidates: readonly ShownCandidate[] }) {
  const present = new Set(candidates.map((candidate) => candidate.fate));
  return (
    <div className="flex min-w-0 flex-1 gap-4 overflow-hidden">
      {legend
        .filter((fate) => present.has(fate))
        .map((fate) => (
          <span key={fate} className="flex items-center gap-1.5 whitespace-nowrap">
            <svg width="10" height="10" viewBox="-5 -5 10 10" fill="none" aria-hidden>
              <VerdictMark fate={fate} x={0} y={0} size={3.5} />
            </svg>
            {fate === 'keep' || fate === 'recalled' ? t(`stages.legend.${fate}`) : fateText(fate)}
          </span>
        ))}
    </div>
  );
}

function ThreadText({
  candidate,
  all,
}: {
  readonly candidate: ShownCandidate;
  readonly all: readonly ShownCandidate[];
}) {
  const { chunk, fate, reason } = candidate;
  const nameOf = (chunkId: string): string | undefined => {
    const named = all.find((one) => one.chunkId === chunkId);
    return named && chunkName(named.chunk);
  };
  return (
    <p className="min-w-0 flex-1 truncate text-soft">
      <span className="font-medium text-ink">{chunkName(chunk)}</span>
      {[fateText(fate), reason ? saidReason(reason, nameOf) : ''].filter(Boolean).map((text) => ` · ${text}`)}
    </p>
  );
}

const Threads = memo(function Threads({ threads }: { readonly threads: readonly Thread[] }) {
  return (
    <>
      {strokesOf(threads).map(({ look, ...stroke }) => (
        <path key={look} {...stroke} />
      ))}
      {arrivingLast(threads).map((thread) => {
        const end = thread.points.at(-1);
        const size = Math.min(3, Math.max(1, thread.spacing * 0.42));
        return end ? <VerdictMark key={thread.id} fate={thread.fate} x={end.x} y={end.y} size={size} /> : null;
      })}
    </>
  );
});

const arrivingLast = (threads: readonly Thread[]) => [...threads].sort((a, b) => Number(a.kept) - Number(b.kept));

/** Threads of one look are one path: two hundred would be drawn again at every change of width. */
function strokesOf(threads: readonly Thread[]) {
  const strokes = new Map<string, { d: string; stroke: string; strokeWidth: number; strokeOpacity: number }>();
  for (const { points, fate, kept, spacing } of arrivingLast(threads)) {
    const strokeWidth = Math.min(kept ? 1.75 : 1, Math.max(0.5, spacing * 0.45));
    const strokeOpacity = fate === 'open' ? 0.6 : 1;
    const look = `${kept} ${strokeWidth} ${strokeOpacity}`;
    const known = strokes.get(look)?.d ?? '';
    strokes.set(look, {
      d: known + threadPath(points),
      stroke: kept ? 'var(--accent)' : 'var(--edge)',
      strokeWidth,
      strokeOpacity,
    });
  }
  return [...strokes].map(([look, stroke]) => ({ look, ...stroke }));
}

function LitThread({ thread }: { readonly thread: Thread }) {
  const colour = thread.kept ? 'var(--accent)' : fateColour(thread.fate);
  const end = thread.points.at(-1);
  return (
    <g data-testid="ribbon-lit">
      <path d={threadPath(thread.points)} stroke="var(--case)" strokeWidth={7} />
      <path d={threadPath(thread.points)} stroke={colour} strokeWidth={2.5} />
      {thread.points.slice(0, -1).map((point) => (
        <circle key={`${point.x} ${point.y}`} cx={point.x} cy={point.y} r={2.5} fill={colour} />
      ))}
      {end ? <VerdictMark fate={thread.fate} x={end.x} y={end.y} size={4.5} /> : null}
    </g>
  );
}

/** Returns a drawing as its own file: `var(--x)` becomes its present colour, which only the window defines. */
function standaloneSvg(markup: string, colourOf: (variable: string) => string): string {
  const coloured = markup.replaceAll(/var\((--[a-z-]+)\)/g, (_, variable: string) => colourOf(variable));
  return coloured.includes('xmlns=') ? coloured : coloured.replace('<svg', '<svg xmlns="http://www.w3.org/2000/svg"');
}

function saveSvg(drawing: SVGSVGElement): void {
  const probe = document.createElement('span');
  document.body.append(probe);
  // `light-dark()` is only resolved in a computed colour, so each variable is put on an element and read back.
  const markup = standaloneSvg(drawing.outerHTML, (variable) => {
    probe.style.color = `var(${variable})`;
    return getComputedStyle(probe).color;
  });
  probe.remove();
  saveFile({ fileName: 'vitrine-run.svg', mime: 'image/svg+xml', content: markup });
}

type RibbonPoint = Readonly<{ x: number; y: number }>;

/** `spacing`: pixels between the ends of threads in the column where this one ends. */
type Thread = Readonly<{ id: string; points: readonly RibbonPoint[]; fate: Fate; spacing: number; kept: boolean }>;

/**
 * Draws one thread a candidate: x is the middle of the pane, y grows with the rank. The n kept chunks of a stage take
 * √(n / most) of the height; dropped ones are below, in order of arrival. `pad` pixels stay free above and below.
 */
export function ribbonThreads(candidates: readonly ShownCandidate[], width: number, height: number, pad: number) {
  const columns = journeySteps.filter((column) =>
    candidates.some((candidate) => candidate.ranks[column] !== undefined),
  );
  const most = candidates.length;
  const places = new Map<JourneyStep, ReadonlyMap<string, number>>();
  const units = new Map<JourneyStep, { readonly kept: number; readonly lost: number }>();
  const inner = height - 2 * pad;
  let entering: readonly ShownCandidate[] = candidates;
  for (const column of columns) {
    const kept = entering.filter((candidate) => typeof candidate.ranks[column] === 'number');
    const order = [...kept].sort((a, b) => (a.ranks[column] ?? 0) - (b.ranks[column] ?? 0));
    const lost = entering.filter((candidate) => candidate.ranks[column] === null);
    const unit = (inner * Math.sqrt(order.length / most)) / Math.max(order.length - 1, 1);
    const below = order.length > 0 ? order.length * unit : 0;
    // Without kept chunks there is no distance between threads: the rest takes the whole height.
    const widest = order.length > 0 ? unit : inner;
    const lostUnit = lost.length > 1 ? Math.min(widest, (inner - below) / (lost.length - 1)) : widest;
    const heights = new Map<string, number>();
    order.forEach((candidate, index) => {
      heights.set(candidate.chunkId, pad + index * unit);
    });
    lost.forEach((candidate, index) => {
      heights.set(candidate.chunkId, pad + Math.min(inner, below + index * lostUnit));
    });
    places.set(column, heights);
    units.set(column, { kept: unit, lost: lostUnit });
    entering = order;
  }
  return candidates.map((candidate) => ({
    id: candidate.chunkId,
    fate: candidate.fate,
    kept: candidate.lostAt === null,
    spacing: candidate.lostAt
      ? (units.get(candidate.lostAt)?.lost ?? 0)
      : (units.get(columns.at(-1) ?? 'retrieval')?.kept ?? 0),
    points: columns.flatMap((column) => {
      const y = places.get(column)?.get(candidate.chunkId);
      return y === undefined
        ? []
        : [{ x: ((stagePanes.indexOf(deciders[column]) + 0.5) * width) / stagePanes.length, y }];
    }),
  }));
}

const threadPath = (points: readonly RibbonPoint[]): string =>
  points
    .map(({ x, y }, index) => {
      const before = points[index - 1];
      if (!before) return `M${round(x)} ${round(y)}`;
      const middle = round((before.x + x) / 2);
      return `C${middle} ${round(before.y)} ${middle} ${round(y)} ${round(x)} ${round(y)}`;
    })
    .join('');

export function nearestThread(threads: readonly Thread[], at: RibbonPoint, reach: number): string | null {
  let best: string | null = null;
  let distance = reach;
  for (const thread of threads) {
    const y = heightAt(thread.points, at.x);
    if (y === null) continue;
    const away = Math.abs(y - at.y);
    if (away < distance) {
      distance = away;
      best = thread.id;
    }
  }
  return best;
}

/** y of a thread at x; between two panes the curve is very nearly 3u² − 2u³. Null beyond its ends. */
function heightAt(points: readonly RibbonPoint[], x: number): number | null {
  const slack = 8;
  const first = points[0];
  const last = points.at(-1);
  if (!first || !last || x < first.x - slack || x > last.x + slack) return null;
  for (let index = 1; index < points.length; index += 1) {
    const [from, to] = [points[index - 1], points[index]];
    if (!from || !to || x > to.x) continue;
    const u = Math.max(0, (x - from.x) / (to.x - from.x));
    return from.y + (to.y - from.y) * (3 * u * u - 2 * u * u * u);
  }
  return last.y;
}

const round = (value: number): number => Math.round(value * 100) / 100;
