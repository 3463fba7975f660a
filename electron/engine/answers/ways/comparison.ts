import type { PageSpan } from '@shared/contract';
import type { Block, TextRange } from '@shared/prompt/blocks';
import { magnitudeOf } from '@shared/review-values';
import { formOf, type TypedValue } from '@shared/value-types';
import { t } from '@shared/words/index';
import { builtPrompt, type CitedPlaces, escapedMarkdown, shownWords } from '../../chat';
import { bySubject, type RedlinePassage, type RedlineResult, redline } from '../../comparison';
import { type ReadSentence, sentencesOf } from '../../overview';
import type { Library, StoredDocument } from '../../store';
import { documentsNamed } from '../forms/documents-named';
import { cellOfValues, type FieldOfDocument, fieldValues, readDocuments } from '../forms/field-values';
import { type FieldId, plainQuestion } from '../forms/question-forms';
import { readWhich, type WhichQuestion } from '../forms/read-which';
import { fromPassages } from '../from-passages';
import type { AnswerParts, Asked, Way, WayMatch } from '../way';
import { documentsOf, documentsTaken } from '../wholes/documents-meant';
import { outlined } from '../wholes/outline';
import { readInstruction } from '../wholes/read-instruction';
import { wholeText } from '../wholes/whole-text';
import { fieldName } from './fields';

/** Two documents are versions of one text if they share this part of the shorter one, by characters. */
const leastShared = 0.5;
/** Rows of each kind for two documents, and for more than two. */
const mostRows = 12;
const rowsOfMany = 5;
/** Documents that state so many of the same fields are compared by these alone. */
const fewestFields = 2;
const comparedFields = [
  'party',
  'start',
  'term',
  'notice',
  'law',
  'rent',
  'deposit',
  'fee',
  'salary',
  'due',
  'total',
] as const satisfies readonly FieldId[];
/** As many documents are compared. */
const mostCompared = 4;
/** Share of these rows for text that only one document has: different documents have much of it. */
const shareAlone = 0.5;
/** Characters shown around a change, and of a passage without a counterpart. */
const longestSide = 220;
const beforeChange = 70;

interface Side {
  readonly document: StoredDocument;
  readonly text: string;
  readonly blocks: readonly Block[];
  readonly pages: readonly PageSpan[];
}

interface Told {
  readonly answer: string;
  /** They are versions of one text. */
  readonly versions: boolean;
}

/** “Compare the offer with the contract”, “Which lease has the higher deposit?”: how documents differ. */
export const comparison: Way = {
  id: 'comparison',
  asks: async (asked) => whichMatch(asked) ?? (await documentsOf('comparison', asked)) ?? severalNamed(asked),
  async takes(asked) {
    const match = await documentsTaken('comparison', asked);
    return match?.documentIds && match.documentIds.length > 1 ? match : null;
  },
  evidence: async (asked, way) => ({ found: outlined(asked, way) }),
  async answer(drafting, { documentIds = [] }) {
    const { library } = drafting.parts;
    const { task = '' } = builtPrompt(drafting.run).body;
    const documents = documentIds.map((id) => library.documents.byId(id));
    const looked = documents.length;
    const which = readWhich(task);
    const compared = which ? comparable(library, documents, which) : [];
    const text = await wholeText(drafting, (places) => {
      if (which && compared.length > 1) {
        return { answer: whichText(compared, places), whole: { kind: 'comparison', looked, of: looked, documentIds } };
      }
      const { answer, versions } = comparisonText(drafting.parts, documents, places, drafting.signal);
      const whole = { kind: 'comparison', looked, of: looked, documentIds, ...(versions && { versions }) } as const;
      return { answer, whole };
    });
    return fromPassages(drafting, text);
  },
};

/** Returns the documents of a question which of them has more; null where fewer than two state values to compare. */
function whichMatch(asked: Asked): WayMatch | null {
  const which = readWhich(asked.question);
  if (!which) return null;
  const documents = which.documents.flatMap((said) => documentsNamed(asked, said)?.documents ?? []);
  const compared = comparable(asked.parts.library, [...new Set(documents)].slice(0, mostCompared), which);
  return compared.length < 2 ? null : matchOf(compared.map(({ document }) => document));
}

/** Returns the documents that an instruction names by one noun: “the two leases”. */
function severalNamed(asked: Asked): WayMatch | null {
  const instruction = readInstruction(asked.question);
  if (instruction?.kind !== 'comparison') return null;
  const named = instruction.about.flatMap((said) => documentsNamed(asked, plainQuestion(said))?.documents ?? []);
  const documents = [...new Set(named)];
  return documents.length < 2 || documents.length > mostCompared ? null : matchOf(documents);
}

const matchOf = (documents: readonly StoredDocument[]): WayMatch => ({
  by: 'title',
  about: documents.map(({ title }) => title).join(' · '),
  documentIds: documents.map(({ documentId }) => documentId),
});

/** Returns the documents that state one value of the field, in one unit, from the one that is asked for. */
function comparable(
  library: Library,
  documents: readonly StoredDocument[],
  { field, asks }: WhichQuestion,
): FieldOfDocument[] {
  const stated = fieldValues(readDocuments(library, documents), field).map(({ document, values }) => ({
    document,
    values: values.slice(0, 1),
  }));
  const units = new Set(
    stated.map(({ values: [first] }) => first && `${first.value.type} ${unitOf(first.value) ?? ''}`),
  );
  if (units.size !== 1 || stated.some((one) => sizeOf(one) === null)) return [];
  const sign = asks === 'more' ? 1 : -1;
  return stated.sort((a, b) => sign * ((sizeOf(b) ?? 0) - (sizeOf(a) ?? 0)));
}

const unitOf = (value: TypedValue): string | undefined => formOf(value.type).unit?.(value);
const sizeOf = ({ values: [first] }: FieldOfDocument): number | null => (first ? magnitudeOf(first.value) : null);

/** Returns the sentence that says which document has more, with the values of all. */
function whichText(compared: readonly FieldOfDocument[], places: CitedPlaces): string {
  const [first, ...others] = compared.map((one) => ({
    size: sizeOf(one),
    title: escapedMarkdown(one.document.title),
    value: cellOfValues(one, places),
  }));
  if (!first) return '';
  const named = (of: typeof others): string[] => of.map(({ title, value }) => `${value} (${title})`);
  if (others[0]?.size === first.size) return t('chat.comparison.even', { others: named([first, ...others]) });
  return t('chat.comparison.which', { title: first.title, value: first.value, others: named(others) });
}

/**
 * The fields that all of the documents state, side by side; then, for versions of a text, its changes. Documents with
 * fewer fields in common are compared by subject: numbers and dates first, then one-sided statements. With more than two,
 * each is compared with the first. Errors: `document-not-found`, the signal's reason.
 */
function comparisonText(
  { library }: Pick<AnswerParts, 'library'>,
  documents: readonly StoredDocument[],
  places: CitedPlaces,
  signal: AbortSignal,
): Told {
  const [first, ...others] = documents.map((document): Side => {
    const { text, blocks, pages } = library.documents.source(document.documentId);
    return { document, text, blocks, pages };
  });
  if (!first) return { answer: '', versions: false };
  const fields = fieldRows(library, documents, places);
  const most = others.length > 1 ? rowsOfMany : mostRows;
  const told = others.map((other): Told => {
    const changes = redline(first, other, signal);
    const versions = sharedOf(changes, first.text, other.text) >= leastShared;
    const bySubjects = fields.length < fewestFields ? subjectsText(first, other, places, most) : [];
    const parts = versions ? changesText(changes, first, other, places, most) : bySubjects;
    const names = `### ${escapedMarkdown(first.document.title)} · ${escapedMarkdown(other.document.title)}`;
    return { answer: parts.length === 0 ? '' : [names, ...parts].join('\n\n'), versions };
  });
  const head = ['', ...documents.map(({ title }) => escapedMarkdown(title))];
  const table = [head, head.map(() => '---'), ...fields].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
  const parts = [fields.length > 0 ? table : '', ...told.map(({ answer }) => answer)];
  return { answer: parts.filter(Boolean).join('\n\n'), versions: told.every(({ versions }) => versions) };
}

/** Returns the rows of the fields that each of the documents states: the field's name, and a cell a document. */
function fieldRows(library: Library, documents: readonly StoredDocument[], places: CitedPlaces): string[][] {
  const read = readDocuments(library, documents);
  return comparedFields.flatMap((field) => {
    const stated = fieldValues(read, field);
    if (stated.length < documents.length) return [];
    return [[`**${fieldName(field)}**`, ...stated.map((one) => cellOfValues(one, places))]];
  });
}

/** The share of the shorter text that both have, at any place. */
function sharedOf({ passages }: RedlineResult, old: string, next: string): number {
  const lengthOf = ({ start, end }: TextRange): number => end - start;
  const kept = passages.reduce((sum, { old: before, new: after, edits = [] }) => {
    if (!before || !after) return sum;
    return sum + lengthOf(before) - edits.reduce((gone, edit) => gone + lengthOf(edit.old), 0);
  }, 0);
  return kept / Math.max(1, Math.min(old.trim().length, next.trim().length));
}

/** A place with its highlight. */
interface Marked extends TextRange {
  readonly marks: readonly TextRange[];
}

type Row = readonly [one: Marked, other: Marked];

function changesText(
  { passages, differences }: RedlineResult,
  one: Side,
  other: Side,
  places: CitedPlaces,
  most: number,
) {
  const figures = new Set(differences.filter(({ kind }) => kind !== 'text').map(({ passage }) => passage));
  const changed = passages.flatMap((passage, at) => {
    const { old, new: next, edits = [] } = passage;
    if (!old || !next || edits.length === 0 || isHeading(one, old) || isHeading(other, next)) return [];
    const ownMarks = differences.filter((difference) => difference.passage === at);
    const marksOf = (side: 'old' | 'new') => ownMarks.flatMap((difference) => difference[side] ?? []);
    const row: Row = [
      { ...old, marks: marksOf('old') },
      { ...next, marks: marksOf('new') },
    ];
    return [{ row, isFigure: figures.has(at) }];
  });
  const shifted = passages.filter(({ kind, edits = [] }) => kind === 'moved' && edits.length === 0).length;
  const alone = (kind: RedlinePassage['kind'], side: 'old' | 'new'): TextRange[] => {
    const own = new Set(differences.map(({ passage }) => passage));
    return passages.flatMap((passage, at) => (passage.kind === kind && own.has(at) ? (passage[side] ?? []) : []));
  };
  const parts = [
    ...sideBySide(
      t('chat.comparison.figures'),
      changed.filter(({ isFigure }) => isFigure).map(({ row }) => row),
      [one, other],
      places,
      most,
    ),
    ...sideBySide(
      t('chat.comparison.words'),
      changed.filter(({ isFigure }) => !isFigure).map(({ row }) => row),
      [one, other],
      places,
      most,
    ),
    ...onlyIn(one, alone('gone', 'old'), places, most),
    ...onlyIn(other, alone('new', 'new'), places, most),
    ...(shifted > 0 ? [t('chat.comparison.moved', { count: shifted })] : []),
  ];
  return parts.length > 0 ? parts : [t('chat.comparison.none')];
}

const isHeading = ({ blocks }: Side, { start, end }: TextRange): boolean =>
  blocks.some((block) => block.kind === 'heading' && block.start <= start && block.end >= end);

function subjectsText(one: Side, other: Side, places: CitedPlaces, most: number): string[] {
  const { pairs, onlyOne, onlyOther } = bySubject(one, other);
  const rowsOf = (isFigure: boolean): Row[] =>
    pairs
      .filter(({ kind }) => kind !== 'same' && (kind !== 'text') === isFigure)
      .map(({ one: mine, other: theirs, alone }) => {
        const within = (sentence: TextRange, marks: readonly TextRange[]): Marked => ({
          start: sentence.start,
          end: sentence.end,
          marks: marks.map(({ start, end }) => ({ start: start + sentence.start, end: end + sentence.start })),
        });
        return [within(mine, alone.one), within(theirs, alone.other)];
      });
  const same = pairs.filter(({ kind }) => kind === 'same').length;
  const ordered = (sentences: readonly ReadSentence[]): TextRange[] =>
    // The first sentence speaks for a section without any counterpart.
    [...new Map(sentences.toReversed().map((sentence) => [sentence.heading, sentence])).values()].toReversed();
  return [
    ...sideBySide(t('chat.comparison.figures'), rowsOf(true), [one, other], places, most),
    ...sideBySide(t('chat.comparison.subjects'), rowsOf(false), [one, other], places, most),
    ...onlyIn(one, ordered(onlyOne), places, most),
    ...onlyIn(other, ordered(onlyOther), places, most),
    ...(same > 0 ? [t('chat.comparison.same', { count: same })] : []),
  ];
}

function sideBySide(
  heading: string,
  rows: readonly Row[],
  [one, other]: readonly [Side, Side],
  places: CitedPlaces,
  most: number,
): string[] {
  if (rows.length === 0) return [];
  const cell = (side: Side, marked: Marked): string => {
    const { shown, markdown } = around(side.text, marked);
    return places.quote(side.document, marked, shown, markdown);
  };
  const rest = rows.length - most;
  const title = ({ document }: Side): string => escapedMarkdown(document.title);
  return [
    `**${heading}**`,
    [
      `| ${title(one)} | ${title(other)} |`,
      '| --- | --- |',
      ...rows.slice(0, most).map(([mine, theirs]) => `| ${cell(one, mine)} | ${cell(other, theirs)} |`),
    ].join('\n'),
    ...(rest > 0 ? [t('chat.census.more', { count: rest })] : []),
  ];
}

function onlyIn(side: Side, ranges: readonly TextRange[], places: CitedPlaces, most: number): string[] {
  const sentences = sentencesOf(side, Number.POSITIVE_INFINITY);
  const told = ranges
    .filter((range) => /[\p{L}\p{N}]/u.test(side.text.slice(range.start, range.end)) && !isHeading(side, range))
    .flatMap((range): readonly TextRange[] => {
      const within = sentences.filter(({ start, end }) => start >= range.start && end <= range.end);
      return within.length > 0 ? within : [range];
    });
  if (told.length === 0) return [];
  const shown = Math.ceil(most * shareAlone);
  const rest = told.length - shown;
  return [
    `**${t('chat.comparison.only', { title: escapedMarkdown(side.document.title) })}**`,
    told
      .slice(0, shown)
      .map(
        (range) =>
          `- ${places.quote(side.document, range, shownWords(side.text.slice(range.start, range.end), longestSide, side.document.mime))}`,
      )
      .join('\n'),
    ...(rest > 0 ? [t('chat.census.more', { count: rest })] : []),
  ];
}

/** The words around the first of the marks, each mark in bold; and the same as it is quoted. */
function around(text: string, { start, end, marks }: Marked): { readonly shown: string; readonly markdown: string } {
  const filled = marks.filter((mark) => mark.end > mark.start && mark.start >= start && mark.end <= end);
  const [first] = filled.toSorted((a, b) => a.start - b.start);
  const isLong = end - start > longestSide;
  const from = isLong && first ? beginOfWord(text, Math.max(start, first.start - beforeChange), start) : start;
  const to = Math.min(end, from + longestSide);
  const cut = to < end ? text.slice(from, to).replace(/\s+\S*$/u, '').length + from : to;
  const flat = (piece: string): string => piece.replace(/\s+/gu, ' ');
  let markdown = from > start ? '… ' : '';
  let at = from;
  for (const mark of filled.toSorted((a, b) => a.start - b.start)) {
    if (mark.start < at || mark.end > cut) continue;
    const words = flat(text.slice(mark.start, mark.end)).trim();
    markdown += escapedMarkdown(flat(text.slice(at, mark.start)));
    if (words !== '') markdown += `**${escapedMarkdown(words)}**`;
    at = mark.end;
  }
  markdown += escapedMarkdown(flat(text.slice(at, cut))) + (cut < end ? ' …' : '');
  return { shown: flat(text.slice(from, cut)).trim(), markdown: markdown.trim() };
}

const beginOfWord = (text: string, at: number, least: number): number => {
  let begin = at;
  while (begin > least && !/\s/u.test(text[begin - 1] ?? '')) begin -= 1;
  return begin;
};
