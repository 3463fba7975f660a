import { anyOf, censusWords, ofAll } from '../../languages';
import { folded } from '../../text/segmentation';
import { terms } from '../../text/terms';

/** A question about what documents are about: those of the place of this name, all of them where it is null. */
interface OverviewForm {
  readonly place: string | null;
}

/** An instruction about documents as wholes. */
export interface Instruction {
  readonly kind: 'summary' | 'comparison';
  /** The names of one document, or of those that are compared; an empty one names nothing (“Summarise this”). */
  readonly about: readonly string[];
  /** It is one for any document; “What does … say?” is one only for a document that is known. */
  readonly isCertain: boolean;
  /** It may ask for a part of a document, and is one only where a title has all its words. */
  readonly isPart: boolean;
}

const fill = (pattern: string, all: string): RegExp => new RegExp(`^${pattern.replace('{all}', all)}$`, 'u');
const overviews = Object.values(censusWords).map(({ documents, overview }) => {
  const { questions, all, article, places, own, called } = overview;
  const nouns = documents.map(([, many]) => many).join('|');
  const place = `(?:(?:${own}) )*(?:(?<name>.+?) )?(?:${places})(?: (?:(?:${called}) )?(?<called>.+))?`;
  const named = `(?:(?<all>(?:(?:${article}|${all}) )*)(?<noun>${nouns})n?(?: (?:${overview.in}) (?=.))?)?(?:${place})?`;
  return { patterns: questions.map((one) => fill(one, named)), all: new RegExp(`(?<!\\S)(?:${all})(?!\\S)`, 'u') };
});

/** Reads a question about a collection by its form alone; null for every other question. */
export function readOverview(question: string): OverviewForm | null {
  const asked = folded(question)
    .replace(/^[\s¿¡]+|[\s.?!]+$/gu, '')
    .replace(/\s+/gu, ' ');
  for (const { patterns, all } of overviews) {
    for (const pattern of patterns) {
      const found = pattern.exec(asked);
      if (!found) continue;
      const { name, called = name, noun, all: before = '' } = found.groups ?? {};
      const place = called?.replace(/["“”„«»'‘’]/gu, '').trim();
      // “The contracts” are those of a place of that name; “all contracts” are what there is.
      const isNamed = noun === undefined || namedTerms(noun).length === 0 || all.test(before);
      return { place: place ?? (isNamed ? null : (noun ?? null)) };
    }
  }
  return null;
}

/** The name in an instruction begins with a word of its own: “summarised results” is no instruction. */
const whole = (alternatives: readonly string[]): RegExp[] =>
  alternatives.map((one) => new RegExp(`^${one.replace(/(?<! )\(\./gu, '(?!\\p{L})(.')}$`, 'iu'));
const groupsOf = (pattern: string): number => pattern.split('(.').length;
const patterns = (['summarise', 'tellOf', 'compare', 'differ'] as const).map((form) => {
  // Patterns with more groups come first: a pattern of another language may take two parts for one.
  const all = ofAll(({ instructions }) => instructions[form]).toSorted((a, b) => groupsOf(b) - groupsOf(a));
  return [form, whole(all)] as const;
});
const anyDocument = new Set(terms(ofAll(({ instructions }) => [instructions.documents]).join(' ')));
const documentNouns = new Set(
  terms(
    Object.values(censusWords)
      .flatMap(({ documents }) => documents.flat())
      .join(' '),
  ),
);
const filtered = /(?:^|\s)\p{L}+:(?:"[^"]*"|„[^“”"]*[“”"]|“[^”]*”|[^\s"„“]+)/gu;
const quoted = /["“”„«»‘]/u;

/** The terms of what an instruction names; words for any document name none. */
export const namedTerms = (about: string): string[] => terms(about).filter((term) => !anyDocument.has(term));

/** Tells whether a name is one of a document: it has a noun for one, or quotation marks. */
export const namesDocument = (about: string): boolean =>
  quoted.test(about) || terms(about).some((term) => anyDocument.has(term) || documentNouns.has(term));

/** Reads an instruction about documents as wholes by its form alone; null for every other question. */
export function readInstruction(question: string): Instruction | null {
  const sentences = question.replace(filtered, '').split(/(?<=[.?!])(?<!vs\.)\s+/u);
  for (const written of sentences) {
    const sentence = written.replace(/^[\s¿¡]+|[\s.?!:]+$/gu, '');
    for (const [form, alternatives] of patterns) {
      for (const pattern of alternatives) {
        const [found, ...groups] = pattern.exec(sentence) ?? [];
        if (found === undefined) continue;
        if (form === 'compare' || form === 'differ') {
          const about = partsOf(groups.map((group = '') => group.trim()));
          return { kind: 'comparison', about, isCertain: form === 'compare', isPart: false };
        }
        const others = sentences.filter((one) => one !== written);
        const about = [groups[0] ?? '', ...others].join(' ').trim();
        const saysWhat = terms(about).some((term) => anyDocument.has(term)) || namedTerms(about).length === 0;
        const isCertain = form === 'summarise' || saysWhat;
        return { kind: 'summary', about: [about], isCertain, isPart: isPartOf(about) };
      }
    }
  }
  return null;
}

const partOf = new RegExp(
  `^(.+?) (?:${anyOf(({ instructions }) => instructions.partOf ?? '')}) (?:\\p{L}{2,5} ){0,2}(.+)$`,
  'iu',
);

/** “The payment terms in the contract”: something that is no document, of one. */
function isPartOf(about: string): boolean {
  const [, part = '', document = ''] = partOf.exec(about) ?? [];
  return namedTerms(part).length > 0 && !namesDocument(part) && namesDocument(document);
}

/**
 * Returns the things that are compared, each with the words that it shares with the last: “the 2023 and the 2024 contract” are two contracts.
 */
function partsOf(said: readonly string[]): string[] {
  const parts = said.flatMap((one, at) => (at === said.length - 1 ? [one] : one.split(/\s*,\s*/u))).filter(Boolean);
  const shared = terms(parts.at(-1) ?? '').filter((term) => !isNumber(term));
  return parts.map((part) =>
    terms(part).every(isNumber) && /\p{N}/u.test(part) ? `${part} ${shared.join(' ')}` : part,
  );
}

export const isNumber = (term: string): boolean => /^\p{N}+$/u.test(term);
