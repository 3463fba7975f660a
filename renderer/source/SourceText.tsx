// biome-ignore-all lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
import type { DocumentSource } from '@shared/contract/index';
import { useEffect, useMemo, useRef } from 'react';
import { t } from '../strings/index';
import { type Segment, textBlocks } from './text-segments';

interface SourceTextProps {
  readonly source: DocumentSource;
  readonly span: { readonly startChar: number; readonly endChar: number } | null;
}

/** The text as it was chunked: page marks between, chunk numbers in the margin, the passage lit. */
export function SourceText({ source, span }: SourceTextProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const blocks = useMemo(() => textBlocks(source, span), [source, span]);
  const lost = span !== null && (span.startChar >= source.text.length || span.endChar <= span.startChar);

  // biome-ignore lint/correctness/useExhaustiveDependencies: new blocks mean another passage to bring into view
  useEffect(() => {
    const mark = scroller.current?.querySelector('[data-highlight]');
    if (mark) mark.scrollIntoView({ block: 'center' });
    else if (scroller.current) scroller.current.scrollTop = 0;
  }, [blocks]);

  return (
    <section
      ref={scroller}
      data-testid="source-viewer"
      aria-label={t('source.region', { title: source.document.title })}
      tabIndex={0}
      className="content min-h-0 flex-1 overflow-y-auto focus-visible:outline-offset-[-3px]"
    >
      {lost ? <p className="px-4 pt-4 text-14 text-caution">{t('source.gone')}</p> : null}
      <div className="source-text">
        {blocks.map((block) => (
          <div key={block.from} className="source-block">
            {block.page !== null ? <p className="source-page">{t('source.page', { page: block.page })}</p> : null}
            {block.segments.map((segment) => (
              <Piece key={segment.from} segment={segment} text={source.text.slice(segment.from, segment.to)} />
            ))}
          </div>
        ))}
      </div>
    </section>
  );
}

function Piece({ segment, text }: { readonly segment: Segment; readonly text: string }) {
  const body = segment.highlighted ? (
    <mark data-highlight data-testid="source-highlight" className={segment.shared ? 'source-shared' : undefined}>
      {text}
    </mark>
  ) : segment.shared ? (
    <span className="source-shared">{text}</span>
  ) : (
    text
  );
  return (
    <>
      {segment.chunkStarts.map((n) => (
        <span key={n} role="img" aria-label={t('source.chunk', { number: n })} className="source-chunk" data-n={n} />
      ))}
      {body}
    </>
  );
}
