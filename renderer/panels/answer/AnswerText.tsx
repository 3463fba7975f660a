// biome-ignore-all lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
import type { Citation, CitedSentence } from '@shared/contract/index';
import { formats } from '@shared/formats';
import { visibleText } from '@shared/visible-text';
import { t } from '@shared/words/index';
import { createContext, memo, type ReactNode, useContext, useMemo } from 'react';
import Markdown, { type Components, type ExtraProps } from 'react-markdown';
import rehypeSanitize from 'rehype-sanitize';
import remarkGfm from 'remark-gfm';
import { host } from '../../bridge/host';
import { CitationChip } from './CitationChip';
import { type MarkerPlace, rehypeCitations } from './citation-markers';
import { bestSentences, oneSentence, rehypeLitSentences } from './lit-sentences';
import { CodeBlock } from './markdown/CodeBlock';
import { type Formula, FormulaText, rehypeFormulas, withoutFormulas } from './markdown/FormulaText';
import { steadyMarkdown } from './markdown/steady-markdown';

interface AnswerTextProps {
  readonly markdown: string;
  /** Whether more of it is to come. */
  readonly growing?: boolean;
  readonly citations: readonly Citation[];
  /** The sentences that cite, in order; none while an answer streams. */
  readonly cited?: readonly CitedSentence[] | undefined;
  /**
   * It is made of quoted places: the sentence of each that answers best is lit, and nothing is a formula where a place
   * is of another file than Markdown.
   */
  readonly quoted?: boolean;
  /** The one sentence to light, of a passage; the quoted sentences of each citation where absent. */
  readonly best?: string;
  /** The citation that the side panel shows now. */
  readonly current: number | null;
  open(place: MarkerPlace): void;
}

/**
 * An answer's Markdown with its markers as chips, its formulas, code and tables. HTML in it is shown as text, and no
 * image is ever fetched for it.
 */
export const AnswerText = memo(function AnswerText({
  markdown,
  growing = false,
  citations,
  cited,
  quoted = false,
  best,
  current,
  open,
}: AnswerTextProps) {
  const known = useMemo(() => new Map(citations.map((citation) => [citation.marker, citation])), [citations]);
  const isMarkdown = !quoted || citations.every(({ mime }) => mime === formats.md.mime);
  const text = useMemo(
    () => withoutFormulas(visibleText(growing ? steadyMarkdown(markdown) : markdown), isMarkdown),
    [markdown, growing, isMarkdown],
  );
  const { formulas } = text;
  const rehypePlugins = useMemo(
    () => [
      rehypeHtmlAsText,
      rehypeSanitize,
      rehypeFormulas(formulas),
      rehypeLitSentences(best === undefined ? bestSentences(quoted ? citations : [], cited ?? []) : oneSentence(best)),
      rehypeCitations(new Set(known.keys()), cited),
    ],
    [formulas, quoted, best, citations, known, cited],
  );
  return (
    <AnswerParts value={{ known, cited, formulas, current, open }}>
      <div dir="auto" className="prose content">
        <Markdown remarkPlugins={[remarkGfm]} rehypePlugins={rehypePlugins} components={components}>
          {text.markdown}
        </Markdown>
      </div>
    </AnswerParts>
  );
});

interface Parts extends Pick<AnswerTextProps, 'cited' | 'current' | 'open'> {
  readonly known: ReadonlyMap<number, Citation>;
  readonly formulas: readonly Formula[];
}

/** The components of an answer's elements. They are the same at every word: none is made again. */
const AnswerParts = createContext<Parts | null>(null);

function Cite({ node }: ExtraProps) {
  const parts = useContext(AnswerParts);
  const citation = parts?.known.get(Number(node?.properties.dataMarker));
  if (!parts || !citation) return null;
  const sentence = parts.cited?.[Number(node?.properties.dataSentence)] ?? null;
  const isCurrent = citation.marker === parts.current;
  return <CitationChip citation={citation} sentence={sentence} current={isCurrent} open={parts.open} />;
}

function FormulaOf({ node }: ExtraProps) {
  const formula = useContext(AnswerParts)?.formulas[Number(node?.properties.dataFormula)];
  return formula ? <FormulaText formula={formula} /> : null;
}

/** Whether a cell holds an amount or a date and no words, besides what cites: half of it would read as another one. */
const isFigure = (cell: ReactNode): boolean =>
  /^[^\p{L}]*\d[^\p{L}]*$/u.test(
    [cell]
      .flat()
      .filter((part) => typeof part === 'string')
      .join(''),
  );

const elements: Components = {
  cite: Cite,
  pre: ({ node, children }) => {
    const code = node?.children[0];
    if (code?.type !== 'element' || code.tagName !== 'code') return <pre tabIndex={0}>{children}</pre>;
    const words = code.children.map((child) => (child.type === 'text' ? child.value : '')).join('');
    const names = code.properties.className;
    const named = Array.isArray(names) ? names.map(String).find((name) => name.startsWith('language-')) : undefined;
    return <CodeBlock code={words.replace(/\n$/, '')} language={named?.slice('language-'.length) ?? ''} />;
  },
  table: ({ children }) => (
    <section className="table-frame" aria-label={t('chat.table')} tabIndex={0}>
      <table>{children}</table>
    </section>
  ),
  td: ({ children, style }) => (
    <td style={style} className={isFigure(children) ? 'whitespace-nowrap' : undefined}>
      {children}
    </td>
  ),
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
};

/** `<formula>` is no element of HTML, so the type of the components does not know it. */
const components = { ...elements, formula: FormulaOf } as Components;

type Content = NonNullable<ExtraProps['node']>['children'][number];
type Node = Content | { readonly type: 'raw'; readonly value: string };

/** A rehype plugin: HTML in Markdown is shown as the text it is, neither carried out nor hidden. Runs before sanitising. */
function rehypeHtmlAsText(): (tree: { children: Content[] }) => void {
  function plain(node: Node): Content {
    if (node.type === 'raw') return { type: 'text', value: node.value };
    if (node.type === 'element') node.children = node.children.map(plain) as typeof node.children;
    return node;
  }
  return (tree) => {
    tree.children = tree.children.map(plain);
  };
}
