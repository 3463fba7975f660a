import { languageOf } from '../../languages';
import type { Embedder } from '../../models';

/** How many chunks a library has in each language, most first. */
export type SpokenLanguages = readonly (readonly [language: string, chunks: number])[];

/** A query's vectors, its pieces in order, as they are and by the language of what they are compared with. */
export interface VectorsByLanguage {
  readonly asked: readonly Float32Array[];
  readonly across: ReadonlyMap<string, readonly Float32Array[]>;
  readonly otherwise: readonly Float32Array[];
}

/** Least share of a library's chunks in a language, and most languages searched side by side. */
const leastShare = 0.05;
const mostLanguages = 2;

/** The common part of a language's plain questions, by model and language: a hundred small vectors at most. */
const centres = new Map<string, Promise<Float32Array>>();

function mean(vectors: readonly Float32Array[]): Float32Array {
  const [first = new Float32Array()] = vectors;
  return first.map((_none, at) => vectors.reduce((sum, vector) => sum + (vector[at] ?? 0), 0) / vectors.length);
}

async function centreOf(embedder: Embedder, language: string, questions: string): Promise<Float32Array> {
  const key = `${embedder.id} ${embedder.dimension} ${language}`;
  const known = centres.get(key);
  if (known) return known;
  // Without a signal: the next question waits for the same.
  const made = embedder.embed(questions.split('|'), 'query').then(mean);
  centres.set(key, made);
  made.catch(() => centres.delete(key));
  return made;
}

function moved(vector: Float32Array, from: Float32Array, to: Float32Array): Float32Array {
  const other = vector.map((value, at) => value - (from[at] ?? 0) + (to[at] ?? 0));
  const length = Math.hypot(...other);
  return length > 0 ? other.map((value) => value / length) : vector;
}

/**
 * The vectors of a query as if it had been asked in each main language of the library: without the common part of its
 * own language's plain questions, and with that of the other's. Models of many languages put a question nearer to any
 * text in its own language than to its answer in another, by a distance that depends on the pair (docs/adr/0044).
 *
 * @param language of the query, ISO 639-3
 */
export async function vectorsAcross(
  embedder: Embedder,
  asked: readonly Float32Array[],
  language: string,
  spoken: SpokenLanguages,
): Promise<VectorsByLanguage> {
  const own = languageOf(language)?.plainQuestions;
  const all = spoken.reduce((sum, [, chunks]) => sum + chunks, 0);
  const others = spoken
    .filter(([code, chunks]) => code !== language && chunks >= leastShare * all && languageOf(code) !== null)
    .slice(0, mostLanguages);
  const across = new Map<string, readonly Float32Array[]>();
  if (own && others.length > 0) {
    const from = await centreOf(embedder, language, own);
    for (const [code] of others) {
      const to = await centreOf(embedder, code, languageOf(code)?.plainQuestions ?? '');
      across.set(
        code,
        asked.map((vector) => moved(vector, from, to)),
      );
    }
  }
  const isSpoken = spoken.some(([code, chunks]) => code === language && chunks >= leastShare * all);
  const [first] = across.values();
  return { asked, across, otherwise: isSpoken ? asked : (first ?? asked) };
}
