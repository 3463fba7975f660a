import type { Run } from '@shared/contract/index';
import { promptOrigins } from '@shared/prompt-origins';
import type { SuperPrompt } from '@shared/super-prompt';
import { type KeyboardEvent, type MouseEvent, useEffect, useMemo, useRef, useState } from 'react';
import { CopyButton } from '../components/CopyButton';
import { useShell } from '../state/shell';
import { useStages } from '../state/stages';
import { t } from '../strings/index';
import { BudgetBar } from './BudgetBar';
import { OriginNote } from './OriginNote';
import { around, promptBlocks, promptBudget } from './prompt-measure';
import { promptParts } from './prompt-parts';
import { stopOf } from './source-stop';

/** Height of a line of the prompt, as in inspector.css. */
const lineRem = 1.25;

interface PromptTabProps {
  readonly run: Run;
  readonly state: SuperPrompt;
}

/** The prompt as it is sent, byte for byte, with where every character comes from. */
export function PromptTab({ run, state }: PromptTabProps) {
  const segments = useMemo(() => promptOrigins(state), [state]);
  const blocks = useMemo(
    () => promptBlocks(segments).map((block) => ({ ...block, parts: promptParts(block, state.prompt_ready) })),
    [segments, state],
  );
  const budget = run.limits.build.tokenBudget;
  const measured = useMemo(() => promptBudget(state, segments, budget), [state, segments, budget]);
  const pinned = useStages((stages) => stages.pinned);
  const showCase = useShell((shell) => shell.showCase);
  const passage = state.base_context_chunks.find((chunk) => chunk.id === pinned)?.text ?? '';
  const pre = useRef<HTMLPreElement>(null);
  const [picked, setPicked] = useState<{ readonly of: SuperPrompt; readonly index: number } | null>(null);
  const at = picked?.of === state ? picked.index : -1;
  const segment = segments[at];

  // biome-ignore lint/correctness/useExhaustiveDependencies: another pinned chunk is another place to scroll to
  useEffect(() => {
    pre.current?.querySelector('[data-pinned]')?.scrollIntoView({ block: 'center' });
  }, [pinned, blocks]);

  if (state.prompt_ready === '') return <p className="p-4 text-muted">{t('inspector.noPrompt')}</p>;

  function under(event: MouseEvent): number {
    const marked = event.target instanceof Element ? event.target.closest('[data-segment]') : null;
    return Number(marked?.getAttribute('data-segment') ?? -1);
  }

  function pick(index: number): void {
    if (segments[index]) setPicked({ of: state, index });
  }

  /** Opens the page of the first chunk that the words come from. */
  function open(index: number): void {
    const [id] = segments[index]?.chunkIds ?? [];
    const chunk = state.base_context_chunks.find((one) => one.id === id);
    if (chunk) showCase({ kind: 'source', at: 0, stops: [stopOf(chunk)] });
  }

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
      <div className="flex shrink-0 items-start gap-2 border-b border-hairline py-3 pr-2 pl-4">
        <div className="min-w-0 flex-1">
          <BudgetBar measured={measured} counted={state.extras.token_count} />
        </div>
        <CopyButton text={() => state.prompt_ready} label={t('inspector.copyPrompt')} />
      </div>
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
        {blocks.map(({ block, parts }) => (
          <span key={parts[0]?.pieces[0]?.index} className="prompt-block" data-origin={block}>
            {parts.map(({ pieces, lines }) => (
              <span
                key={pieces[0]?.startChar}
                className="prompt-part"
                style={{ containIntrinsicBlockSize: `auto ${lines * lineRem}rem` }}
              >
                {pieces.map(({ index, startChar, endChar, segment: { field, chunkIds } }) => (
                  <span key={startChar} data-segment={index} data-picked={index === at} className="prompt-segment">
                    <Passage
                      text={state.prompt_ready.slice(startChar, endChar)}
                      passage={field === 'base_context_chunks' && chunkIds[0] === pinned ? passage : ''}
                    />
                  </span>
                ))}
              </span>
            ))}
          </span>
        ))}
      </pre>
      {segment ? <OriginNote segment={segment} state={state} close={() => setPicked(null)} /> : null}
    </>
  );
}

function Passage({ text, passage }: { readonly text: string; readonly passage: string }) {
  const [before, hit, after] = around(text, passage);
  if (hit === '') return before;
  return (
    <>
      {before}
      <mark data-pinned>{hit}</mark>
      {after}
    </>
  );
}
