import type { ChunkPlace } from '@shared/contract';
import type { PipelineLimits } from '@shared/limits';
import type { CandidateScores } from '@shared/prompt/chunk';
import { byCodeUnits, falling, rounded } from '@shared/ranking';
import { notice } from '@shared/words/sayings';
import type { Library, Scope, StoredDocument } from '../store';
import { termSet } from '../text/terms';
import { type Instruction, namedTerms } from './query/instructions';
import { narrowedScope, parseQuery } from './query/parse-query';
import type { Candidate } from './ranking/rank-candidates';
import { isInScope } from './ranking/relevance';
import { type Retrieved, type Retriever, unsearched } from './retriever';

/** An instruction with where it was given. */
export interface Told {
  readonly instruction: Instruction;
  readonly query: string;
  readonly scope: Scope;
  /** Documents that the conversation cited last, best first. */
  readonly cited: readonly string[];
}

interface Meant {
  readonly documents: readonly StoredDocument[];
  readonly by: NonNullable<Retrieved['told']>['by'];
  /** How many others could be meant just as well. */
  readonly others: number;
}

/** As many documents are told of together. */
const mostTogether = 2;
/** A title is named where this share of its words stands in the instruction, or all of the instruction's in it. */
const namedShare = 0.6;
/** What an instruction that is none for certain must say of a title with its own words. */
const saidShare = 0.5;
/** “Der Vertrag” names a “Mietvertrag” as well: letters of a term that may be a part of another. */
const leastOfCompound = 5;
/** A share of the prompt for passages: the condensed context and the rest need the other. */
const roomShare = 0.5;

/**
 * The passages by which the documents that an instruction means are told: their openings and the first of each section,
 * in the documents' order. Null where it is no instruction, since no document is known; where it is one all the same,
 * documents to choose from are suggested.
 * Errors: as `Retriever.retrieve`.
 */
export async function outlined(
  retriever: Retriever,
  library: Library,
  told: Told,
  limits: PipelineLimits,
  signal?: AbortSignal,
): Promise<Retrieved | null> {
  const { instruction, query } = told;
  const scope = narrowedScope(told.scope, parseQuery(query), library);
  const documents = library.documents.list(scope).filter(({ state }) => state === 'ready');
  const meant =
    documentsMeant(documents, told, retriever) ?? (await searchedFor(retriever, documents, told, limits, signal));
  if (meant === null && (!instruction.isCertain || documents.length === 0)) return null;
  const { documents: taken = [], by = 'search', others = 0 } = meant ?? {};
  const candidates = taken.flatMap(({ documentId }) => passagesOf(library, documentId, limits, taken.length));
  const found = unsearched(query, limits);
  if (candidates.length === 0) {
    const offered = documents.slice(-limits.retrieval.suggestions);
    const suggestions = [...new Set(offered.map(({ title }) => `${query} title:"${title}"`))];
    return { ...found, suggestions, outOfScope: true, notices: [notice('document-unnamed')] };
  }
  const title = taken.map((one) => one.title).join(' · ');
  return {
    ...found,
    candidates,
    told: { kind: instruction.kind, by, documentIds: taken.map(({ documentId }) => documentId) },
    notices: others > 0 ? [notice('document-taken', { title, others })] : [],
  };
}

/** The documents that an instruction means by what it names, else by where it looks, else by what was cited last. */
function documentsMeant(
  documents: readonly StoredDocument[],
  { instruction: { kind, about, isCertain }, cited }: Told,
  retriever: Retriever,
): Meant | null {
  const parts = about.map(namedTerms);
  const named: StoredDocument[] = [];
  let others = 0;
  for (const part of parts) {
    const ranked = byTitle(documents, part, isCertain, retriever).filter(({ document }) => !named.includes(document));
    const [best] = ranked;
    if (best) named.push(best.document);
    others += ranked.filter(({ score }) => score === best?.score).slice(1).length;
  }
  const last = cited.flatMap((id) => documents.find(({ documentId }) => documentId === id) ?? []);
  if (kind === 'compare') {
    const both = [...new Set([...named, ...(documents.length === 2 ? documents : last)])].slice(0, 2);
    return both.length < 2 ? null : { documents: both, by: named.length > 0 ? 'title' : 'scope', others };
  }
  if (named.length > 0) return { documents: named, by: 'title', others };
  // What names something that is no title says what to search for.
  const isNamed = parts.some((part) => part.length > 0);
  if (documents.length === 1 && (isCertain || !isNamed)) return { documents, by: 'only', others: 0 };
  if (isNamed) return null;
  if (documents.length === mostTogether) return { documents, by: 'scope', others: 0 };
  return last.length > 0 ? { documents: last.slice(0, 1), by: 'cited', others: last.length - 1 } : null;
}

/** The documents whose title or file name is named, best first. */
function byTitle(
  documents: readonly StoredDocument[],
  asked: readonly string[],
  isCertain: boolean,
  retriever: Retriever,
): { readonly document: StoredDocument; readonly score: number }[] {
  const { idf, total } = retriever.weigh(asked.join(' '));
  const scoreOf = (name: string): number => {
    const own = [...termSet(name)].filter((term) => !/^\p{N}+$/u.test(term));
    const isIn = (term: string, one: string): boolean =>
      term === one || (term.length >= leastOfCompound && (one.startsWith(term) || one.endsWith(term)));
    const held = own.filter((one) => [...idf.keys()].some((term) => isIn(term, one)));
    const heard = [...idf].filter(([term]) => own.some((one) => isIn(term, one)));
    const said = heard.reduce((sum, [, weight]) => sum + weight, 0) / total;
    if (held.length === 0 || (held.length < namedShare * own.length && said < 1)) return 0;
    return isCertain || said >= saidShare ? rounded(said + held.length / own.length) : 0;
  };
  const fileOf = (path: string): string => path.replace(/^.*[/\\]|\.[^.]+$/gu, '').replace(/[_-]+/gu, ' ');
  return documents
    .map((document) => ({ document, score: Math.max(scoreOf(document.title), scoreOf(fileOf(document.path))) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => falling(a.score, b.score) || byCodeUnits(a.document.path, b.document.path));
}

/** The document that speaks most of what is named. */
async function searchedFor(
  retriever: Retriever,
  documents: readonly StoredDocument[],
  { instruction: { kind, isCertain, about }, scope, cited }: Told,
  limits: PipelineLimits,
  signal?: AbortSignal,
): Promise<Meant | null> {
  const query = about.join(' ');
  if (kind === 'compare' || !isCertain || namedTerms(query).length === 0) return null;
  const thread = { carried: [], documentIds: cited };
  const { candidates } = await retriever.retrieve({ query, mode: 'hybrid', scope, thread }, limits, signal);
  const relevant = candidates.filter((candidate) => isInScope(candidate, limits));
  const ids = [...new Set(relevant.map(({ chunk }) => chunk.documentId))];
  const first = documents.find(({ documentId }) => documentId === ids[0]);
  return first ? { documents: [first], by: 'search', others: ids.length - 1 } : null;
}

/** The passages of one of so many documents, in its order: evenly of all its sections, then of the rest. */
function passagesOf({ documents }: Library, documentId: string, limits: PipelineLimits, among: number): Candidate[] {
  const places = documents.chunkPlaces(documentId);
  const tokens = places.reduce((sum, { tokenCount }) => sum + tokenCount, 0) / Math.max(places.length, 1);
  const fitting = (limits.build.tokenBudget * roomShare) / Math.max(tokens, 1);
  const most = Math.max(1, Math.floor(Math.min(limits.N3_FINAL_SELECTION_MAX, fitting) / among));
  const firsts = spread(firstsOfSections(places, most), most);
  const rest = places.filter((place) => !firsts.includes(place));
  const ids = [...firsts, ...spread(rest, most - firsts.length)].map(({ id }) => id);
  return [...documents.chunks(ids, { documentIds: [documentId] }).values()]
    .sort((a, b) => a.index - b.index)
    .map((chunk) => ({ chunk, scores: byStructure }));
}

/** As many as are wanted, evenly of all. */
const spread = <T>(all: readonly T[], most: number): readonly T[] =>
  all.filter((_one, at) => Math.floor((at * most) / all.length) !== Math.floor(((at - 1) * most) / all.length));

/** The first chunk of each section: as deep as there are at most so many. */
function firstsOfSections(places: readonly ChunkPlace[], most: number): ChunkPlace[] {
  for (let depth = Math.max(1, ...places.map(({ headings }) => headings.length)); ; depth -= 1) {
    const firsts = new Map<string, ChunkPlace>();
    for (const place of places.toReversed()) firsts.set(JSON.stringify(place.headings.slice(0, depth)), place);
    if (firsts.size <= most || depth === 1) return [...firsts.values()].toReversed();
  }
}

/** Of what was chosen by its place in a document that was asked for: no lane has found it. */
const byStructure: CandidateScores = {
  vector: null,
  keyword: null,
  vectorRank: null,
  keywordRank: null,
  fused: { kind: 'relevance', value: 1 },
  cosine: null,
  coverage: 0,
  saturation: 0,
  relevance: 1,
};
