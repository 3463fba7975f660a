import { oneLine } from '@shared/prompt/prompt-layout';
import type { ValueOf } from '@shared/value-types';
import { stopWords } from '../function-words';
import type { PreparedDocument } from '../prepared-document';
import type { ValueCandidate, ValueType } from './value-type';
import { anyWord, wordBegins, wordEnds } from './words';

/** Legal forms, without full stops: behind one of these a name is complete. */
const legalForms = new Set(
  'inc incorporated corp corporation co company llc lc lp llp lllp ltd limited plc gmbh ag kg kgaa se ohg ug gbr ev eg mbh sa sas sarl sl slu srl spa nv bv bvba ab asa as aps oy oyj pty pte na pc pllc sca cv mbb ggmbh ek'.split(
    ' ',
  ),
);

/** A name as names are compared: capitals, no commas, “and” for “&”, and one spelling of each legal form. */
export function canonicalName(name: string): string {
  return name
    .normalize('NFKC')
    .replace(/[’‘`]/gu, "'")
    .replace(/\s*&\s*/gu, ' and ')
    .replace(/,/gu, ' ')
    .replace(/(?<![\p{L}.])(?:\p{L}\.){2,}(?=\s|$)/gu, (dotted) =>
      legalForms.has(dotted.replace(/\./gu, '').toLowerCase()) && !/^[NBS]\.?[VA]/iu.test(dotted)
        ? dotted.replace(/\./gu, '')
        : dotted,
    )
    .replace(/\s+/gu, ' ')
    .trim()
    .toUpperCase()
    .replace(/(?<= )(?:INCORPORATED|INC)$/u, 'INC.')
    .replace(/(?<= )(?:LIMITED|LTD)$/u, 'LTD.')
    .replace(/(?<= )(CO|CORP)$/u, '$1.');
}

/** Returns a name as people say it: without its legal form, and not in capitals alone. */
export function shortName(name: string): string {
  const words = name.replace(/,/gu, ' ').split(/\s+/u);
  const bare = (word: string): string => word.replace(/\./gu, '').toLowerCase();
  const isForm = (word: string): boolean => legalForms.has(bare(word)) || and.has(word);
  while (words.length > 1 && isForm(words.at(-1) ?? '')) words.pop();
  const short = words.join(' ');
  if (/\p{Ll}/u.test(short)) return short;
  return short.replace(/(?<=\p{L})\p{L}{3,}/gu, (letters) => letters.toLowerCase());
}

export interface NameMention {
  readonly start: number;
  readonly end: number;
  /** As written, with white space collapsed. */
  readonly name: string;
  readonly kind: 'organisation' | 'person' | 'other';
}

interface Word {
  readonly written: string;
  readonly plain: string;
  readonly start: number;
  readonly end: number;
}

/** Forms that are words or codes elsewhere: only in capitals, as written. */
const onlyInCapitals = new Set('se as sa ab na co ag sl lc lp eg ev ek pc cv ug'.split(' '));
/** Words after “and” within one name: “Trust and Company”, “Smith & Sons”. */
const tails = new Set(
  'co company sons associates trust partners brothers bros companies bank trust sohne hijos cia partner compania'.split(
    ' ',
  ),
);
const wordOnly = (alternatives: string): RegExp => new RegExp(`^(?:${alternatives})$`, 'u');
const organisation = wordOnly(anyWord(({ organisations }) => organisations));
/** German writes them as one word: “Beteiligungsgesellschaft”. */
const endsAsOrganisation =
  /\p{L}{3}(?:gesellschaft|genossenschaft|stiftung|verband|verein|werke|klinik|sparkasse|bank|institut|ministerium)$/u;
const inNames = wordOnly(anyWord((words) => words.inNames));
const inPersons = wordOnly(anyWord((words) => words.inPersons));
const title = wordOnly(anyWord(({ titles }) => titles));
const office = wordOnly(anyWord(({ offices }) => offices));
const and = new Set(['and', 'und', 'y', 'e', '&']);

/** A raised figure behind a name is no part of it: “Okafor¹”. */
const word = /[\p{L}\p{Nd}][\p{L}\p{M}\p{Nd}]{0,40}(?:['’&.-][\p{L}\p{Nd}][\p{L}\p{M}\p{Nd}]{0,40}){0,6}/gu;
const beginsAsName = /^(?:\p{Lu}|\d{1,3}\p{Lu}|\d{1,3}$)/u;
/** Abbreviations whose full stop belongs to them. */
const takesStop =
  /^(?:\p{Lu}|\p{Lu}(?:\.\p{Lu})+|Inc|Corp|Co|Ltd|Bros|Jr|Sr|St|Dr|Mr|Ms|Mrs|Prof|Cia|INC|CORP|CO|LTD|LLC|Pty|Pte|Sra?|Dra?|e\.\p{Lu}|mbH)$/u;
const mostWords = 14;

function wordsOf({ text, plain, pieces }: PreparedDocument): Word[] {
  const found: Word[] = [];
  for (const piece of pieces) {
    for (const { 0: written, index } of text.slice(piece.start, piece.end).matchAll(word)) {
      const start = piece.start + index;
      let end = start + written.length;
      if (text[end] === '.' && takesStop.test(written)) end += 1;
      found.push({ written: text.slice(start, end), plain: plain.slice(start, start + written.length), start, end });
    }
  }
  return found;
}

export const isForm = ({ plain, written }: Pick<Word, 'plain' | 'written'>): boolean => {
  const bare = plain.replace(/[.]/gu, '');
  if (!legalForms.has(bare) || !/^(?:\p{Lu}|e\.[VK]|mbH|mbB|plc|gGmbH)/u.test(written)) return false;
  return !onlyInCapitals.has(bare) || /^(?:\p{Lu}[\p{Lu}.]*|Co\.?|e\.[VK]\.?)$/u.test(written);
};
/** Forms that are words: “Corporation of America” continues, and “…, Company” starts again. */
const formWords = new Set('company corporation compania'.split(' '));

/** Words that a document has in small letters too: no names, but where they are part of one. */
function commonWords(document: PreparedDocument): ReadonlySet<string> {
  return new Set(document.once(wordsOf).flatMap(({ written, plain }) => (/^\p{Ll}/u.test(written) ? [plain] : [])));
}

export const isCommon = (document: PreparedDocument, plain: string): boolean => document.once(commonWords).has(plain);

/** The names of a document, in its order: runs of words with capitals, with the short words that join names. */
export function namesOf(document: PreparedDocument): readonly NameMention[] {
  const words = document.once(wordsOf);
  const found: NameMention[] = [];
  for (let at = 0; at < words.length; ) {
    const run = runFrom(document.text, words, at);
    if (run.length === 0) {
      at += 1;
      continue;
    }
    for (const part of partsOf(run)) {
      const mention = mentionOf(document, part);
      if (mention) found.push(mention);
    }
    at += run.length;
  }
  return found;
}

/** The words of one run; the gaps between them are a blank, a comma before a legal form, or an ampersand. */
function runFrom(text: string, words: readonly Word[], from: number): Word[] {
  const first = words[from];
  if (!first || !beginsAsName.test(first.written)) return [];
  const run = [first];
  for (let at = from + 1; at < words.length && run.length < mostWords; at += 1) {
    const [last, next] = [run.at(-1), words[at]];
    if (!last || !next) break;
    const between = text.slice(last.end, next.start);
    if (between.length > 6) break;
    const complete = isForm(last) && !formWords.has(last.plain);
    if (isForm(next) && (formWords.has(next.plain) ? /^[ \u00a0]{1,2}$/u : /^\s?,?\s{0,2}$/u).test(between)) {
      run.push(next);
      continue;
    }
    if (/^\s{0,2}&\s{0,2}$/u.test(between) && beginsAsName.test(next.written) && !complete) {
      run.push(next);
      continue;
    }
    if (/^,\s(?:Jr|Sr)$/u.test(`${between}${next.written.replace('.', '')}`)) {
      run.push(next);
      continue;
    }
    if (/^,\s$/u.test(between) && isPartnership(text, words, at)) {
      run.push(next);
      continue;
    }
    if (!/^(?:[ \u00a0]{1,3}|\n)$/u.test(between) || complete || (between === '\n' && !goesOnBelow(text, words, at)))
      break;
    if (beginsAsName.test(next.written)) {
      run.push(next);
      continue;
    }
    const joined = joinedBehind(text, words, at);
    if (joined === 0) break;
    run.push(...words.slice(at, at + joined));
    at += joined - 1;
  }
  return run;
}

/** The number of words from here that join a name to the next words: “of the”, “and” before “Company”; 0 for none. */
function joinedBehind(text: string, words: readonly Word[], at: number): number {
  for (let count = 1; count <= 3; count += 1) {
    const [last, next] = [words[at + count - 1], words[at + count]];
    if (!last || !next || !/^[ \u00a0]{1,2}$/u.test(text.slice(last.end, next.start))) return 0;
    const isAnd = and.has(last.plain);
    if (!inNames.test(last.plain) && !isAnd) return 0;
    if (beginsAsName.test(next.written) && !/^\d/u.test(next.written))
      return !isAnd || tails.has(next.plain) || isForm(next) ? count + 1 : 0;
    if (isAnd) return 0;
  }
  return 0;
}

/** “Paul, Weiss & Garrison LLP”, “Sears, Roebuck and Co.”: single words, the last of them before an “and” with a form or a tail. */
function isPartnership(text: string, words: readonly Word[], from: number): boolean {
  for (let at = from; at < from + 6; at += 1) {
    const [one, next, last] = [words[at], words[at + 1], words[at + 2]];
    if (!one || !next || !/^\p{Lu}\p{L}+$/u.test(one.written) || isForm(one)) return false;
    const between = text.slice(one.end, next.start);
    if (/^\s&\s$/u.test(between)) return true;
    if (/^\s$/u.test(between) && next.plain === 'and')
      return last !== undefined && (tails.has(last.plain) || isForm(last));
    if (between !== ', ') return false;
  }
  return false;
}

/** Whether a line below goes on with a name that ends in a legal form, in capitals: a heading of two lines. */
function goesOnBelow(text: string, words: readonly Word[], from: number): boolean {
  for (let at = from; at < Math.min(words.length, from + 5); at += 1) {
    const one = words[at];
    if (!one || !/^\p{Lu}{2,}$/u.test(one.written.replace(/[.&]/gu, ''))) return false;
    if (isForm(one)) return true;
    if (text[one.end] === '\n') return false;
  }
  return false;
}

/** A run without what no name begins or ends with, cut at titles and offices. */
function partsOf(run: readonly Word[]): Word[][] {
  const parts: Word[][] = [[]];
  run.forEach((one, at) => {
    if (title.test(one.plain) || office.test(one.plain)) {
      parts.push([]);
      return;
    }
    // “AGREEMENT The Regents of The University”: an article with a capital begins a name, but not within one.
    if (one.written === 'The' && at > 0 && !inNames.test(run[at - 1]?.plain ?? '')) parts.push([]);
    parts.at(-1)?.push(one);
  });
  return parts.map((part) => {
    let [from, to] = [0, part.length];
    while (
      from < to &&
      (inNames.test(part[from]?.plain ?? '') || and.has(part[from]?.plain ?? '')) &&
      !keepsArticle(part, from)
    )
      from += 1;
    while (to > from && (inNames.test(part[to - 1]?.plain ?? '') || and.has(part[to - 1]?.plain ?? ''))) to -= 1;
    return part.slice(from, to);
  });
}

/** “The Coca-Cola Company” has its article, “The Company” has not. */
const keepsArticle = (part: readonly Word[], at: number): boolean =>
  /^(?:The|THE)$/u.test(part[at]?.written ?? '') && part.length - at > 2 && part.some(isOrganisationWord);

const isOrganisationWord = (one: Word): boolean =>
  isForm(one) || organisation.test(one.plain) || endsAsOrganisation.test(one.plain);

const initial = /^(?:\p{Lu}\.?){1,3}$/u;
const namePart =
  /^(?:\p{Lu}\p{Ll}+|\p{Lu}{2,}|\p{Lu}['’]\p{Lu}\p{L}+|(?:Mc|Mac|De|Van|Le|La|Di)\p{Lu}\p{Ll}+|\p{Lu}\p{L}+-\p{Lu}\p{L}+)$/u;

function mentionOf(document: PreparedDocument, part: readonly Word[]): NameMention | null {
  const [first, last] = [part[0], part.at(-1)];
  if (!first || !last || !part.some(({ written }) => /\p{L}/u.test(written))) return null;
  const bare = part.filter(({ plain }) => !inNames.test(plain));
  const telling = bare.filter((one) => !isOrganisationWord(one) && /\p{L}/u.test(one.written));
  const { start, end } = { start: first.start, end: last.end };
  const name = document.text.slice(start, end).replace(/\s+/gu, ' ');
  const kind = kindOf(document, part, bare, telling);
  return { start, end, name, kind };
}

function kindOf(
  document: PreparedDocument,
  part: readonly Word[],
  bare: readonly Word[],
  telling: readonly Word[],
): NameMention['kind'] {
  const hasForm = bare.some(isForm);
  const isNamed = telling.length > 0 && (hasForm || telling.some(({ plain }) => !isCommon(document, plain)));
  if (isNamed && (hasForm || bare.some(isOrganisationWord))) return 'organisation';
  const isPerson =
    bare.length >= 2 &&
    bare.length <= 5 &&
    !initial.test(bare.at(-1)?.written ?? '') &&
    bare.every(({ written }) => initial.test(written) || namePart.test(written)) &&
    bare.every(({ written, plain }) => initial.test(written) || !isCommon(document, plain)) &&
    part.every(({ plain }) => !inNames.test(plain) || inPersons.test(plain)) &&
    !bare.some(isOrganisationWord);
  return isPerson ? 'person' : 'other';
}

export const asCandidate = ({ start, end, name: value, kind }: NameMention): ValueCandidate => ({
  value: { type: 'name', name: value },
  start,
  end,
  key: canonicalName(value),
  ...(kind === 'other' ? {} : { bearer: kind }),
});

export const name: ValueType<ValueOf<'name'>> = {
  asks: ['place', 'name'],
  severalAsked: true,
  leastConfidence: 0.5,
  find: (document, { field, ofPlace }) =>
    field === 'law' || (field === null && ofPlace)
      ? document.once(placesOf)
      : document
          .once(namesOf)
          .filter(({ kind }) => kind !== 'other')
          .map(asCandidate),
  wanted: () => 'a name',
  read: (words) => ({ type: 'name', name: oneLine(words) }),
  words: ({ name: value }) => value,
};

const states = anyWord((words) => words.states);
const article = `(?:${anyWord(({ parties }) => parties.article)})`;
const small = '(?:of|de|del|der|von|y|and|the|la)';
const capital = "(?:\\p{Lu}[\\p{L}\\p{M}'’-]{1,30}|(?:\\p{Lu}\\.){2,})";
/** A place at the start of the text after a cue: words with capitals, and the words that join them. */
const place = new RegExp(`^(${capital}(?:\\s(?:${small}\\s(?:the\\s)?)?${capital}){0,4})`, 'u');

const ofState = `(?:${article}\\s+)?(?:${states})\\s+(?:of|de|del|der)?\\s*(?:${article}\\s+)?`;
/** “the laws of the State of …”, “Recht der Bundesrepublik …”, “leyes de …”. */
const byLaw = new RegExp(
  `${wordBegins}(?:${anyWord(({ lawOf }) => lawOf)})\\s+(?:${article}\\s+)?(?:(?:${states})\\s+(?:(?:of|de|del|der)\\s+)?(?:${article}\\s+)?)?`,
  'gu',
);
const byState = new RegExp(`${wordBegins}(?:${ofState})`, 'gu');
/** “New York law”, “deutsches Recht”, “derecho español”. */
const placeLaw = new RegExp(
  `${wordBegins}(?:(\\p{L}[\\p{L}'’.-]{0,30}(?:\\s\\p{L}[\\p{L}.-]{0,30}){0,2})\\s+(?:${anyWord((words) => words.placeLaw)})${wordEnds})`,
  'gu',
);
const national = new RegExp(`${wordBegins}(?:${anyWord(({ nationalLaw }) => nationalLaw)})${wordEnds}`, 'gu');
/** The end of a place that is not part of it: a country in its short form, a word for the state itself. */
const tail = /(?:[\s,]+(?:U\.?S\.?A?\.?|USA|UK))+$/u;
const itself = new RegExp(`^(?:${states}|state|law|laws|court|courts|country|party|parties|company|agreement)$`, 'u');
/** Words before “law” that are no places: “applicable law”. */
const noPlace =
  /^(?:Applicable|Governing|Federal|State|Local|Common|Civil|Securities|Labor|Employment|Such|Any|This|The|No|By|Under|Choice|International|Criminal|Public|Private|Anwendbares|Geltendes|Zwingendes|Internationales|Copyright|Patent|Tax|Uniform|General)$/u;

/** Returns the places that a document names as states, or by their law. */
export function placesOf({ text, plain, pieces }: PreparedDocument): readonly ValueCandidate[] {
  const found = new Map<number, ValueCandidate>();
  const take = (at: number, law: boolean, limit: number): void => {
    const written = place
      .exec(text.slice(at, Math.min(limit, at + 160)))?.[1]
      ?.replace(tail, '')
      .replace(/[.,'’-]+$/u, '');
    if (written === undefined || itself.test(written.toLowerCase().split(/\s/u).at(-1) ?? '')) return;
    const name = written.replace(/\s+/gu, ' ');
    found.set(at, {
      value: { type: 'name', name },
      start: at,
      end: at + written.length,
      key: canonicalName(name),
      ...(law || found.get(at)?.bearer ? { bearer: 'law' } : {}),
    });
  };
  for (const { start, end } of pieces) {
    const piece = plain.slice(start, end);
    for (const match of piece.matchAll(byLaw)) take(start + match.index + match[0].length, true, end);
    for (const match of piece.matchAll(byState)) take(start + match.index + match[0].length, false, end);
    for (const match of piece.matchAll(placeLaw)) {
      const at = start + match.index;
      // The capitals next to “law”, and no more: “of Missouri law”.
      const before = text.slice(at, at + (match[1] ?? '').length);
      const own = /(?:^|\s)(\p{Lu}[\p{L}'’.-]+(?:\s\p{Lu}[\p{L}.-]+){0,2})$/u.exec(before)?.[1];
      if (own !== undefined && !noPlace.test(own) && !stopWords.has(own.split(' ')[0]?.toLowerCase() ?? ''))
        take(at + before.length - own.length, true, at + before.length);
    }
    for (const match of piece.matchAll(national)) {
      const name = text.slice(start + match.index, start + match.index + match[0].length).replace(/\s+/gu, ' ');
      const at = start + match.index;
      found.set(at, {
        value: { type: 'name', name },
        start: at,
        end: at + match[0].length,
        key: canonicalName(name),
        bearer: 'law',
      });
    }
  }
  return [...found.values()].sort((one, other) => one.start - other.start);
}
