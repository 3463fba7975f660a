import { citedLast } from '../../retrieval';
import type { Library, StoredDocument } from '../../store';
import { folded } from '../../text/segmentation';
import { termSet, terms } from '../../text/terms';
import type { Asked, WayMatch } from '../way';
import { type KindId, waysOfLanguages } from './question-forms';

interface Named extends Pick<WayMatch, 'by'> {
  readonly documents: readonly StoredDocument[];
}

/** Fields are read of at most so many documents: more of them are a review table. */
const most = 6;
/** So many documents of a kind are meant by its noun alone. */
const mostOfKind = 3;
/** Characters at the beginning of a document that say its kind, and that name what it is about. */
const headOfKind = 250;
const headOfNames = 1500;
/** The beginnings of at most so many documents are read for a name. */
const mostRead = 500;
/** Without a noun for a document, a name has this share of the words of a title, and so many words. */
const shareOfTitle = 0.6;
const fewestWords = 2;

const wordEdge = (words: string): string => `(?<![\\p{L}\\p{N}])(?:${words})(?![\\p{L}\\p{N}])`;

const kindIds = [...new Set(waysOfLanguages.flatMap(({ kinds }) => Object.keys(kinds) as KindId[]))];
const kinds = kindIds.map((kind) => {
  const of = (key: 'said' | 'text'): string => waysOfLanguages.map(({ kinds: all }) => all[kind][key]).join('|');
  return { kind, said: new RegExp(wordEdge(of('said')), 'u'), text: new RegExp(of('text'), 'u') };
});
const anyNoun = new RegExp(
  wordEdge(waysOfLanguages.flatMap(({ documents, formats }) => [...Object.values(formats), documents]).join('|')),
  'u',
);
const determiners = new RegExp(wordEdge(waysOfLanguages.flatMap(({ own, it }) => [own, it]).join('|')), 'gu');

/** Returns the kind that a noun says, such as “lease”; null for “document” and any other word. */
const kindSaid = (said: string): KindId | null =>
  kinds.find(({ said: words }) => words.test(folded(said)))?.kind ?? null;

/** Tells whether the title, the file's name or the beginning of a document says that it is of a kind. */
export function isOfKind({ documents }: Library, { documentId, title, path }: StoredDocument, kind: KindId): boolean {
  const { text } = documents.source(documentId);
  const head = folded(`${title}\n${fileOf(path)}\n${text.slice(0, headOfKind)}`);
  return kinds.some((one) => one.kind === kind && one.text.test(head));
}

const fileOf = (path: string): string => path.replace(/^.*[/\\]|\.[^.]+$/gu, '').replace(/[_-]+/gu, ' ');

/**
 * Returns the documents that these words of a question mean: those with all their words in the title, those of the kind
 * that they name, or those of a narrow scope. Null where none or too many could be meant.
 */
export function documentsNamed(asked: Asked, said: string): Named | null {
  const documents = asked.documents();
  const kind = kindSaid(said);
  const isNoun = kind !== null || anyNoun.test(said);
  const rest = kinds.reduce((left, { said: words }) => left.replace(words, ' '), said);
  const bare = rest.replace(anyNoun, ' ').replace(determiners, ' ').trim();
  if (terms(bare).length > 0) {
    const named = byName(asked, said.replace(determiners, ' '), bare, kind, isNoun);
    return named.length > 0 && named.length <= mostOfKind ? { documents: named, by: 'title' } : null;
  }
  const ofKind = kind && documents.length <= mostRead ? documents.filter((one) => isKind(asked, one, kind)) : [];
  if (isNarrow(asked)) {
    const all = ofKind.length > 0 ? ofKind : documents;
    if (all.length <= most) return { documents: all, by: 'scope' };
  }
  if (kind) return ofKind.length > 0 && ofKind.length <= mostOfKind ? { documents: ofKind, by: 'title' } : null;
  const cited = new Set(citedLast(asked.conversation));
  const last = said.trim() === '' ? [] : documents.filter(({ documentId }) => cited.has(documentId));
  return last.length === 1 ? { documents: last, by: 'cited' } : null;
}

const isKind = ({ parts }: Asked, document: StoredDocument, kind: KindId): boolean =>
  isOfKind(parts.library, document, kind);

/** Tells whether a person or the question has said where to look. */
const isNarrow = ({ scope }: Asked): boolean =>
  [
    scope.collection,
    scope.documentIds,
    ...Object.values(scope.scope ?? {}),
    ...Object.values(scope.filters ?? {}),
  ].some((one) => one !== undefined && String(one) !== '');

/** Letters of a word that may be a part of another: “Mietvertrag” names a “Mietvertrages”. */
const leastOfPart = 5;

const hasTerm = (held: ReadonlySet<string>, term: string): boolean =>
  held.has(term) || (term.length >= leastOfPart && [...held].some((one) => one.startsWith(term) || one.endsWith(term)));

/** Returns the documents whose title has all the words, otherwise the one of the kind whose beginning has them. */
function byName(asked: Asked, said: string, bare: string, kind: KindId | null, isNoun: boolean): StoredDocument[] {
  const documents = asked.documents();
  const full = terms(said);
  const bareTerms = terms(bare);
  const wanted = [full, kind ? bareTerms : full].filter((all) => all.length > 0);
  const scored = documents.flatMap((document) => {
    const names = [document.title, fileOf(document.path)].map((name) => termSet(name));
    const scores = names.map((name) => {
      if (!wanted.some((all) => all.every((term) => hasTerm(name, term)))) return 0;
      return full.filter((term) => hasTerm(name, term)).length / Math.max(1, name.size);
    });
    const score = Math.max(...scores);
    const isSure = isNoun || score === 1 || (score >= shareOfTitle && bareTerms.length >= fewestWords);
    return score > 0 && isSure && (kind === null || isKind(asked, document, kind)) ? [{ document, score }] : [];
  });
  const best = Math.max(0, ...scored.map(({ score }) => score));
  if (scored.length > 0) return scored.filter(({ score }) => score === best).map(({ document }) => document);
  if (kind === null || documents.length > mostRead) return [];
  const held = documents.filter((document) => {
    const { text } = asked.parts.library.documents.source(document.documentId);
    const head = termSet(text.slice(0, headOfNames));
    return bareTerms.every((term) => hasTerm(head, term)) && isKind(asked, document, kind);
  });
  return held.length === 1 ? held : [];
}
