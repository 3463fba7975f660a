import type { ChunkPlace } from '@shared/contract';
import type { PipelineLimits } from '@shared/limits';
import type { CandidateScores } from '@shared/prompt/chunk';
import type { PromptExtras } from '@shared/prompt/super-prompt';
import { byCodeUnits, falling, rounded, spread } from '@shared/ranking';
import { notice } from '@shared/words/sayings';
import { namedTerms, namesDocument, type RouteForm } from './read-instruction';
import type { Library, Scope, StoredDocument } from '../../store';
import { folded } from '../../text/segmentation';
import { termSet, terms } from '../../text/terms';
import { narrowedScope, parseQuery } from '../../retrieval/query/parse-query';
import { type Candidate, unmeasured } from '../../retrieval/ranking/rank-candidates';
import { isInScope } from '../../retrieval/ranking/relevance';
import { type Retrieved, type Retriever, unsearched } from '../../retrieval/retriever';

/** What kind of answer a question asks for, and of which documents. */
export type Route = NonNullable<PromptExtras['route']>;

/** A question that may be more than one for passages, with where it was asked. */
export interface RouteAsked {
  /** What it may be, the likeliest first. */
  readonly forms: readonly RouteForm[];
  readonly query: string;
  readonly scope: Scope;
  /** Documents that the conversation cited last, best first. */
  readonly cited: readonly string[];
}

interface Meant {
  readonly documents: readonly StoredDocument[];
  readonly by: Route['by'];
  /** How many others could be meant just as well. */
  readonly others: number;
}

/** As many documents are summarised together, and compared. */
const mostTogether = 2;
const mostCompared = 4;
/** A title is named where this share of its words stands in the instruction, or all of the instruction's in it. */
const namedShare = 0.6;
/** What an instruction that is none for certain must say of a title with its own words. */
const saidShare = 0.5;
/** “Der Vertrag” names a “Mietvertrag” as well: letters of a term that may be a part of another. */
const leastOfCompound = 5;
/** A share of the prompt for passages: the condensed context and the rest need the other. */
const roomShare = 0.5;

/**
 * What a question asks for, as far as there are documents for it; null where passages answer. Of a summary of which nobody
 * can tell what it is of, `documentIds` is empty.
 * Errors: as `Retriever.retrieve`.
 */
export async function routeMeant(
  retriever: Retriever,
  library: Library,
  asked: RouteAsked,
  limits: PipelineLimits,
  signal?: AbortSignal,
): Promise<Route | null> {
  const scope = narrowedScope(asked.scope, parseQuery(asked.query), library);
  const documents = library.documents.list(scope).filter(({ state }) => state === 'ready');
  if (documents.length === 0) return null;
  for (const form of asked.forms) {
    if ('by' in form) return form;
    if (form.kind === 'overview') {
      const within = form.place === null ? null : documentsIn(documents, form.place);
      if (within?.length === 0) continue;
      const ids = within?.map(({ documentId }) => documentId);
      return { kind: 'overview', by: ids ? 'place' : 'all', about: form.place ?? '', ...(ids && { documentIds: ids }) };
    }
    const { kind } = form;
    const meant =
      documentsMeant(documents, form, asked.cited, retriever) ??
      (await searchedFor(retriever, documents, form, asked, limits, signal));
    if (meant === null && (kind === 'comparison' || !form.isCertain || form.isPart)) continue;
    const { documents: taken = [], by = 'search', others = 0 } = meant ?? {};
    return {
      kind,
      by,
      about: taken.map(({ title }) => title).join(' · '),
      documentIds: taken.map(({ documentId }) => documentId),
      ...(others > 0 ? { others } : {}),
    };
  }
  return null;
}

/**
 * The passages by which the documents that are meant are told: their openings and the first of each section, in the
 * documents' order. Where nobody can tell which are meant, documents to choose from are suggested.
 */
export function outlined(
  library: Library,
  { documentIds = [], about, others = 0 }: Route,
  { query, scope }: Pick<RouteAsked, 'query' | 'scope'>,
  limits: PipelineLimits,
): Retrieved {
  const found = unsearched(query, limits);
  const candidates = documentIds.flatMap((documentId) => passagesOf(library, documentId, limits, documentIds.length));
  if (candidates.length === 0) {
    const documents = library.documents.list(narrowedScope(scope, parseQuery(query), library));
    const offered = documents.filter(({ state }) => state === 'ready').slice(-limits.retrieval.suggestions);
    const suggestions = [...new Set(offered.map(({ title }) => `${query} title:"${title}"`))];
    return { ...found, suggestions, outOfScope: true, notices: [notice('document-unnamed')] };
  }
  return {
    ...found,
    candidates,
    notices: others > 0 ? [notice('document-taken', { title: about, others })] : [],
  };
}

/** The passages of these places, each once. */
export function passagesAt(
  { documents }: Library,
  places: readonly { readonly documentId: string; readonly startChar: number }[],
  query: string,
  limits: PipelineLimits,
): Retrieved {
  const ids = places.flatMap(({ documentId, startChar }) => {
    const chunks = documents.chunkPlaces(documentId);
    const within = chunks.find((chunk) => startChar >= chunk.startChar && startChar < chunk.endChar) ?? chunks[0];
    return within ? [within.id] : [];
  });
  const chunks = [...documents.chunks([...new Set(ids)]).values()].sort(
    (a, b) => ids.indexOf(a.id) - ids.indexOf(b.id),
  );
  return { ...unsearched(query, limits), candidates: chunks.map((chunk) => ({ chunk, scores: byStructure })) };
}

/** The documents of a collection of this name, of a folder, or whose kind it is. */
function documentsIn(documents: readonly StoredDocument[], place: string): StoredDocument[] {
  const wanted = terms(place).join(' ');
  const isNamed = (name: string): boolean => folded(name) === folded(place) || terms(name).join(' ') === wanted;
  const collected = documents.filter(({ collections }) => collections.some(isNamed));
  if (collected.length > 0) return collected;
  return documents.filter(({ path }) => path.split(/[/\\]/u).slice(0, -1).some(isNamed));
}

/** The documents that an instruction means by what it names, else by where it looks, else by what was cited last. */
function documentsMeant(
  documents: readonly StoredDocument[],
  { kind, about, isCertain, isPart }: Extract<RouteForm, { readonly isCertain: boolean }>,
  cited: readonly string[],
  retriever: Retriever,
): Meant | null {
  const named: StoredDocument[] = [];
  let others = 0;
  let unnamed = 0;
  for (const part of about) {
    const strict = isPart ? 'whole' : kind === 'comparison' && !isCertain ? 'document' : 'some';
    const ranked = byTitle(documents, part, isCertain && kind === 'summary', strict, retriever).filter(
      ({ document }) => !named.includes(document),
    );
    const [best] = ranked;
    if (best) named.push(best.document);
    else if (namedTerms(part).length === 0) unnamed += 1;
    // What names something that is no title says what to search for.
    else return null;
    others += ranked.filter(({ score }) => score === best?.score).slice(1).length;
  }
  const last = cited.flatMap((id) => documents.find(({ documentId }) => documentId === id) ?? []);
  if (kind === 'comparison') {
    const scoped = documents.length <= mostCompared ? documents : last;
    const all = [...new Set([...named, ...(unnamed > 0 ? scoped : [])])].slice(0, mostCompared);
    return all.length < 2 ? null : { documents: all, by: named.length > 0 ? 'title' : 'scope', others };
  }
  if (named.length > 0) return { documents: named, by: 'title', others };
  if (documents.length === 1) return { documents, by: 'only', others: 0 };
  if (documents.length === mostTogether) return { documents, by: 'scope', others: 0 };
  return last.length > 0 ? { documents: last.slice(0, 1), by: 'cited', others: last.length - 1 } : null;
}

/** How much of a name must be said: some of it, all that is said in it; of what may be no document, most of it. */
type Strictness = 'some' | 'document' | 'whole';

/** The documents whose title or file name is named, best first. */
function byTitle(
  documents: readonly StoredDocument[],
  part: string,
  isCertain: boolean,
  strictness: Strictness,
  retriever: Retriever,
): { readonly document: StoredDocument; readonly score: number }[] {
  const asked = namedTerms(part);
  // Of the words as they are written: the stem of a stem is another one.
  const idf = new Map([...retriever.weigh(part).idf].filter(([term]) => asked.includes(term)));
  const total = [...idf.values()].reduce((sum, weight) => sum + weight, 0);
  const numbers = asked.filter(isNumber);
  const isDocument = namesDocument(part);
  const scoreOf = (name: string): number => {
    const all = [...termSet(name)];
    const own = all.filter((term) => !isNumber(term));
    const isIn = (term: string, one: string): boolean =>
      term === one || (term.length >= leastOfCompound && (one.startsWith(term) || one.endsWith(term)));
    const held = own.filter((one) => [...idf.keys()].some((term) => isIn(term, one)));
    const heard = [...idf].filter(([term]) => all.some((one) => isIn(term, one)));
    const said = heard.reduce((sum, [, weight]) => sum + weight, 0) / total;
    const isMost = held.length >= namedShare * own.length;
    // “The contract of 2023” is not that of 2024.
    if (held.length === 0 || !numbers.every((number) => all.includes(number))) return 0;
    if (strictness === 'whole' ? said < 1 : !isMost && (said < 1 || (strictness === 'document' && !isDocument)))
      return 0;
    return isCertain || said >= saidShare ? rounded(said + held.length / own.length) : 0;
  };
  const fileOf = (path: string): string => path.replace(/^.*[/\\]|\.[^.]+$/gu, '').replace(/[_-]+/gu, ' ');
  return documents
    .map((document) => ({ document, score: Math.max(scoreOf(document.title), scoreOf(fileOf(document.path))) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => falling(a.score, b.score) || byCodeUnits(a.document.path, b.document.path));
}

const isNumber = (term: string): boolean => /^\p{N}+$/u.test(term);

/** The document that speaks most of what is named. */
async function searchedFor(
  retriever: Retriever,
  documents: readonly StoredDocument[],
  { kind, isCertain, isPart, about }: Extract<RouteForm, { readonly isCertain: boolean }>,
  { scope, cited }: RouteAsked,
  limits: PipelineLimits,
  signal?: AbortSignal,
): Promise<Meant | null> {
  const query = about.join(' ');
  if (kind === 'comparison' || !isCertain || isPart || namedTerms(query).length === 0) return null;
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

/** The first chunk of each section: as deep as there are at most so many. */
function firstsOfSections(places: readonly ChunkPlace[], most: number): ChunkPlace[] {
  for (let depth = Math.max(1, ...places.map(({ headings }) => headings.length)); ; depth -= 1) {
    const firsts = new Map<string, ChunkPlace>();
    for (const place of places.toReversed()) firsts.set(JSON.stringify(place.headings.slice(0, depth)), place);
    if (firsts.size <= most || depth === 1) return [...firsts.values()].toReversed();
  }
}

/** Of what was chosen by its place in a document that was asked for: no lane has found it. */
const byStructure: CandidateScores = { ...unmeasured, fused: { kind: 'relevance', value: 1 }, relevance: 1 };
