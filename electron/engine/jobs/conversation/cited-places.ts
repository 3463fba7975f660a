import type { Citation, CitedSentence, TextSpan } from '@shared/contract';
import { cellsIn } from '@shared/place-names';
import { sourceOf } from '@shared/prompt/chunk';
import type { Language } from '@shared/words/languages';
import type { Library, StoredDocument } from '../../store';

/** What answers that no model writes are written in, by the language of the question (ISO 639-3); English for others. */
export const answerLanguage = (code: string | undefined): Language => spoken[code ?? ''] ?? 'en';
const spoken: Readonly<Record<string, Language>> = { eng: 'en', deu: 'de', spa: 'es' };

/** Words in Markdown that would be marks. */
export const escapedMarkdown = (text: string): string => text.replace(/([\\`*_[\]<>#|])/gu, '\\$1');

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
