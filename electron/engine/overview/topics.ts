import { setImmediate as breath } from 'node:timers/promises';
import { byCodeUnits, rounded } from '@shared/ranking';
import { stopWordsOf } from '../text/function-words';
import { folded } from '../text/segmentation';
import { terms } from '../text/terms';
import { clustersOf, typicalities } from './clusters';

export interface Topic {
  readonly documents: readonly number[];
  /** Words that tell it from the others, the most telling first, as its documents write them; none where they have none. */
  readonly label: readonly string[];
}

export interface TopicOptions {
  /** Documents that represent a collection too large to compare all with all. */
  readonly seed?: number;
  readonly labelWords?: number;
  readonly signal?: AbortSignal;
}

/** The beginning of a longer text names its subject, characters. */
const mostRead = 2000;
/** The most typical documents of a topic name it. */
const mostOfTopic = 100;
const wordsOfLabel = 5;

/**
 * The topics of a collection, largest first; every document is in exactly one. Documents with nothing in common but what
 * all have are one topic.
 *
 * 5,000 documents take about two seconds, in steps between which others have the thread. Errors: the signal's reason.
 *
 * @param vectors one a document, of one dimension, L2-normalised
 * @param texts one a document, of which the begin is read for the labels: title, headings, text
 */
export async function topicsOf(
  vectors: readonly Float32Array[],
  texts: readonly string[],
  { seed = 1, labelWords = wordsOfLabel, signal }: TopicOptions = {},
): Promise<Topic[]> {
  const clusters = await clustersOf(vectors, seed, signal);
  const count = Math.max(0, ...clusters) + 1;
  const typical = typicalities(vectors, clusters, count);
  const members = Array.from({ length: count }, (): number[] => []);
  vectors.forEach((_, at) => {
    members[clusters[at] ?? 0]?.push(at);
  });
  const topics = members
    .filter((all) => all.length > 0)
    .sort((a, b) => b.length - a.length || (a[0] ?? 0) - (b[0] ?? 0));
  const ordered = topics.map((all) => all.toSorted((a, b) => rounded((typical[b] ?? 0) - (typical[a] ?? 0)) || a - b));
  const labels = await labelsOf(
    ordered.map((all) => all.slice(0, mostOfTopic)),
    texts,
    labelWords,
    signal,
  );
  return ordered.map((documents, at) => ({ documents, label: labels[at] ?? [] }));
}

/**
 * Words of each topic by class-based TF-IDF (Grootendorst 2022, BERTopic): tf · ln(1 + A / f), tf the share of a topic's
 * words, f how often a word is in all topics, A the mean number of words in a topic. A document counts a word 1 + ln tf
 * times: one that repeats it would speak for all.
 */
async function labelsOf(
  topics: readonly (readonly number[])[],
  texts: readonly string[],
  most: number,
  signal?: AbortSignal,
): Promise<string[][]> {
  const reader = new TermReader();
  const counted: Map<string, { weight: number; documents: number }>[] = [];
  for (const documents of topics) {
    await breath();
    signal?.throwIfAborted();
    const counts = new Map<string, { weight: number; documents: number }>();
    for (const document of documents) {
      for (const [term, times] of reader.read(texts[document] ?? '')) {
        const known = counts.get(term) ?? { weight: 0, documents: 0 };
        counts.set(term, { weight: known.weight + 1 + Math.log(times), documents: known.documents + 1 });
      }
    }
    counted.push(counts);
  }
  const overall = new Map<string, number>();
  let total = 0;
  for (const counts of counted) {
    for (const [term, { weight }] of counts) {
      overall.set(term, (overall.get(term) ?? 0) + weight);
      total += weight;
    }
  }
  const average = total / Math.max(1, topics.length);
  return counted.map((counts, topic) =>
    [...counts]
      // A word of one document of several tells of that document.
      .filter(([, { documents }]) => documents > 1 || (topics[topic]?.length ?? 0) < 3)
      .map(([term, { weight }]) => ({
        term,
        weight: rounded(weight * Math.log(1 + average / (overall.get(term) ?? 1))),
      }))
      .sort((a, b) => b.weight - a.weight || byCodeUnits(a.term, b.term))
      .slice(0, most)
      .map(({ term }) => reader.written(term)),
  );
}

const word = /\p{L}[\p{L}\p{M}\p{N}]*(?:[-_'’][\p{L}\p{M}\p{N}]+)*/gu;

/** Reads the terms of texts, and knows how they are mostly written. */
class TermReader {
  private readonly known = new Map<string, string>();
  private readonly folded = new Map<string, string>();
  private readonly writings = new Map<string, Map<string, number>>();

  read(text: string): Map<string, number> {
    const all = text.slice(0, mostRead).match(word) ?? [];
    const plains = all.map((written) => this.plain(written));
    const isStopWord = stopWordsOf(plains);
    const found = new Map<string, number>();
    for (const [at, written] of all.entries()) {
      const plain = plains[at] ?? '';
      if (plain.length < 2 || isStopWord(plain)) continue;
      const term = this.termOf(plain);
      if (term === '') continue;
      found.set(term, (found.get(term) ?? 0) + 1);
      const writings = this.writings.get(term) ?? new Map<string, number>();
      writings.set(written, (writings.get(written) ?? 0) + 1);
      this.writings.set(term, writings);
    }
    return found;
  }

  private plain(written: string): string {
    const known = this.folded.get(written);
    if (known !== undefined) return known;
    const plain = folded(written);
    this.folded.set(written, plain);
    return plain;
  }

  private termOf(plain: string): string {
    const known = this.known.get(plain);
    if (known !== undefined) return known;
    const term = terms(plain).join(' ');
    this.known.set(plain, term);
    return term;
  }

  written(term: string): string {
    const writings = [...(this.writings.get(term) ?? [])];
    return writings.sort((a, b) => b[1] - a[1] || byCodeUnits(a[0], b[0]))[0]?.[0] ?? term;
  }
}
