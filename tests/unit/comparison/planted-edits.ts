/**
 * Two versions of a made-up document, each with its own lines and pages, and the list of changes between them:
 * everything that a redline has to find, and may find.
 */
import type { Block, BlockKind } from '@shared/prompt/blocks';
import { drawWord, randomNumbers } from '../../../bench/synthetic-text';
import type { ComparedDocument, RedlineResult } from '../../../electron/engine/comparison';

type Sentence = readonly string[];
interface Section {
  readonly title: string;
  paragraphs: Sentence[][];
  readonly rows: string[][];
}

export interface Found {
  /** Old and new words of each edit, in the order of the new document. */
  readonly edits: readonly string[];
  readonly numbers: readonly string[];
  readonly dates: readonly string[];
  /** Letters without blanks, since pages may break within. */
  readonly gone: string;
  readonly new: string;
  readonly moved: string;
}

export interface Planted {
  readonly old: ComparedDocument;
  readonly new: ComparedDocument;
  /** Either of two sections that change places may be the one that has moved. */
  readonly expected: readonly Found[];
}

export interface PlantedOptions {
  readonly seed: number;
  readonly words: number;
  /** Per kind. */
  readonly edits: number;
}

const months = ['January', 'February', 'March', 'April', 'June', 'July', 'August', 'October', 'November', 'December'];

class Writer {
  readonly random: () => number;

  constructor(seed: number) {
    this.random = randomNumbers(seed);
    // The first numbers of near seeds are near each other.
    for (let turn = 0; turn < 5; turn += 1) this.random();
  }

  below(limit: number): number {
    return Math.floor(this.random() * limit);
  }

  number(): string {
    return this.random() < 0.5 ? String(10 + this.below(900)) : `${1 + this.below(90)},${100 + this.below(900)}`;
  }

  date(): string {
    return `${1 + this.below(28)} ${months[this.below(months.length)]} ${1990 + this.below(40)}`;
  }

  sentence(): Sentence {
    const words = Array.from({ length: 8 + this.below(13) }, () => drawWord(this.random));
    words[0] = capital(words[0] ?? 'ba');
    // Beside each other they would be one number, or a date with one.
    words.splice(3, 0, `on ${this.date()}`);
    words.splice(6, 0, this.number());
    if (this.random() < 0.3) words.splice(2, 0, `${drawWord(this.random)},`);
    // An ending of its own: “fa.” and others are abbreviations, behind which a sentence goes on.
    return [...words.slice(0, -1), `${words.at(-1)}nux.`];
  }

  section(at: number): Section {
    const paragraphs = Array.from({ length: 3 + this.below(3) }, () =>
      Array.from({ length: 3 + this.below(4) }, () => this.sentence()),
    );
    const row = () => [capital(drawWord(this.random)), drawWord(this.random), this.number(), this.number()];
    return {
      title: `${at + 1} ${capital(drawWord(this.random))} ${drawWord(this.random)} ${drawWord(this.random)}`,
      paragraphs,
      rows: this.random() < 0.3 ? Array.from({ length: 5 }, row) : [],
    };
  }
}

const capital = (word: string): string => `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
const lengthOf = ({ paragraphs, rows }: Section): number => paragraphs.flat(2).length + rows.flat().length;

/** A document of about so many words and one that was made of it by so many edits of each kind. */
export function plantedEdits({ seed, words, edits }: PlantedOptions): Planted {
  const writer = new Writer(seed);
  const sections: Section[] = [];
  for (let length = 0; length < words; ) {
    const section = writer.section(sections.length);
    sections.push(section);
    length += lengthOf(section);
  }
  const old = structuredClone(sections);
  const changed = new Set<Sentence[]>();
  const touched = new Set<Sentence>();
  const record: { at: Sentence; edit: string; kind: 'text' | 'number' | 'date' }[] = [];
  const newOnes = new Set<Sentence>();
  const gone: Sentence[] = [];
  const movedParagraphs = new Set<Sentence[]>();
  const paragraph = (): Sentence[] => {
    for (let turn = 0; turn < 100_000; turn += 1) {
      const section = sections[2 + writer.below(sections.length - 4)];
      const one = section?.paragraphs[writer.below(section.paragraphs.length)];
      if (!one || changed.has(one)) continue;
      changed.add(one);
      return one;
    }
    throw new Error('more edits than paragraphs');
  };
  const replace = (own: Sentence[], at: number, with_: Sentence): void => {
    own[at] = with_;
    touched.add(with_);
  };
  const alter = (own: Sentence[], kind: 'text' | 'number' | 'date'): void => {
    const at = writer.below(own.length);
    const sentence = own[at] ?? [];
    const isOne = (word: string): boolean =>
      kind === 'number' ? /^[\d,]+$/u.test(word) : kind === 'date' ? word.startsWith('on ') : /^[a-z]{4,}$/u.test(word);
    const places = sentence.flatMap((word, place) => (isOne(word) ? [place] : []));
    const place = places[writer.below(places.length)] ?? 0;
    const before = sentence[place] ?? '';
    const after = kind === 'number' ? `${before}7` : kind === 'date' ? before.replace(/\d{4}/u, '2049') : 'zuzuvux';
    replace(own, at, sentence.with(place, after));
    record.push({
      at: own[at] ?? [],
      edit: kind === 'date' ? `${before.slice(3)} > ${after.slice(3)}` : `${before} > ${after}`,
      kind,
    });
  };
  for (let turn = 0; turn < edits; turn += 1) {
    alter(paragraph(), 'text');
    alter(paragraph(), 'number');
    alter(paragraph(), 'date');
    const put = paragraph();
    const sentence = writer.sentence();
    newOnes.add(sentence);
    put.splice(1 + writer.below(put.length - 1), 0, sentence);
    const cut = paragraph();
    gone.push(...cut.splice(1 + writer.below(cut.length - 2), 1));
    for (const isChanged of [false, true]) {
      const moved = paragraph();
      const from = sections.findIndex(({ paragraphs }) => paragraphs.includes(moved));
      const home = sections[from];
      if (home) home.paragraphs = home.paragraphs.filter((one) => one !== moved);
      if (isChanged) alter(moved, 'text');
      movedParagraphs.add(moved);
      const to = (from + 5 + writer.below(sections.length - 10)) % sections.length;
      sections[to]?.paragraphs.splice(1, 0, moved);
    }
  }
  // A swap of neighbours in which nothing else has changed.
  const at = sections.findIndex((section, place) =>
    [section, sections[place + 1]].every(
      (one) => one?.paragraphs.every((own) => !changed.has(own)) && one.paragraphs.length >= 3,
    ),
  );
  const swapped = at < 0 ? [] : sections.splice(at, 2);
  sections.splice(at, 0, ...swapped.toReversed());
  const order = sections.flatMap(({ paragraphs }) => paragraphs.flat());
  const inOrder = record.sort((a, b) => order.indexOf(a.at) - order.indexOf(b.at));
  const ofKind = (kind: string): string[] => inOrder.filter((one) => one.kind === kind).map(({ edit }) => edit);
  const expected = (swapped.length === 0 ? [undefined] : swapped).map((section): Found => {
    const moved = sections.flatMap((one) =>
      one === section ? [textOf(one)] : one.paragraphs.filter((own) => movedParagraphs.has(own)).map(proseOf),
    );
    return {
      edits: inOrder.map(({ edit, kind }) =>
        kind === 'date'
          ? edit
              .split(' > ')
              .map((date) => date.split(' ').at(-1))
              .join(' > ')
          : edit,
      ),
      numbers: ofKind('number'),
      dates: ofKind('date'),
      gone: letters(
        old
          .flatMap(({ paragraphs }) => paragraphs.flat())
          .map((one) => one.join(' '))
          .filter((one) => gone.some((sentence) => sentence.join(' ') === one))
          .join(''),
      ),
      new: letters(
        order
          .filter((one) => newOnes.has(one))
          .map((one) => one.join(' '))
          .join(''),
      ),
      moved: letters(moved.join('')),
    };
  });
  return {
    old: set(old, { width: 72, page: 44, seed }),
    new: set(sections, { width: 91, page: 51, seed: seed + 1 }),
    expected,
  };
}

const proseOf = (paragraph: readonly Sentence[]): string => paragraph.map((one) => one.join(' ')).join(' ');
const textOf = ({ title, paragraphs, rows }: Section): string =>
  [title, ...paragraphs.map(proseOf), ...rows.map(rowOf)].join(' ');
const rowOf = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

/** Without blanks, and without hyphens, which lines may have made. */
const letters = (text: string): string => text.replace(/[-\s]/gu, '');

interface Setting {
  readonly width: number;
  /** Lines. */
  readonly page: number;
  readonly seed: number;
}

/** In lines with words hyphenated at their ends, on pages with their numbers at the foot. */
function set(sections: readonly Section[], { width, page, seed }: Setting): ComparedDocument {
  const writer = new Writer(seed);
  const blocks: Block[] = [];
  const pages: ComparedDocument['pages'][number][] = [];
  let text = '';
  let lines = 0;
  let pageStart = 0;
  const block = (kind: BlockKind, own: string): void => {
    if (own === '') return;
    blocks.push({ kind, start: text.length, end: text.length + own.length });
    text += `${own}\n\n`;
  };
  const turn = (): void => {
    block('furniture', `Page ${pages.length + 1}`);
    pages.push({ page: pages.length + 1, startChar: pageStart, endChar: text.length });
    pageStart = text.length;
    lines = 0;
  };
  const flow = (kind: BlockKind, all: readonly string[]): void => {
    let own = '';
    for (const line of all) {
      own += own === '' ? line : `\n${line}`;
      lines += 1;
      // No page ends within a word or a date: the one is two words then, and the other a number.
      if (lines < page || /-$|on(?: \d{1,2}(?: [A-Z]\p{Ll}+)?)?$/u.test(line)) continue;
      block(kind, own);
      turn();
      own = '';
    }
    block(kind, own);
  };
  for (const { title, paragraphs, rows } of sections) {
    flow('heading', [title]);
    for (const own of paragraphs) flow('paragraph', wrapped(proseOf(own).split(' '), width, writer));
    for (const row of rows) flow('table-row', [rowOf(row)]);
  }
  turn();
  return { text, blocks, pages };
}

function wrapped(words: readonly string[], width: number, writer: Writer): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of words) {
    if (line.length + word.length < width) {
      line += line === '' ? word : ` ${word}`;
      continue;
    }
    const cut = Math.floor(word.length / 2);
    if (/^[a-z]{6,}$/u.test(word) && writer.random() < 0.7) {
      lines.push(`${line} ${word.slice(0, cut)}-`);
      line = word.slice(cut);
    } else {
      lines.push(line);
      line = word;
    }
  }
  return [...lines, line];
}

/** The redline's findings in the form of the planted changes. */
export function foundIn(
  { passages, differences }: RedlineResult,
  old: ComparedDocument,
  next: ComparedDocument,
): Found {
  const plain = (text: string): string => text.replace(/-\s+/gu, '').replace(/\s+/gu, ' ');
  const textAt = ({ text }: ComparedDocument, range?: { start: number; end: number } | null): string =>
    range ? plain(text.slice(range.start, range.end)) : '';
  const written = (kind: string): string[] =>
    differences.filter((one) => one.kind === kind).map((one) => `${textAt(old, one.old)} > ${textAt(next, one.new)}`);
  const all = (kind: string): string =>
    letters(
      passages
        .filter((one) => one.kind === kind)
        .map((one) => (one.new ? textAt(next, one.new) : textAt(old, one.old)))
        // Pages are as many as they are.
        .filter((text) => !/^(?:Page \d+ ?)+$/u.test(text))
        .join(''),
    );
  return {
    edits: passages.flatMap(({ edits = [] }) =>
      edits.map((edit) => `${textAt(old, edit.old)} > ${textAt(next, edit.new)}`),
    ),
    numbers: written('number'),
    dates: written('date'),
    gone: all('gone'),
    new: all('new'),
    moved: all('moved'),
  };
}
