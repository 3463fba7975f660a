import type { Notice } from '@shared/contract';
import type { PipelineLimits } from '@shared/limits';
import type { EmbeddingEntry } from '@shared/model-catalogue';
import type { Chunk } from '@shared/prompt/chunk';
import { hasWord } from '@shared/prompt/quoted-words';
import { rounded } from '@shared/ranking';
import { notice } from '@shared/words/sayings';
import { sentences } from '../text/sentences';
import { termSet, terms } from '../text/terms';
import { coverage, coveredTerms, type QueryTerms } from './query/query-terms';
import { type Candidate, unmeasured } from './ranking/rank-candidates';
import { aboveOf } from './ranking/rank-features';
import {
  bm25,
  type CountedText,
  cosine,
  countedText,
  isInScope,
  logAvgExp,
  relevance,
  saturation,
} from './ranking/relevance';
import type { RetrievalRequest, Retrieved, Retriever } from './retriever';

/**
 * The results of a search, with the earlier exchanges that concern the query (R7). Exchanges are no evidence. If no
 * document answers, the question is asked once more with the most relevant exchange. Errors: as `Retriever.retrieve`.
 */
export async function retrieveWithMemory(
  retriever: Retriever,
  request: RetrievalRequest,
  remembered: readonly RememberedText[],
  limits: PipelineLimits,
  signal?: AbortSignal,
): Promise<Retrieved> {
  const found = await retriever.retrieve(request, limits, signal);
  if (remembered.length === 0) return found;
  const query = retriever.weigh(found.whole);
  const all = recall(remembered, found.vectors ?? [], query, retriever.entry, limits.retrieval.tau);
  const recalled = all.filter(({ recent }) => !recent).map(({ chunk, scores }) => ({ chunk, scores }));
  const withRecalled = recalled.length > 0 ? { ...found, recalled } : found;
  const nearest = all[0];
  const link = nearest && found.outOfScope ? linkOf(nearest.chunk.text, query) : null;
  if (!nearest || link === null) return withRecalled;

  const together = await retriever.retrieve(
    { ...request, query: `${found.asked ?? request.query} ${link}` },
    limits,
    signal,
  );
  const candidates = together.candidates.filter(({ chunk }) =>
    answersFollowUp(`${aboveOf(chunk)} ${chunk.text}`, query, link),
  );
  if (!candidates.some((candidate) => isInScope(candidate, limits))) return withRecalled;
  const notices = eachOnce([...found.notices, ...together.notices.map((one) => ofEarlier(one, request.query))]);
  // The second search has the question's names corrected already, and knows those of the exchange alone.
  const { names = [], unknownWords } = found;
  const answered = { outOfScope: false, suggestions: [], followUpOf: nearest.chunk, names, unknownWords };
  return { ...withRecalled, ...together, candidates, notices, ...answered };
}

/** Notes a correction of a word that only the earlier exchange has: it is not in the question. */
function ofEarlier(said: Notice, question: string): Notice {
  const { code, values } = said;
  const word = values?.word;
  if (code !== 'spelling-corrected' || word === undefined || hasWord(question, String(word))) return said;
  return notice(code, { ...values, quoted: `"${word}"` });
}

/** The second search says again what holds for both, and nothing of the words that the first has corrected for it. */
const eachOnce = (notices: readonly Notice[]): Notice[] => [
  ...new Map(notices.map((one) => [JSON.stringify(one), one])).values(),
];

/** A chunk of an earlier exchange with its vector, null where no model can be had. */
export interface RememberedText {
  readonly chunk: Chunk;
  readonly vector: Float32Array | null;
  /** Goes along with the question anyway: read with a follow-up question, but no candidate. */
  readonly recent: boolean;
}

/** By chunk id, which is a function of the text: exchanges are compared with every question that follows. */
const countedTexts = new Map<string, CountedText>();
/** Exchanges whose terms are kept: more than a conversation has, some 10 MB. */
const textsKept = 2000;

function counted({ id, text }: Chunk): CountedText {
  const known = countedTexts.get(id);
  if (known) return known;
  const made = countedText(text);
  if (countedTexts.size >= textsKept) countedTexts.clear();
  countedTexts.set(id, made);
  return made;
}

function coverageOf({ counts }: CountedText, { idf, total }: QueryTerms): number {
  if (total === 0) return 0;
  let sum = 0;
  for (const [term, weight] of idf) if (counts.has(term)) sum += weight;
  return sum / total;
}

/**
 * The earlier exchanges that concern the query, most relevant first, by the same calibrated relevance as documents;
 * BM25 is counted over these texts with the library's idf. `pieces` is empty without a model.
 */
function recall(
  remembered: readonly RememberedText[],
  pieces: readonly Float32Array[],
  query: QueryTerms,
  entry: EmbeddingEntry,
  tau: number,
): (Candidate & { readonly recent: boolean })[] {
  const texts = new Map(remembered.map(({ chunk }) => [chunk.id, counted(chunk)]));
  const average = [...texts.values()].reduce((sum, { length }) => sum + length, 0) / Math.max(texts.size, 1);
  return remembered
    .flatMap(({ chunk, vector, recent }) => {
      const cosines = vector ? pieces.map((piece) => cosine(piece, vector)) : [];
      const aggregated = cosines.length > 0 ? logAvgExp(cosines, tau) : null;
      const text = counted(chunk);
      const covered = coverageOf(text, query);
      if (covered === 0 && (aggregated === null || aggregated < entry.cosineThreshold)) return [];
      const evidence = {
        cosine: cosines[0] ?? null,
        coverage: covered,
        saturation: saturation(bm25(text, query, average), query.total),
      };
      const value = rounded(relevance(evidence, entry.relevance));
      return [
        {
          chunk,
          recent,
          scores: {
            ...unmeasured,
            vector: aggregated === null ? null : rounded(aggregated),
            fused: { kind: 'relevance' as const, value },
            cosine: evidence.cosine === null ? null : rounded(evidence.cosine),
            coverage: rounded(evidence.coverage),
            saturation: rounded(evidence.saturation),
            relevance: value,
          },
        },
      ];
    })
    .sort((a, b) => b.scores.relevance - a.scores.relevance || (a.chunk.id < b.chunk.id ? -1 : 1));
}

/**
 * Documents and earlier exchanges as one list (R7): an exchange comes before the first less relevant document. The
 * documents keep their order and scores.
 */
export function mergeRecalled(
  documents: readonly Candidate[],
  recalled: readonly Candidate[],
  limits: PipelineLimits,
): Candidate[] {
  const known = new Set(documents.map(({ chunk }) => chunk.id));
  const waiting = recalled
    .filter(({ chunk }) => !known.has(chunk.id))
    .slice(0, Math.min(limits.retrieval.memoryCandidates, limits.N1_RETR_MAX_CANDIDATES));
  // The last documents make room: a long tail does not crowd out the exchanges.
  const kept = documents.slice(0, limits.N1_RETR_MAX_CANDIDATES - waiting.length);
  const merged: Candidate[] = [];
  for (const document of kept) {
    while (waiting[0] && waiting[0].scores.relevance > document.scores.relevance) merged.push(...waiting.splice(0, 1));
    merged.push(document);
  }
  return [...merged, ...waiting];
}

/** Words that point back at the conversation and say nothing of the matter. */
const pointingBack = `
  talk talked talking speak spoke spoken mention mentioned discuss discussed ask asked say said tell told earlier before
  previous previously start beginning first again ago remember recall conversation
  besprochen gesprochen erwähnt gesagt gefragt vorhin vorher zuvor anfang eingangs nochmal gespräch`;

let termsPointingBack: ReadonlySet<string> | null = null;

/** Made into terms with the first question: reading them makes the tables of words, which no start has to wait for. */
function pointsBack(term: string): boolean {
  termsPointingBack ??= new Set(terms(pointingBack));
  return termsPointingBack.has(term);
}

/** Sentences of the exchange that are read together with the question. */
const sentencesTaken = 2;

/** The sentences of an exchange that share most with a question, in their order; null where none shares a term. */
export function linkOf(exchange: string, query: QueryTerms): string | null {
  const all = sentences(exchange)
    .map(({ text }, position) => ({ text: text.trim(), position, share: coverage(text, query) }))
    .filter(({ share }) => share > 0)
    .sort((a, b) => b.share - a.share || a.position - b.position)
    .slice(0, sentencesTaken)
    .sort((a, b) => a.position - b.position);
  return all.length === 0 ? null : all.map(({ text }) => text).join(' ');
}

/**
 * Whether a document answers a question read with earlier sentences: it holds most of what is asked beyond them, and
 * something that they alone say.
 */
export function answersFollowUp(text: string, query: QueryTerms, link: string): boolean {
  const known = coveredTerms(link, query);
  const held = coveredTerms(text, query);
  let asked = 0;
  let found = 0;
  for (const [term, idf] of query.idf) {
    if (known.has(term) || pointsBack(term)) continue;
    asked += idf;
    if (held.has(term)) found += idf;
  }
  if (asked > 0 && found < asked / 2) return false;
  const own = termSet(text);
  return [...termSet(link)].some((term) => !query.idf.has(term) && own.has(term));
}
