import { stemmer } from 'stemmer';
import { deu, eng, spa } from 'stopword';

const stopwords = new Set<string>([...eng, ...deu, ...spa]);

/** Lower-case words without diacritics; digits and inner `_`, `.`, `-` of codes such as `ERR_4012` stay together. */
export function words(text: string): string[] {
  return (
    text
      .normalize('NFKD')
      .replace(/\p{M}+/gu, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+(?:[_'’.-][\p{L}\p{N}]+)*/gu) ?? []
  );
}

/**
 * Index terms of a text: words, split further at inner punctuation, without stop words, Porter-stemmed.
 * The keyword lane's full-text index does the same inside LanceDB; this form is for counting document
 * frequencies and for measuring how much of a query a chunk covers.
 */
export function terms(text: string): string[] {
  const found: string[] = [];
  for (const word of words(text)) {
    for (const part of word.split(/[_'’.-]/)) {
      if (part.length === 0 || stopwords.has(part)) continue;
      found.push(/^\p{N}+$/u.test(part) ? part : stemmer(part));
    }
  }
  return found;
}

/** Distinct terms of a text. */
export function termSet(text: string): Set<string> {
  return new Set(terms(text));
}

/** ln(1 + (N − df + 0.5)/(df + 0.5)), the idf of BM25 as Lucene has it; > 0 for every df ≤ N. */
export function inverseDocumentFrequency(documentFrequency: number, documents: number): number {
  const df = Math.min(Math.max(documentFrequency, 0), documents);
  return Math.log(1 + (documents - df + 0.5) / (df + 0.5));
}
