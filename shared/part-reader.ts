import { ShortWords } from './short-words';

const connectors = "_'’.-";
/** What an apostrophe leaves of a word at its end. */
const contracted = new Set(['s', 't', 'd', 'm', 'll', 're', 've']);
const letterOrDigit = /^[\p{L}\p{N}]$/u;

const other = 1;
const inner = 2;
const joins = 3;
/** By code unit: what it is in a word; 0 where it was never met, or where it is half a character. */
const kinds = new Uint8Array(0x1_0000);

function kindAt(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  const known = kinds[unit];
  if (known) return known;
  const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
  const kind = connectors.includes(character) ? joins : letterOrDigit.test(character) ? inner : other;
  if (unit < 0xd800 || unit > 0xdfff) kinds[unit] = kind;
  return kind;
}

const unitsAt = (text: string, at: number): number => ((text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1);

/** What a part of a word is worth. */
export interface PartValue<T> {
  /** Null for a function word. */
  readonly value: T | null;
  /** No function word in English, but one in a text that is German or Spanish. */
  readonly doubtful: boolean;
  /** As a whole word it shows a text to be German or Spanish. */
  readonly foreign: boolean;
}

/**
 * Reads texts part of word by part of word, where a word is letters and digits with single `_`, `'`, `’`, `.` or `-`
 * between them. In one pass, and without a string for a part that was met before: a search reads fifty thousand.
 */
export class PartReader<T> {
  private readonly short = new ShortWords<PartValue<T>>();
  private readonly long = new Map<string, PartValue<T>>();

  /**
   * @param toValue of a part that is met for the first time
   * @param kept parts remembered; all are forgotten when there are more
   */
  constructor(
    private readonly toValue: (part: string) => PartValue<T>,
    private readonly kept: number,
  ) {}

  /**
   * Values of the parts that are no function words, in their order.
   *
   * @param text folded: in lower case and without accents
   */
  read(text: string): T[] {
    const { short } = this;
    const found: T[] = [];
    const doubtful: number[] = [];
    let foreign = false;
    let before = -1;
    for (let at = 0; at < text.length; ) {
      if (kindAt(text, at) !== inner) {
        at += 1;
        continue;
      }
      const start = at;
      at = short.read(text, start);
      let part = short.found;
      if (part === null || (at < text.length && kindAt(text, at) === inner)) {
        while (at < text.length && kindAt(text, at) === inner) at += unitsAt(text, at);
        part = this.met(text.slice(start, at));
      }
      const joined = before >= 0 && start === before + 1 && kindAt(text, before) === joins;
      before = at;
      if (part.foreign && !joined && !goesOn(text, at)) foreign = true;
      if (part.value === null || (joined && isContracted(text, start, at))) continue;
      if (part.doubtful) doubtful.push(found.length);
      found.push(part.value);
    }
    if (!foreign || doubtful.length === 0) return found;
    const gone = new Set(doubtful);
    return found.filter((_value, position) => !gone.has(position));
  }

  private met(part: string): PartValue<T> {
    const known = this.long.get(part);
    if (known) return known;
    const value = this.toValue(part);
    if (this.short.size + this.long.size >= this.kept) {
      this.short.clear();
      this.long.clear();
    }
    if (!this.short.add(part, value)) this.long.set(part, value);
    return value;
  }
}

/** Whether the word has another part behind the one that ends here. */
const goesOn = (text: string, end: number): boolean =>
  end + 1 < text.length && kindAt(text, end) === joins && kindAt(text, end + 1) === inner;

/** Whether a part is the `ll` of “she'll”, not that of “she'll-be”. */
function isContracted(text: string, start: number, end: number): boolean {
  const join = text[start - 1];
  return (join === "'" || join === '’') && contracted.has(text.slice(start, end)) && !goesOn(text, end);
}
