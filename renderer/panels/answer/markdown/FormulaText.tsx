import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ExtraProps } from 'react-markdown';

type Draw = typeof import('./draw-formula').drawFormula;

/** KaTeX and its fonts are fetched from the app's own files at the first formula. */
let loaded: Draw | null = null;

function useDraw(): Draw | null {
  const [draw, setDraw] = useState<Draw | null>(() => loaded);
  useEffect(() => {
    if (loaded) return;
    let current = true;
    import('./draw-formula').then(
      ({ drawFormula }) => {
        loaded = drawFormula;
        if (current) setDraw(() => drawFormula);
      },
      (error: unknown) => console.error(`Formulas cannot be drawn: ${String(error)}`),
    );
    return () => {
      current = false;
    };
  }, []);
  return draw;
}

/** A formula as mathematics write it; as it was written where it is no TeX. */
export function FormulaText({ formula }: { readonly formula: Formula }) {
  const place = useRef<HTMLSpanElement>(null);
  const draw = useDraw();
  const { tex, display, source } = formula;
  useLayoutEffect(() => {
    if (!place.current || !draw) return;
    if (!draw(tex, display, place.current)) place.current.textContent = source;
  }, [draw, tex, display, source]);
  return (
    <span data-testid="formula" className={display ? 'formula-display' : undefined} ref={place}>
      {draw ? null : source}
    </span>
  );
}

type Element = NonNullable<ExtraProps['node']>;
type Content = Element['children'][number];

export interface Formula {
  readonly tex: string;
  /** On a line of its own. */
  readonly display: boolean;
  /** As it was written, with its marks. */
  readonly source: string;
}

/** Noncharacters: no text of a person holds them, and Markdown leaves them as they are. */
const opens = '\uFDD0';
const closes = '\uFDD1';
const token = /\uFDD0(\d+)\uFDD1/g;

/** The parts in the order of the search: code first, because it contains no formula. */
const marks = /^ {0,3}(`{3,}|~{3,})[^\n]*|`+|\\[[(]|\\.|\$\$|\$/gmsu;

/**
 * Takes the formulas out of Markdown and leaves a token for each: `$…$`, `$$…$$`, `\(…\)` and `\[…\]`. Markdown's own
 * marks (`_`, `*`, `\\`, `|`) mean something else in a formula. A dollar sign opens a formula only if it is not a
 * price: not after a letter or digit, and not before a space or digit. The closing one is after no space and before no
 * digit. The time grows with the length of the text.
 *
 * Words between brackets (`\[Project name\]`) are none.
 *
 * @param isMarkdown whether there can be formulas: not in words quoted from a file that is not Markdown
 */
export function withoutFormulas(
  markdown: string,
  isMarkdown = true,
): {
  readonly markdown: string;
  readonly formulas: readonly Formula[];
} {
  const text = markdown.replace(/[\uFDD0\uFDD1]/g, '\uFFFD');
  const formulas: Formula[] = [];
  if (!isMarkdown) return { markdown: text, formulas };
  const endOf = endsIn(text);
  let out = '';
  let from = 0;
  marks.lastIndex = 0;
  for (let found = marks.exec(text); found; found = marks.exec(text)) {
    const at = found.index;
    const end = found[1] ? endOfFence(text, at + found[0].length, found[1]) : endOf(at, found[0]);
    if (end === null) continue;
    marks.lastIndex = end.at;
    if (!end.formula) continue;
    out += `${text.slice(from, at)}${opens}${formulas.length}${closes}`;
    formulas.push({ ...end.formula, source: text.slice(at, end.at) });
    from = end.at;
  }
  return { markdown: out + text.slice(from), formulas };
}

interface End {
  readonly at: number;
  readonly formula?: Pick<Formula, 'tex' | 'display'>;
}

function endOfFence(text: string, from: number, fence: string): End {
  const closing = new RegExp(`^ {0,3}${fence[0] ?? ''}{${fence.length},}[ \\t]*$`, 'gm');
  closing.lastIndex = from;
  const found = closing.exec(text);
  return { at: found ? found.index + found[0].length : text.length };
}

/** Finds where the code or the formula behind a mark ends; null where the mark is a sign like any other. */
function endsIn(text: string): (at: number, mark: string) => End | null {
  const nextBlank = nextIn(text, /\n\s*\n/g);
  const nextRun = new Map<number, NextAt>();
  const nextClose: Readonly<Record<string, NextAt>> = {
    '\\(': nextIn(text, /\\\)/g),
    '\\[': nextIn(text, /\\\]/g),
    $$: nextIn(text, /\$\$/g),
  };

  function afterCode(at: number, { length }: string): End | null {
    const next = nextRun.get(length) ?? nextIn(text, new RegExp(`(?<!\`)\`{${length}}(?!\`)`, 'g'));
    nextRun.set(length, next);
    const end = next(at + length);
    return end < nextBlank(at) ? { at: end + length } : null;
  }

  return (at, mark) => {
    if (mark.startsWith('`')) return afterCode(at, mark);
    if (mark === '$') return inDollars(text, at);
    const end = nextClose[mark]?.(at + mark.length) ?? Number.POSITIVE_INFINITY;
    if (end >= nextBlank(at)) return null;
    const tex = text.slice(at + mark.length, end).trim();
    return tex === '' || (mark !== '$$' && isWords(tex))
      ? null
      : { at: end + mark.length, formula: { tex, display: mark !== '\\(' } };
  };
}

/** Whether brackets hold words and no sign, number or command of a formula. */
const isWords = (tex: string): boolean => /\p{L}{2,}/u.test(tex) && !/[\\^_=<>+*/\d]/.test(tex);

type NextAt = (from: number) => number;

/** Finds the first match at or behind a place; infinite where there is none. Reads no stretch of the text twice. */
function nextIn(text: string, pattern: RegExp): NextAt {
  let from = 0;
  let next = -1;
  return (at) => {
    if (at < from || at > next) {
      pattern.lastIndex = at;
      from = at;
      next = pattern.exec(text)?.index ?? Number.POSITIVE_INFINITY;
    }
    return next;
  };
}

function inDollars(text: string, at: number): End | null {
  if (/[\p{L}\p{N}]/u.test(text[at - 1] ?? '') || !/[^\s\d]/.test(text[at + 1] ?? '')) return null;
  const closing = /\\.|\n\s*\n|\$/gs;
  closing.lastIndex = at + 1;
  let found = closing.exec(text);
  while (found?.[0].startsWith('\\')) found = closing.exec(text);
  if (found?.[0] !== '$') return null;
  const tex = text.slice(at + 1, found.index);
  if (/\s$/.test(tex) || /\d/.test(text[found.index + 1] ?? '')) return null;
  return { at: found.index + 1, formula: { tex, display: false } };
}

/**
 * A rehype plugin: tokens become `<formula data-formula>`; in code and in addresses they become their old text. Runs
 * after sanitising.
 */
export function rehypeFormulas(formulas: readonly Formula[]): () => (tree: { children: Content[] }) => void {
  const asWritten = (text: string) => text.replace(token, (whole, n: string) => formulas[Number(n)]?.source ?? whole);

  function restored(node: Content): Content {
    if (node.type === 'text') return { ...node, value: asWritten(node.value) };
    return node.type === 'element' ? { ...node, children: node.children.map(restored) as Element['children'] } : node;
  }

  function replaced(node: Content): Content[] {
    if (node.type === 'text') return split(node.value);
    if (node.type !== 'element') return [node];
    if (node.tagName === 'code' || node.tagName === 'pre') return [restored(node)];
    const properties = Object.fromEntries(
      Object.entries(node.properties).map(([name, value]) => [
        name,
        typeof value === 'string' ? asWritten(decoded(value)) : value,
      ]),
    );
    return [{ ...node, properties, children: node.children.flatMap(replaced) as Element['children'] }];
  }

  function split(text: string): Content[] {
    const parts: Content[] = [];
    let from = 0;
    for (const found of text.matchAll(token)) {
      const formula = formulas[Number(found[1])];
      if (!formula) continue;
      if (found.index > from) parts.push({ type: 'text', value: text.slice(from, found.index) });
      parts.push({
        type: 'element',
        tagName: 'formula',
        properties: { dataFormula: Number(found[1]) },
        children: [{ type: 'text', value: formula.source }],
      });
      from = found.index + found[0].length;
    }
    if (from < text.length) parts.push({ type: 'text', value: text.slice(from) });
    return parts;
  }

  return () => (tree) => {
    if (formulas.length > 0) tree.children = tree.children.flatMap(replaced);
  };
}

/** Markdown writes the tokens of an address as percent signs. */
const decoded = (value: string): string => value.replaceAll('%EF%B7%90', opens).replaceAll('%EF%B7%91', closes);
