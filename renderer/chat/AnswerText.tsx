import type { Citation, CitedSentence } from '@shared/contract/index';
import { memo, useMemo } from 'react';
import Markdown, { type Components } from 'react-markdown';
import rehypeSanitize from 'rehype-sanitize';
import remarkGfm from 'remark-gfm';
import { host } from '../state/host';
import { t } from '../strings/index';
import { CitationChip } from './CitationChip';
import { rehypeCitations } from './citation-markers';
import type { MarkerPlace } from './citation-stops';

interface AnswerTextProps {
  readonly markdown: string;
  readonly citations: readonly Citation[];
  /** The sentences that cite, in order; none while an answer streams. */
  readonly cited?: readonly CitedSentence[];
  /** The citation that the case shows now. */
  readonly current: number | null;
  open(place: MarkerPlace): void;
}

/** An answer's Markdown, sanitised, with its markers as chips. No image is ever fetched for it. */
export const AnswerText = memo(function AnswerText({ markdown, citations, cited, current, open }: AnswerTextProps) {
  const known = useMemo(() => new Map(citations.map((citation) => [citation.marker, citation])), [citations]);
  const rehypePlugins = useMemo(() => [rehypeSanitize, rehypeCitations(new Set(known.keys()), cited)], [known, cited]);
  const components = useMemo<Components>(
    () => ({
      cite: ({ node }) => {
        const citation = known.get(Number(node?.properties.dataMarker));
        const sentence = cited?.[Number(node?.properties.dataSentence)] ?? null;
        return citation ? (
          <CitationChip citation={citation} sentence={sentence} current={citation.marker === current} open={open} />
        ) : null;
      },
      img: ({ alt }) => (
        <span className="text-muted">{alt ? t('chat.imageLeftOutNamed', { alt }) : t('chat.imageLeftOut')}</span>
      ),
      a: ({ href, children }) =>
        href?.startsWith('https://') ? (
          <button type="button" className="prose-link" onClick={() => void host().openExternal(href)}>
            {children}
          </button>
        ) : (
          <span>{children}</span>
        ),
    }),
    [known, cited, current, open],
  );
  return (
    <div className="prose content">
      <Markdown remarkPlugins={[remarkGfm]} rehypePlugins={rehypePlugins} components={components}>
        {markdown}
      </Markdown>
    </div>
  );
});
