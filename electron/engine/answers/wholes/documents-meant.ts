import { byCodeUnits, falling, rounded } from '@shared/ranking';
import { citedLast, isInScope, type Retriever } from '../../retrieval';
import type { StoredDocument } from '../../store';
import { folded } from '../../text/segmentation';
import { termSet, terms } from '../../text/terms';
import type { Asked, WayMatch } from '../way';
import { type Instruction, isNumber, namedTerms, namesDocument, readInstruction } from './read-instruction';

interface Meant {
  readonly documents: readonly StoredDocument[];
  readonly by: WayMatch['by'];
  /** How many others could be meant just as well. */
  readonly others: number;
}

/** As many documents are summarised together, and compared. */
const mostTogether = 2;
const mostCompared = 4;
/** A title is named if the instruction has this share of its words, or if it has all words of the instruction. */
const namedShare = 0.6;
/** The share of an uncertain instruction that a title must cover. */
const saidShare = 0.5;
/** “Der Vertrag” names a “Mietvertrag” as well: letters of a term that may be a part of another. */
const leastOfCompound = 5;
/**
 * Returns the documents that an instruction of this kind means; null for a question that is none, or that passages answer.
 * A summary that names nothing known means no document. Errors: as `Asked.search`.
 */
export async function documentsOf(kind: Instruction['kind'], asked: Asked): Promise<WayMatch | null> {
  const instruction = readInstruction(asked.question);
  if (instruction?.kind !== kind || asked.documents().length === 0) return null;
  const retriever = await asked.parts.retriever();
  const meant = documentsMeant(asked, instruction, retriever) ?? (await searchedFor(asked, instruction, retriever));
  if (meant === null && (kind === 'comparison' || !instruction.isCertain || instruction.isPart)) return null;
  return matchOf(meant ?? { documents: [], by: 'search', others: 0 });
}

/** Returns the documents that a person means who wants this kind: those of a small scope, those that the search finds else. */
export async function documentsTaken(kind: Instruction['kind'], asked: Asked): Promise<WayMatch | null> {
  const most = kind === 'comparison' ? mostCompared : mostTogether;
  const documents = asked.documents();
  if (documents.length === 0) return null;
  if (documents.length <= most) return matchOf({ documents, by: 'scope', others: 0 });
  const { found } = await asked.search();
  const ids = [...new Set(found.candidates.map(({ chunk }) => chunk.documentId))];
  const best = ids.flatMap((id) => documents.find(({ documentId }) => documentId === id) ?? []);
  return matchOf({ documents: best.slice(0, kind === 'comparison' ? 2 : 1), by: 'search', others: 0 });
}

function matchOf({ documents, by, others }: Meant): WayMatch {
  return {
    by,
    about: documents.map(({ title }) => title).join(' · '),
    documentIds: documents.map(({ documentId }) => documentId),
    ...(others > 0 ? { others } : {}),
  };
}

/** Returns the documents of a collection or a folder of this name. */
export function documentsIn(documents: readonly StoredDocument[], place: string): StoredDocument[] {
  const wanted = terms(place).join(' ');
  const isNamed = (name: string): boolean => folded(name) === folded(place) || terms(name).join(' ') === wanted;
  const collected = documents.filter(({ collections }) => collections.some(isNamed));
  if (collected.length > 0) return collected;
  return documents.filter(({ path }) => path.split(/[/\\]/u).slice(0, -1).some(isNamed));
}

/** The documents of an instruction: by name, then by scope, then by the last citation. */
function documentsMeant(
  asked: Asked,
  { kind, about, isCertain, isPart }: Instruction,
  retriever: Retriever,
): Meant | null {
  const documents = asked.documents();
  const mayBeNone: Strictness = kind === 'comparison' && !isCertain ? 'document' : 'some';
  const strictness = isPart ? 'whole' : mayBeNone;
  const named: StoredDocument[] = [];
  let others = 0;
  let unnamed = 0;
  for (const part of about) {
    const ranked = byTitle(documents, part, isCertain && kind === 'summary', strictness, retriever).filter(
      ({ document }) => !named.includes(document),
    );
    const [best] = ranked;
    if (best) named.push(best.document);
    else if (namedTerms(part).length === 0) unnamed += 1;
    // A name that is no title says what to search for.
    else return null;
    others += ranked.filter(({ score }) => score === best?.score).slice(1).length;
  }
  const last = citedLast(asked.conversation).flatMap(
    (id) => documents.find(({ documentId }) => documentId === id) ?? [],
  );
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
  // The words as they are written: the stem of a stem is another one.
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

/** The document that speaks most about the named subject. */
async function searchedFor(
  { scope, conversation, limits, signal, documents }: Asked,
  { kind, isCertain, isPart, about }: Instruction,
  retriever: Retriever,
): Promise<Meant | null> {
  const query = about.join(' ');
  if (kind === 'comparison' || !isCertain || isPart || namedTerms(query).length === 0) return null;
  const thread = { carried: [], documentIds: citedLast(conversation) };
  const { candidates } = await retriever.retrieve({ query, mode: 'hybrid', scope, thread }, limits, signal);
  const relevant = candidates.filter((candidate) => isInScope(candidate, limits));
  const ids = [...new Set(relevant.map(({ chunk }) => chunk.documentId))];
  const first = documents().find(({ documentId }) => documentId === ids[0]);
  return first ? { documents: [first], by: 'search', others: ids.length - 1 } : null;
}
