import type { PreparedDocument, Span } from '../text/prepared-document';
import { type NameMention, namesOf } from '../text/values/name';
import { anyWord, wordBegins, wordEnds } from '../text/values/words';

/** How the build of an agreement shows a name to be one of its parties. */
export interface PartyCues {
  /** In the list behind “between”. */
  readonly listed: boolean;
  /** Called something from there on: “(the “Company”)”; as a party is, or by a part of its name. */
  readonly defined: 'role' | 'short' | null;
  /** Places of signatures: above “By:”, or a person after “/s/”. */
  readonly signed: boolean;
  readonly alone: boolean;
  /** The name before the first “Dear”: whom a letter is to. */
  readonly addressed: boolean;
}

const between = anyWord(({ parties }) => parties.between);
const and = anyWord(({ parties }) => parties.and);
const article = anyWord(({ parties }) => parties.article);
const leadingArticle = new RegExp(`^(?:${article})\\s`, 'u');
const roles = anyWord((words) => words.roles);
const called = anyWord((words) => words.called);
const signedBy = anyWord((words) => words.signedBy);

/** A list of parties is looked for so far into a document, as a share and in characters, and is so long. */
const listWithin = { share: 0.4, least: 6000, most: 30_000 } as const;
const longestList = 2500;
const mostOpeners = 50;

const opener = new RegExp(`${wordBegins}(?:${between})(?=[\\s,:(])`, 'gu');
const marks = '[\\s,;:()\\[\\]“”"„«»*_-]';
/** Text between the opener, or the previous name, and the next name of the list. */
const leadIn = new RegExp(
  `(?:^|[,;)\\]]|${wordBegins}(?:${and}|${between}))${marks}*(?:(?:i{1,3}|iv|v|\\d|[a-e])\\)?${marks}+)?(?:(?:${article}|${and}|its|affiliates?)\\.?${marks}+)*$`,
  'u',
);
const opensList = new RegExp(`^${marks}*(?:(?:i{1,3}|\\d|[a-e])[).]${marks}*)?(?:(?:${article})\\.?${marks}+)*$`, 'u');
/** “(the “Company”)”, ““Aspect””: directly after a name or its description. */
const definition = new RegExp(
  `^[\\s,]*[(\\[]\\s*(?:(?:${called}|to|will be|is|be|and|, )[\\s,:]*)*["“”„«']?\\s*([^()"“”„«»\\]']{1,60}?)\\s*["“”»']`,
  'u',
);
const aside = new RegExp(`^(?:,?\\s(?:d/b/a|${anyWord(({ parties }) => parties.aside)})\\s[^()“”"]{0,240})`, 'u');
/** “, the landlord,”, “, as Borrower”: at once behind a party of a list. */
const apposition = new RegExp(
  `^,?\\s(?:(?:${called}|${article})\\s)+(?:${roles})(?=\\s*(?:[,;.(]|${wordBegins}(?:${and})${wordEnds}))`,
  'u',
);
/** All text before the first bracket with a quoted word. */
const toBracket = /^[^()]*(?:\([^()"“”„«]*\)[^()]*)*/u;
const role = new RegExp(`^(?:${roles})$`, 'u');
const slash = /(?:\/s\/|-s-|\/ s \/|\/f\/)\s*$/u;
const byLine = new RegExp(
  `^[\\s,.)]{0,6}(?:(?:a|an|eine?|una?)\\s[^\\n]{0,60}[\\s,]+)?(?:${signedBy}|ppa\\.?)\\s?:?\\s*(?:_|/|:|-s-|\\n|$|name)`,
  'u',
);
const salutation = /(?:^|\n)\s*(?:dear|ladies and gentlemen|gentlemen|sehr geehrte|estimad[oa]s?|muy senor)/u;

/** The names of a document with what shows them to be parties, in its order. */
export function partiesOf(document: PreparedDocument): readonly (NameMention & { readonly cues: PartyCues })[] {
  const names = document.once(namesOf).filter(({ start, end }) => !role.test(document.plain.slice(start, end)));
  const listed = listedIn(document, names);
  const inOrder = [...listed].sort((one, other) => one.start - other.start);
  const nextOf = new Map(inOrder.map((one, at) => [one, inOrder[at + 1]?.start ?? one.end + longestSaid]));
  const letter = salutation.exec(document.plain.slice(0, 4000))?.index ?? 0;
  return names.map((mention) => {
    const { plain } = document;
    const before = plain.slice(Math.max(0, mention.start - 60), mention.start);
    const isLate = mention.start > plain.length * 0.4;
    return {
      ...mention,
      cues: {
        listed: listed.has(mention),
        defined: definedAs(document, mention, nextOf.get(mention)),
        signed: isLate && signedAt(document, mention, before),
        alone: isAlone(document, mention),
        addressed: mention.end <= letter,
      },
    };
  });
}

function listedIn({ plain }: PreparedDocument, names: readonly NameMention[]): ReadonlySet<NameMention> {
  const listed = new Set<NameMention>();
  const limit = Math.min(listWithin.most, Math.max(listWithin.least, plain.length * listWithin.share));
  const early = names.filter(({ start }) => start < limit + longestList);
  for (const match of [...plain.slice(0, limit).matchAll(opener)].slice(0, mostOpeners)) {
    const from = match.index + match[0].length;
    const span: Span = { start: from, end: endOfList(plain, from) };
    // The full stop of “Ltd.” may be that of the sentence.
    const within = early.filter(({ start, end }) => start >= span.start && end <= span.end + 1);
    const [first] = within;
    if (!first || first.start - from > 60 || !opensList.test(plain.slice(from, first.start))) continue;
    const taken: NameMention[] = [first];
    for (const mention of within.slice(1)) {
      const last = taken.at(-1) ?? first;
      if (isNext(plain, last, mention)) taken.push(mention);
    }
    // One name behind “between” is no list.
    if (taken.length > 1) for (const mention of taken) listed.add(mention);
  }
  return listed;
}

/** A blank line ends a list, but for one beside what joins it: “zwischen … und …” has each party in a paragraph. */
const blankLine = new RegExp(
  `(?<!(?:[,;]|${wordBegins}(?:${and}|${between}|${article}))\\s{0,4})\\n\\s{0,20}\\n(?!\\s{0,4}(?:(?:${and})${wordEnds}|[-–(]))`,
  'u',
);

function endOfList(plain: string, from: number): number {
  const stretch = plain.slice(from, from + longestList);
  const end = blankLine.exec(stretch);
  return from + (end?.index ?? stretch.length);
}

function isNext(plain: string, last: NameMention, { start, kind }: NameMention): boolean {
  const between = plain.slice(last.end, start);
  if (!leadIn.test(between)) return false;
  // Behind a mere comma only an organisation is one more party, at once behind another; an address is none.
  const joined = new RegExp(
    `(?:${wordBegins}(?:${and})|;|[)\\]"”])${marks}*(?:(?:${article}|${and})\\.?${marks}+)*(?:(?:i{1,3}|iv|v|\\d|[a-e])\\)${marks}*)?$`,
    'u',
  );
  if (joined.test(between)) return true;
  return kind === 'organisation' && last.kind === 'organisation' && /^[\s,]*$/u.test(between);
}

const longestSaid = 300;

/** @param next start of the list's next party: the text before it describes this one */
function definedAs(
  { plain }: PreparedDocument,
  { start, end }: NameMention,
  next: number | undefined,
): PartyCues['defined'] {
  const behind = plain.slice(end, Math.min(next ?? Number.POSITIVE_INFINITY, end + longestSaid));
  if (next !== undefined && apposition.test(behind)) return 'role';
  // Its first description: “, a Delaware corporation with offices at …, (the “Company”)”.
  const said = (next === undefined ? aside : toBracket).exec(behind)?.[0] ?? '';
  const match = definition.exec(behind.slice(said.length));
  const word = match?.[1]?.replace(leadingArticle, '').trim();
  if (word === undefined || word === '') return null;
  if (role.test(word)) return 'role';
  const own = plain.slice(start, end);
  const first = word.split(/\s/u)[0] ?? '';
  const letters = first.replace(/[^\p{L}\p{N}]/gu, '');
  const begin = letters.slice(0, 3);
  return letters.length > 1 && (own.includes(letters) || onlyLetters(own).startsWith(begin)) ? 'short' : null;
}

const onlyLetters = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, '');

const signedAt = ({ plain }: PreparedDocument, { end, kind }: NameMention, before: string): boolean =>
  kind === 'organisation' ? byLine.test(plain.slice(end, end + 110)) : kind === 'person' && slash.test(before);

export function isAlone({ plain }: PreparedDocument, { start, end }: Span): boolean {
  const before = plain.slice(Math.max(0, start - 8), start);
  const behind = plain.slice(end, end + 8);
  return /(?:^|\n)[\s#*_“"]*$/u.test(before) && /^[\s.,:*_”"]*(?:\n|$)/u.test(behind);
}
