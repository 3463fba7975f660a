import type { SuperPrompt } from '@shared/super-prompt';
import { useEffect, useMemo, useRef } from 'react';
import { CopyButton } from '../components/CopyButton';
import { formatPercent } from '../components/quantities';
import { useStages } from '../state/stages';
import { t } from '../strings/index';
import { around, type Origin, originSizes, promptBlocks } from './prompt-blocks';

/** The prompt as it is sent, byte for byte, with where each part comes from in the margin. */
export function PromptTab({ state }: { readonly state: SuperPrompt }) {
  const blocks = useMemo(() => promptBlocks(state), [state]);
  const sizes = useMemo(() => originSizes(blocks), [blocks]);
  const pinned = useStages((stages) => stages.pinned);
  const passage = state.base_context_chunks.find((chunk) => chunk.id === pinned)?.text ?? '';
  const pre = useRef<HTMLPreElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another pinned chunk is another place to scroll to
  useEffect(() => {
    pre.current?.querySelector('[data-pinned]')?.scrollIntoView({ block: 'center' });
  }, [pinned, blocks]);

  if (state.prompt_ready === '') return <p className="p-4 text-muted">{t('inspector.noPrompt')}</p>;
  const total = state.prompt_ready.length;
  return (
    <>
      <div className="shrink-0 border-b border-hairline px-4 py-3">
        <div className="flex items-center">
          <p className="tabular text-12 text-muted">{t('inspector.characters', { count: total })}</p>
          <div className="ml-auto">
            <CopyButton text={() => state.prompt_ready} label={t('inspector.copyPrompt')} />
          </div>
        </div>
        <div aria-hidden className="mt-1 flex h-2 gap-px overflow-hidden rounded-full empty:hidden">
          {sizes.map(({ origin, characters }) => (
            <span key={origin} className="origin-fill" data-origin={origin} style={{ flexGrow: characters }} />
          ))}
        </div>
        <ul aria-label={t('inspector.blocks')} className="mt-2 flex flex-wrap gap-x-4 gap-y-1 empty:hidden">
          {sizes.map(({ origin, characters }) => (
            <li key={origin} className="flex items-center gap-1.5 text-12 text-soft">
              <OriginLetter origin={origin} />
              {t(`inspector.origins.${origin || 'joins'}`)}
              <span className="tabular text-muted">{formatPercent(characters / total)}</span>
            </li>
          ))}
        </ul>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <pre ref={pre} data-testid="prompt-ready" tabIndex={0} className="prompt-text">
        {withKeys(blocks).map(({ key, origin, text }) => (
          <span key={key} className="prompt-block" data-origin={origin}>
            <Passage text={text} passage={origin === 'A' ? passage : ''} />
          </span>
        ))}
      </pre>
    </>
  );
}

function withKeys<T extends { readonly text: string }>(
  blocks: readonly T[],
): readonly (T & { readonly key: number })[] {
  let at = 0;
  return blocks.map((block) => {
    const key = at;
    at += block.text.length;
    return { ...block, key };
  });
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

export function OriginLetter({ origin }: { readonly origin: Origin }) {
  return (
    <span aria-hidden className="origin-letter" data-origin={origin}>
      {origin}
    </span>
  );
}
