/** Titles that a person recognises: what the file says, unless a program wrote it; of an agreement its kind, parties and year. */
import type { ColumnType } from '@shared/value-types';
import { extract, type PreparedDocument, readForExtraction } from '../extraction';
import { languages, type TextLanguage } from '../languages';
import { shortName } from '../text/values/name';
import { anyWord, wordEnds } from '../text/values/words';
import type { ReadDocument } from './document';

const kinds = 'document|dokument|documento|presentation|präsentation|presentación|présentation';
const parts = 'slide|folie|diapositiva|diapo|page|seite|página|sheet|tabelle|hoja|book|mappe|libro|classeur|scan|image';
const madeUp = [
  /^[^\p{L}\p{N}]*(?:untitled|unbenannt|ohne titel|sin título|sans titre|senza titolo|sem título|naamloos)(?!\p{L})/iu,
  new RegExp(
    `^[^\\p{L}\\p{N}]*(?:anonymous|unnamed|unspecified|unknown|none|title|(?:power.?point.)?(?:${kinds})[ _-]?\\d*|(?:${parts})[ _-]?\\d+|(?:new|neues?|nuevo|nouveau|nuovo|novo) (?:${kinds}))[^\\p{L}\\p{N}]*$`,
    'iu',
  ),
  /^microsoft (?:word|excel|powerpoint) - /i,
  /\.(?:docx?|xlsx?|pptx?|tex|dvi|indd|pdf|html?)$/i,
  /^about:blank$/i,
  // A number of a line, a page or a meeting; four digits may be a year, and the title of a novel.
  /^(?!\d{4}$)[^\p{L}]+$/u,
  // File names made by programs: a hash, a UUID.
  /^\{?(?=[a-f-]*\d)[0-9a-f]{8}(?:-?[0-9a-f]{4,12})+\}?$/iu,
  // A sentence that goes on in the next line.
  new RegExp(`^(?:\\S+\\s+){4,}(?:\\S*[:;,]|(?<=\\s)(?:${anyWord(({ parties }) => parties.article)}))$`, 'u'),
];

/** Whether a title is what a program wrote for want of one, such as `(anonymous)`, `Slide 1` or `report.docx`. */
export const isMadeUpTitle = (title: string): boolean => madeUp.some((form) => form.test(title));

/** Headings that a document's first section has, whatever the document is. */
export const ofSections: ReadonlySet<string> = new Set(
  Object.values<TextLanguage>(languages).flatMap(({ offers, asides }) => [
    ...offers.notOf,
    ...Object.values(asides).flat(),
  ]),
);

/** “EX-99.(D)(3) 10 dex99d3.htm”: the number and file name that a register writes before the words of a filed document. */
const filed =
  /^(?:ex(?:hibit)?[-–.\s]*(?:\d[\w.()]*|\(\w+\)[\w.()]*):?(?:\s+\d{1,3}(?=\s+\S+\.\w{3,4}(?:\s|$)))?(?:\s+|$)|[\w-]+\.(?:html?|docx?|pdf|rtf|txt)\s+(?=\p{Lu}))+/iu;

const plainTitle = (title: string): string =>
  title
    .replace(/\s+/gu, ' ')
    .trim()
    .replace(filed, '')
    .replace(/^["“„«](.+)["“”»]$/u, '$1')
    // A word that a line's end has broken.
    .replace(/(?<=\p{Lu})- (?=\p{Lu}{3})/gu, '-');

/** Longest title that is taken of a text, and stretch of a text in which an agreement names its kind; characters. */
const longestTitle = 100;
const longestKind = 60;
const begin = 2000;
/** Stretches of an agreement in which its parties and its date are looked for: they are listed, and sign; characters. */
const head = 6000;
const foot = 2500;
const mostParties = 2;

const agreement = new RegExp(`(?<!\\p{L})(?:${anyWord((words) => words.kinds.agreement)})${wordEnds}`, 'iu');
/** Whether a title says that its document is an agreement. */
export const isAgreement = (title: string): boolean => agreement.test(title);
/** The capital of a sentence's first word makes it a part of the name. */
const opensList = new RegExp(`^(?:${anyWord(({ parties }) => parties.between)})\\s`, 'iu');
const endsInKind = new RegExp(`${agreement.source}$`, 'iu');
/** Behind the name of an agreement: its date, its parties, the number under which it is filed. */
const besideName = /[,\s]+(?:dated|vom|exhibit|(?:by and )?between|zwischen|entre)(?=\s).*$|\s+[-–—]\s.*$/iu;

/** Whether a line is the name of an agreement: no sentence, each longer word with a capital, one of them says the kind. */
const namesAgreement = (line: string): boolean =>
  line.length <= longestTitle &&
  agreement.test(line) &&
  /^\p{Lu}/u.test(line) &&
  !/[\s-]\p{Ll}{5}|[.!?:;]$|^(?:This|THIS|The|THE|Diese\p{L}?|Este|El|La)\s/u.test(line);
const isKindAlone = (title: string): boolean =>
  title.length <= longestKind && endsInKind.test(title) && !/[.!?:;,]/u.test(title);
const inCapitals = /^[^\p{Ll}]+$/u;

/**
 * Returns the document's title; null where its file's name is the best one. If the title is a placeholder, uses the
 * first real heading; if the file name is a placeholder too, the first line.
 */
export function ownTitle(read: Omit<ReadDocument, 'format' | 'mime' | 'author' | 'created'>, fileName: string) {
  const given = read.title === null ? null : plainTitle(read.title);
  const name = fileName.replace(/\.[^.]*$/u, '');
  const hasName = !isMadeUpTitle(name);
  // “Introduction” says less than a file's name, unless that is hardly one.
  const isSection = (title: string): boolean => name.length > title.length && ofSections.has(title.toLowerCase());
  const isTelling = (title: string): boolean => title !== '' && !isMadeUpTitle(title) && !isSection(title);
  const contract = given === null && hasName ? null : agreementTitle(read, given ?? '', hasName);
  if (contract !== null) return contract;
  if (given !== null && isTelling(given)) return given;
  if (hasName && (given === null || isSection(given))) return null;
  const named = read.headings.map(({ text }) => plainTitle(text)).find(isTelling);
  const line = hasName
    ? undefined
    : read.text.split('\n').find((one) => /^[^|]*\p{L}/u.test(one) && isTelling(plainTitle(one)));
  return named ?? (line === undefined ? null : plainTitle(line).slice(0, longestTitle));
}

/** Returns “Confidentiality agreement, Wynn Resorts, 2018” for an agreement without a title of its own; null for others. */
function agreementTitle({ text, language }: Pick<ReadDocument, 'text' | 'language'>, given: string, hasName: boolean) {
  // A title in mixed letters that says more than the kind is a person's.
  const isBare = given === '' || !hasName || inCapitals.test(given) || isMadeUpTitle(given) || isKindAlone(given);
  if (!isBare) return null;
  const lines = [given, ...text.slice(0, begin).split('\n').map(plainTitle)].map((line) =>
    line.replace(/^re:\s+/iu, '').replace(besideName, ''),
  );
  const kind = isKindAlone(given) ? given : lines.find(namesAgreement);
  if (kind === undefined) return null;
  const short = text.length <= head + foot ? text : `${text.slice(0, head)}\n\n${text.slice(-foot)}`;
  const document = readForExtraction({ text: short, blocks: [], pages: [], language, title: null });
  const said = kind.toLowerCase();
  const names = valuesOf(document, 'Who are the parties to the agreement?', 'name').map((name) => shortName(name));
  const [date = ''] = valuesOf(document, 'What is the effective date of the agreement?', 'date');
  const parties = [...new Set(names)]
    .filter((name) => !opensList.test(name) && !said.includes(name.toLowerCase()))
    .slice(0, mostParties);
  const year = said.includes(date.slice(0, 4)) ? '' : date.slice(0, 4);
  return [inCapitals.test(kind) ? kind.slice(0, 1) + said.slice(1) : kind, ...parties, year].filter(Boolean).join(', ');
}

const valuesOf = (document: PreparedDocument, question: string, type: ColumnType): string[] =>
  extract(document, { question, type, many: type === 'name' }).found.flatMap(({ value }) => {
    if (value.type === 'name') return [value.name];
    return value.type === 'date' ? [value.date] : [];
  });
