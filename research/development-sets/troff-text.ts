import { paragraphs } from './labelled-pairs';
import { troffCharacter } from './troff-characters';

export interface ManualSection {
  readonly heading: string;
  /** Paragraphs, an empty line between them. */
  readonly text: string;
}

const breaks = new Set('PP LP P TP TQ HP sp RS RE br ti in ce nf fi EX EE SY YS'.split(' '));
const alternatingFonts = new Set('BI BR IB IR RB RI'.split(' '));
const said = new Set('B I SM SB SY UR UE MT ME URL MTO R CW'.split(' '));
const appearance =
  /\\(?:f(?:\[[^\]]*\]|\(..|.)|s(?:[+-]?\d|\[[^\]]*\]|'[^']*')|[mMF]\[[^\]]*\]|[hvlLDXbw]'[^']*'|k.)/gu;
const escaped = /\\(?:\(..|\[[^\]]*\]|\*(?:\(..|\[[^\]]*\]|.)|n[+-]?(?:\(..|\[[^\]]*\]|.)|N'\d+'|.|$)/gu;
const nothing = new Set('&/,|^%:)ducz{}pra!?'.split(''));

/**
 * The text of a manual page in the man macros (man(7), groff_man(7)), by its sections; neither fonts nor indentation are
 * kept, tables keep their cells. What a page defines of its own (macros, registers) is passed over, its strings are not.
 */
export function manualSections(source: string): ManualSection[] {
  const page = new ManualPage();
  for (const line of source.replaceAll(/\\\n/gu, '').split('\n')) page.line(line);
  return page.finish();
}

class ManualPage {
  private readonly sections: { heading: string; blocks: string[] }[] = [];
  private readonly strings = new Map<string, string>([
    ['R', '®'],
    ['Tm', '™'],
    ['lq', '“'],
    ['rq', '”'],
  ]);
  private block = '';
  private isGlued = false;
  /** A heading whose words stand in the next line. */
  private wanted: 'SH' | 'SS' | null = null;
  /** Ends what is passed over: `..` of a macro, `.\}` of a branch that is not taken. */
  private passedOver: { until: RegExp; depth: number } | null = null;
  private table: 'format' | 'rows' | null = null;
  private cellMark = '\t';
  private tookBranch = true;

  line(raw: string): void {
    if (this.passedOver) this.passOver(raw);
    else if (!/^[.']\s*(?:\\"|$)/u.test(raw))
      this.lineWithoutComment(raw.replace(/(?<!\\)((?:\\\\)*)\\["#].*$/u, '$1'));
  }

  finish(): ManualSection[] {
    this.endBlock();
    return this.sections.map(({ heading, blocks }) => ({ heading, text: paragraphs(blocks) }));
  }

  private lineWithoutComment(line: string): void {
    const [, name, rest = ''] = /^[.']\s*([^\s\\]+)\s*(.*)$/u.exec(line) ?? [];
    if (name !== undefined) this.request(name, rest);
    else if (this.wanted) this.heading(this.wanted, this.plain(line));
    else if (this.table) this.tableLine(line);
    else if (line.trim() === '') this.endBlock();
    else if (!/^[.']/u.test(line)) this.say(line);
  }

  private request(name: string, rest: string): void {
    if (name === 'if' || name === 'ie' || name === 'el') this.branch(name, rest);
    else if (name === 'de' || name === 'am' || name === 'ig') {
      this.passedOver = { until: /^\.\s*\.\s*$/u, depth: 1 };
    } else if (name === 'ds') this.define(rest);
    else if (name === 'TS' || name === 'TE' || name === 'T&') this.tableRequest(name);
    else this.setting(name, rest);
  }

  private setting(name: string, rest: string): void {
    if (breaks.has(name)) this.endBlock();
    const words = argumentsOf(rest);
    if (name === 'SH' || name === 'SS') this.openHeading(name, words.join(' '));
    else if (name === 'IP') this.item(words);
    else if (alternatingFonts.has(name)) this.say(words.join(''));
    else if (name === 'OP') this.say(`[${words.join(' ')}]`);
    else if (said.has(name) && words.length > 0) this.say(words.join(' '));
  }

  private openHeading(name: 'SH' | 'SS', words: string): void {
    if (words === '') this.wanted = name;
    else this.heading(name, this.plain(words));
  }

  private heading(name: 'SH' | 'SS', text: string): void {
    this.wanted = null;
    this.endBlock();
    if (name === 'SH') this.sections.push({ heading: text.trim(), blocks: [] });
    else this.sections.at(-1)?.blocks.push(text);
  }

  private item(words: readonly string[]): void {
    this.endBlock();
    const mark = this.plain(words[0] ?? '').trim();
    if (/[\p{L}\p{N}]/u.test(mark)) this.say(mark.replaceAll('\\', '\\e'));
  }

  private define(rest: string): void {
    const [, name = '', value = ''] = /^(\S+)\s*"?(.*)$/u.exec(rest) ?? [];
    this.strings.set(name, value);
  }

  /** Set for a terminal by groff: `n` and its register `.g` hold, nothing else is known to. */
  private branch(name: 'if' | 'ie' | 'el', rest: string): void {
    const [, condition = '', then = ''] = name === 'el' ? [rest, '', rest] : (/^(\S+)\s*(.*)$/u.exec(rest) ?? []);
    const taken = name === 'el' ? !this.tookBranch : /^(?:n|!t|\\n\(\.g|\\n\[\.g\])$/u.test(condition);
    if (name === 'ie') this.tookBranch = taken;
    const [, inBraces] = /^\\\{\\?\s*(.*)$/u.exec(then) ?? [];
    if (taken) this.line(inBraces ?? then);
    else if (inBraces !== undefined && !/\\\}/u.test(inBraces)) this.passedOver = { until: /\\\}/u, depth: 1 };
  }

  private passOver(line: string): void {
    if (!this.passedOver) return;
    if (this.passedOver.until.test(line)) this.passedOver.depth -= 1;
    else if (this.passedOver.until.source.includes('\\}') && line.includes('\\{')) this.passedOver.depth += 1;
    if (this.passedOver.depth === 0) this.passedOver = null;
  }

  private tableRequest(name: string): void {
    this.endBlock();
    this.table = name === 'TE' ? null : 'format';
    if (name === 'TS') this.cellMark = '\t';
  }

  /** tbl(1): options up to `;`, the format up to a full stop, rows of cells; long cells stand between `T{` and `T}`. */
  private tableLine(line: string): void {
    if (this.table === 'format') {
      const [, mark] = /\btab\s*\((.)\)/u.exec(line) ?? [];
      if (mark !== undefined) this.cellMark = mark;
      if (/\.\s*$/u.test(line)) this.table = 'rows';
      return;
    }
    if (/^[_=]$/u.test(line.trim())) return;
    this.say(line.replaceAll(this.cellMark, ' ').replaceAll(/T[{}]/gu, ' '));
    if (!/T\{\s*$/u.test(line)) this.block += ' ';
  }

  private say(text: string): void {
    const joins = this.isGlued || this.block === '' ? '' : ' ';
    this.isGlued = /\\c\s*$/u.test(text);
    this.block += `${joins}${this.plain(text)}`;
  }

  private endBlock(): void {
    this.isGlued = false;
    this.sections.at(-1)?.blocks.push(this.block);
    this.block = '';
  }

  private plain(text: string, depth = 0): string {
    return text.replaceAll(appearance, '').replaceAll(escaped, (found) => {
      const [, kind = '', ...more] = found;
      const name = more.join('').replace(/^[([]/u, '').replace(/\]$/u, '');
      if (kind === '(') return troffCharacter(found.slice(2));
      if (kind === '[') return troffCharacter(found.slice(2, -1));
      if (kind === '*') return depth > 3 ? '' : this.plain(this.strings.get(name) ?? '', depth + 1);
      if (kind === 'N') return String.fromCodePoint(Number(found.slice(3, -1)));
      if (kind === 'n' || nothing.has(kind)) return '';
      if (kind === 'e' || kind === '\\') return '\\';
      return ' ~0t'.includes(kind) ? ' ' : kind;
    });
  }
}

/** Words of a request; one between quotes may hold blanks, and two quotes in it are one. */
function argumentsOf(rest: string): string[] {
  return [...rest.matchAll(/"((?:[^"]|"")*)"?|((?:\\.|\S)+)/gu)].map(([, quoted, bare]) =>
    (quoted ?? bare ?? '').replaceAll('""', '"'),
  );
}
