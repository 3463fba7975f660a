import type { Citation, CitedSentence, Run, TextSpan } from '@shared/contract';
import { cellsIn } from '@shared/place-names';
import type { TextRange } from '@shared/prompt/blocks';
import { sourceOf } from '@shared/prompt/chunk';
import { languageOfText } from '@shared/words/languages';
import type { Library, Scope, StoredDocument } from '../store';
import { quotedText } from '../text/shown-text';
import { snippetOf } from './citations';

/** Returns the language of an answer that no model writes, by the language of its question. */
export const answerLanguage = languageOfText;

/** Returns the scope of a run. */
export const scopeOfRun = ({ collection, scope, filters }: Run): Scope => ({
  ...(collection ? { collection } : {}),
  ...(scope ? { scope } : {}),
  ...(filters ? { filters } : {}),
});

/** Words in Markdown that would be marks. */
export const escapedMarkdown = (text: string): string => text.replace(/([\\`*_[\]<>#|])/gu, '\\$1');

/**
 * Returns words of a document on one line, without marks of lists, Markdown and sources; longer ones are cut at a word.
 *
 * @param mime the type of the document's file
 */
export function shownWords(text: string, longest: number, mime: string): string {
  const plain = quotedText(text.replace(/^\s*(?:[-*+•>|]|#{1,6})\s+/u, ''), mime)
    .replace(/\s+/gu, ' ')
    .trim();
  return plain.length > longest ? `${plain.slice(0, longest - 1).replace(/\s+\S*$/u, '')}…` : plain;
}

/** The quoted places of an answer, numbered by their passages. */
export class CitedPlaces {
  readonly cited: CitedSentence[] = [];
  private readonly byPassage = new Map<string, Citation>();

  constructor(
    private readonly library: Library,
    private readonly snippetCharacters: number,
  ) {}

  /** In the order of their numbers, each with all its places. */
  get citations(): Citation[] {
    return [...this.byPassage.values()].map((citation) => {
      const spans = this.cited.flatMap(({ spans: of }) => of.filter(({ marker }) => marker === citation.marker));
      return { ...citation, spans: spans.map(({ startChar, endChar }) => ({ startChar, endChar })) };
    });
  }

  /** The words with the number of their passage behind them; the words alone where there is nothing to open. */
  quote(
    document: Pick<StoredDocument, 'documentId' | 'title' | 'path'>,
    { start: startChar, end: endChar }: TextRange,
    shown: string,
    markdown = escapedMarkdown(shown),
  ): string {
    const snippet = snippetOf(shown, this.snippetCharacters);
    const marker = this.byPassage.size + 1;
    const found = citationOfPlace(this.library, document, { startChar, endChar }, startChar, { marker, snippet });
    if (!found) return markdown;
    const passage = `${document.documentId} ${found.chunkId}`;
    const citation = this.byPassage.get(passage) ?? found;
    this.byPassage.set(passage, citation);
    this.cited.push({
      text: shown,
      markers: [citation.marker],
      support: 'supported',
      share: 1,
      missingNumbers: [],
      spans: [{ marker: citation.marker, startChar, endChar }],
    });
    return `${markdown} [Citation ${citation.marker}]`;
  }
}

/**
 * A citation of a place in a document, by the chunk that holds it; null for a document without chunks, where there is
 * nothing to open.
 *
 * @param at the character that the chunk has to hold
 * @param snippet the words of the place, as they are shown; those of the chunk where it is null
 */
export function citationOfPlace(
  { documents }: Library,
  { documentId, title, path }: Pick<StoredDocument, 'documentId' | 'title' | 'path'>,
  span: TextSpan,
  at: number,
  { marker, snippet }: { readonly marker: number; readonly snippet: string | null },
): Citation | null {
  const chunk = documents.chunkAt(documentId, at);
  if (!chunk) return null;
  const { mime, checksum } = chunk;
  const words = snippet ?? chunk.text.slice(span.startChar - chunk.startChar, span.endChar - chunk.startChar);
  // A chunk that several documents share speaks for the first of them.
  const place = { documentId, title, path, mime, checksum, startChar: span.startChar, endChar: span.endChar };
  const cells = cellsIn(chunk, span);
  return {
    marker,
    ...sourceOf(chunk),
    ...place,
    ...(cells && { cells }),
    snippet: words,
    score: 1,
    support: 'supported',
  };
}

/** Each citation as the sentence that it quotes. */
export const quotedSentences = (citations: readonly Citation[]): CitedSentence[] =>
  citations.map(({ marker, snippet, startChar, endChar }) => ({
    text: snippet,
    markers: [marker],
    support: 'supported',
    share: 1,
    missingNumbers: [],
    spans: [{ marker, startChar, endChar }],
  }));
