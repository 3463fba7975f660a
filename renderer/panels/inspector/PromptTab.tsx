import type { Run } from '@shared/contract/index';
import { placeKind } from '@shared/formats';
import { type OriginBlock, type OriginSegment, promptOrigins } from '@shared/prompt/prompt-origins';
import { stageIds } from '@shared/prompt/stage-names';
import { noModelCounts, type SuperPrompt } from '@shared/prompt/super-prompt';
import { t } from '@shared/words/index';
import { BookOpen, X } from 'lucide-react';
import { type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useModelNames } from '../../state/search-models';
import { showSource, stopOf } from '../../state/shell';
import { useStages } from '../../state/stages';
import { Button, CopyButton, IconButton } from '../../ui/Button';
import { chunkName, formatPlace } from '../../ui/names';
import { formatCount } from '../../ui/quantities';

/** Height of a line of the prompt, as in inspector.css. */
const lineRem = 1.25;

export function PromptTab({ run, state }: Readonly<{ run: Run; state: SuperPrompt }>) {
  const segments = useMemo(() => promptOrigins(state), [state]);
  const blocks = useMemo(
    () => promptBlocks(segments).map((block) => ({ ...block, parts: promptParts(block, state.prompt_ready) })),
    [segments, state],
  );
  const budget = run.limits.build.tokenBudget;
  const measured = useMemo(() => promptBudget(state, segments, budget), [state, segments, budget]);
  const pinned = useStages((stages) => stages.pinned);
  const pre = useRef<HTMLPreElement>(null);
  const [picked, setPicked] = useState<{ readonly of: SuperPrompt; readonly index: number } | null>(null);
  const at = picked?.of === state ? picked.index : -1;
  const segment = segments[at];

  // biome-ignore lint/correctness/useExhaustiveDependencies: another pinned chunk is another place to scroll to
  useEffect(() => {
    pre.current?.querySelector('[data-pinned]')?.scrollIntoView({ block: 'center' });
  }, [pinned, blocks]);

  if (state.prompt_ready === '') return <p className="p-4 text-muted">{t('inspector.noPrompt')}</p>;

  function pick(index: number): void {
    if (segments[index]) setPicked({ of: state, index });
  }

  const open = (index: number): void => openOrigin(state, segments[index]);

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Enter' && at >= 0) open(at);
    else if (event.key === 'ArrowRight' || event.key === 'ArrowLeft') {
      const next = Math.min(segments.length - 1, Math.max(0, at + (event.key === 'ArrowRight' ? 1 : -1)));
      pick(next);
      pre.current?.querySelector(`[data-segment="${next}"]`)?.scrollIntoView({ block: 'nearest' });
    } else return;
    event.preventDefault();
  }

  return (
    <>
      <PromptHead state={state} measured={measured} />
      {/* biome-ignore lint/a11y/useSemanticElements: the text keeps its line ends in a pre */}
      <pre
        ref={pre}
        role="region"
        data-testid="prompt-ready"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label={t('inspector.promptKeys')}
        className="prompt-text"
        onKeyDown={onKeyDown}
        onClick={(event) => pick(under(event))}
        onDoubleClick={(event) => open(under(event))}
      >
        <PromptBlocks blocks={blocks} at={at} state={state} />
      </pre>
      {segment ? <OriginNote segment={segment} state={state} close={() => setPicked(null)} /> : null}
    </>
  );
}

const PromptHead = ({ state, measured }: Readonly<{ state: SuperPrompt; measured: PromptBudget }>) => (
  <div className="flex shrink-0 items-start gap-2 border-b border-hairline py-3 pr-2 pl-4">
    <div className="min-w-0 flex-1">
      {state.System_MD === '' ? (
        <p className="mb-2 text-12 font-medium text-caution">{t('inspector.preview')}</p>
      ) : null}
      <BudgetBar measured={measured} counted={state.extras.token_count} />
    </div>
    <CopyButton text={() => state.prompt_ready} label={t('inspector.copyPrompt')} />
  </div>
);

function under(event: MouseEvent): number {
  const marked = event.target instanceof Element ? event.target.closest('[data-segment]') : null;
  return Number(marked?.getAttribute('data-segment') ?? -1);
}

function openOrigin({ base_context_chunks: chunks }: SuperPrompt, segment: OriginSegment | undefined): void {
  const [id] = segment?.chunkIds ?? [];
  const chunk = chunks.find((one) => one.id === id);
  if (chunk) showSource(stopOf(chunk));
}

interface PromptBlocksProps {
  readonly blocks: readonly (Pick<ReturnType<typeof promptBlocks>[number], 'block'> & {
    readonly parts: ReturnType<typeof promptParts>;
  })[];
  readonly at: number;
  readonly state: SuperPrompt;
}

function PromptBlocks({ blocks, at, state }: PromptBlocksProps) {
  const pinned = useStages((stages) => stages.pinned);
  const passage = state.base_context_chunks.find((chunk) => chunk.id === pinned)?.text ?? '';
  return blocks.map(({ block, parts }) => (
    <span key={parts[0]?.pieces[0]?.index} className="prompt-block" data-origin={block}>
      {parts.map(({ pieces, lines }) => (
        <span
          key={pieces[0]?.startChar}
          className="prompt-part"
          style={{ containIntrinsicBlockSize: `auto ${lines * lineRem}rem` }}
        >
          {pieces.map(({ index, startChar, endChar, segment: { field, chunkIds } }) => (
            <span key={startChar} data-segment={index} data-picked={index === at} className="prompt-segment">
              {marked(
                state.prompt_ready.slice(startChar, endChar),
                field === 'base_context_chunks' && chunkIds[0] === pinned ? passage : '',
              )}
            </span>
          ))}
        </span>
      ))}
    </span>
  ));
}

/** Marks the first occurrence of a passage in a text. */
function marked(text: string, passage: string): ReactNode {
  const at = passage === '' ? -1 : text.indexOf(passage);
  if (at < 0) return text;
  return [
    text.slice(0, at),
    <mark key={at} data-pinned>
      {passage}
    </mark>,
    text.slice(at + passage.length),
  ];
}

type BudgetBarProps = Readonly<{ measured: PromptBudget; counted: SuperPrompt['extras']['token_count'] }>;

function BudgetBar({ measured, counted }: BudgetBarProps) {
  const modelName = useModelNames();
  const { sizes, used, dropped, budget, scale } = measured;
  const share = (tokens: number): string => `${(100 * tokens) / scale}%`;
  const limit = t('inspector.budget.line', { tokens: budget });
  return (
    <div data-testid="budget">
      <p className="tabular text-12 text-muted" title={t('inspector.budget.estimated')}>
        {t('inspector.budget.used', { used, budget })}
        {dropped.chunks > 0 ? (
          <span className="text-caution">
            {' · '}
            {t('inspector.budget.dropped', { count: dropped.chunks, tokens: formatCount(dropped.tokens) })}
          </span>
        ) : null}
      </p>
      {counted ? (
        <p className="tabular text-12 text-muted" data-testid="budget-counted">
          {counted.model === noModelCounts
            ? t('inspector.budget.countedWithoutModel', { passages: counted.passages, room: counted.room })
            : t(counted.exact ? 'inspector.budget.countedExactly' : 'inspector.budget.countedRoughly', {
                passages: counted.passages,
                room: counted.room,
                model: modelName(counted.model),
              })}
        </p>
      ) : null}
      <div aria-hidden className="budget-bar mt-2">
        {sizes.map(({ block, tokens }) => (
          <span key={block} className="origin-fill" data-origin={block} style={{ width: share(tokens) }} />
        ))}
        {dropped.tokens > 0 ? (
          <span
            className="budget-cut"
            style={{ left: share(Math.max(budget, used)), width: share(dropped.tokens) }}
            title={limit}
          />
        ) : null}
        <span className="budget-line" style={{ left: share(budget) }} title={limit} />
      </div>
      <ul aria-label={t('inspector.blocks')} className="mt-2 flex flex-wrap gap-x-4 gap-y-1">
        {sizes.map(({ block, tokens }) => (
          <li key={block} data-testid={`block-${block}`} className="flex items-center gap-1.5 text-12 text-soft">
            <OriginLetter origin={block} />
            {t(`inspector.origins.${block}`)}
            <span className="tabular text-muted">{t('inspector.budget.tokens', { tokens })}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

const OriginLetter = ({ origin }: { readonly origin: OriginBlock }) => (
  <span aria-hidden className="origin-letter" data-origin={origin}>
    {origin}
  </span>
);

type OriginNoteProps = Readonly<{ segment: OriginSegment; state: SuperPrompt; close(): void }>;

function OriginNote({ segment, state, close }: OriginNoteProps) {
  const { stage, block, field } = segment;
  const chunks = segment.chunkIds.flatMap((id) => state.base_context_chunks.filter((chunk) => chunk.id === id));
  const name = stage === 'raw' ? '' : t(`stages.names.${stage}`);
  return (
    <aside
      data-testid="origin-note"
      aria-live="polite"
      className="max-h-44 shrink-0 overflow-y-auto border-t border-hairline bg-raised py-2 pr-2 pl-4"
    >
      <div className="flex items-start gap-2">
        <p className="min-w-0 flex-1 py-1.5 text-14">
          <span className="mr-2 inline-flex align-middle">
            <OriginLetter origin={block} />
          </span>
          {stage === 'raw'
            ? t('inspector.written.before')
            : t('inspector.written.by', { number: stageIds.indexOf(stage) + 1, name })}
          {field === null ? null : <span className="ml-2 font-mono text-12 text-muted">{field}</span>}
        </p>
        <IconButton icon={X} iconSize={14} label={t('app.close')} onClick={close} />
      </div>
      {chunks.map((chunk) => (
        <p key={chunk.id} className="flex items-center gap-2 text-12 text-soft">
          <span className="min-w-0 flex-1 truncate" title={chunk.id}>
            {chunkName(chunk)}
          </span>
          <span className="tabular shrink-0 text-muted">{formatPlace(chunk)}</span>
          <Button look="ghost" data-testid="open-origin" icon={BookOpen} onClick={() => showSource(stopOf(chunk))}>
            {chunk.pages.length > 0 && placeKind(chunk) === 'page'
              ? t('inspector.written.openPage')
              : t('inspector.written.openSource')}
          </Button>
        </p>
      ))}
    </aside>
  );
}

interface PromptBlock {
  readonly block: OriginBlock;
  readonly segments: readonly { readonly segment: OriginSegment; readonly index: number }[];
}

type BlockSize = Readonly<{ block: OriginBlock; characters: number; tokens: number }>;

type PromptBudget = ReturnType<typeof promptBudget>;

const order: readonly OriginBlock[] = ['S', 'P', 'C', 'A', 'H'];
/** For English prose, if the state holds no chunk to measure. */
const usualRate = 0.25;

export function promptBlocks(segments: readonly OriginSegment[]): readonly PromptBlock[] {
  const blocks: { block: OriginBlock; segments: { segment: OriginSegment; index: number }[] }[] = [];
  segments.forEach((segment, index) => {
    const last = blocks.at(-1);
    if (last?.block === segment.block) last.segments.push({ segment, index });
    else blocks.push({ block: segment.block, segments: [{ segment, index }] });
  });
  return blocks;
}

/** Tokens a character, measured on the state's chunks: their tokens were counted when they were read in. */
export function tokensPerCharacter({ base_context_chunks: chunks }: Pick<SuperPrompt, 'base_context_chunks'>): number {
  const characters = chunks.reduce((sum, { text }) => sum + text.length, 0);
  return characters === 0 ? usualRate : chunks.reduce((sum, { tokenCount }) => sum + tokenCount, 0) / characters;
}

/** @param budget tokens of the whole prompt, `limits.build.tokenBudget` */
export function promptBudget(state: SuperPrompt, segments: readonly OriginSegment[], budget: number) {
  const characters = charactersOf(segments);
  const { passages = Infinity, rest = 0 } = state.extras.token_count ?? {};
  // A4 has counted what the prompt takes at most: an estimate above that is wrong.
  const rate = Math.min(tokensPerCharacter(state), (passages + rest) / Math.max(1, characters));
  const sizes = order.flatMap((block): BlockSize[] => {
    const own = charactersOf(segments.filter((segment) => segment.block === block));
    return own === 0 ? [] : [{ block, characters: own, tokens: Math.floor(own * rate) }];
  });
  const gone = new Set(state.extras.dropped_for_budget ?? []);
  const lost = state.base_context_chunks.filter(({ id }) => gone.has(id));
  const used = sizes.reduce((sum, { tokens }) => sum + tokens, 0);
  const dropped = { chunks: gone.size, tokens: lost.reduce((sum, { tokenCount }) => sum + tokenCount, 0) };
  return { sizes, used, dropped, budget, scale: Math.max(budget + dropped.tokens, used + dropped.tokens, 1) };
}

const charactersOf = (segments: readonly OriginSegment[]): number =>
  segments.reduce((sum, { startChar, endChar }) => sum + endChar - startChar, 0);

/** A stretch of a segment, in UTF-16 code units of `prompt_ready`. */
type PromptPiece = Readonly<{ index: number; segment: OriginSegment; startChar: number; endChar: number }>;

/** `lines` is how many it takes about, where `columns` characters fit a line. */
type PromptPart = Readonly<{ pieces: readonly PromptPiece[]; lines: number }>;

/** Characters from which on a part ends at the next place where it may: a little more than a screen of them. */
const enough = 1600;
/** Characters in a line of the side panel as wide as it opens. */
const columns = 44;

/**
 * Cuts a block into parts, of which the page lays out only the visible ones. A part ends after a line end that ends a
 * segment or is before words of the frame: a passage, which can be marked, is never cut.
 */
export function promptParts({ segments }: PromptBlock, prompt: string): readonly PromptPart[] {
  const parts: PromptPiece[][] = [];
  let open: PromptPiece[] = [];
  let length = 0;
  const add = (piece: PromptPiece): void => {
    if (piece.startChar === piece.endChar) return;
    open.push(piece);
    length += piece.endChar - piece.startChar;
    if (length < enough || prompt[piece.endChar - 1] !== '\n') return;
    parts.push(open);
    open = [];
    length = 0;
  };
  for (const { segment, index } of segments) {
    const { startChar, endChar, field } = segment;
    // After the line ends that words of the frame begin with.
    let cut = startChar;
    while (field === null && cut < endChar && prompt[cut] === '\n') cut += 1;
    add({ index, segment, startChar, endChar: cut });
    add({ index, segment, startChar: cut, endChar });
  }
  if (open.length > 0) parts.push(open);
  return parts.map((pieces) => ({ pieces, lines: linesOf(pieces, prompt) }));
}

function linesOf(pieces: readonly PromptPiece[], prompt: string): number {
  const text = prompt.slice(pieces[0]?.startChar, pieces.at(-1)?.endChar);
  const lines = text.replace(/\n$/, '').split('\n');
  return lines.reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / columns)), 0);
}
