/** Reads the keys given to `t`, and literal words, in the source of the hosts. */
import { readdirSync, readFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import ts from 'typescript';
import rooms from './source-words.json';

const project = resolve(__dirname, '../../../..');

interface Found {
  /** File and line, for people. */
  readonly at: string;
  readonly text: string;
}

interface SourceWords {
  /** Patterns of keys: a template's parts in braces match one step of a path, or several. */
  readonly keys: readonly (Found & { readonly pattern: RegExp })[];
  /** Calls of `t` outside of every function. */
  readonly atTop: readonly Found[];
  /** Letters in JSX, or in an attribute that is read out or shown. */
  readonly literals: readonly Found[];
}

const shown = new Set(['alt', 'aria-description', 'aria-label', 'label', 'placeholder', 'text', 'title']);
const hasLetters = /\p{L}/u;
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

export function sourceWords(): SourceWords {
  const words = { keys: [] as SourceWords['keys'][number][], atTop: [] as Found[], literals: [] as Found[] };
  for (const room of rooms.map((name) => resolve(project, name))) {
    for (const file of readdirSync(room, { recursive: true, encoding: 'utf8' })) {
      if (/\.tsx?$/.test(file)) readSource(resolve(room, file), words);
    }
  }
  return words;
}

function readSource(file: string, words: { keys: Found[]; atTop: Found[]; literals: Found[] }): void {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  const found = (node: ts.Node, text: string): Found => {
    const { line } = source.getLineAndCharacterOfPosition(node.getStart());
    return { at: `${relative(project, file)}:${line + 1}`, text };
  };
  const visit = (node: ts.Node, inFunction: boolean): void => {
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === 't') {
      const [key] = node.arguments;
      if (key) words.keys.push(...keysOf(key).map((pattern) => ({ ...found(node, key.getText()), pattern })));
      if (!inFunction) words.atTop.push(found(node, node.getText()));
    }
    if (ts.isJsxText(node) && hasLetters.test(node.text)) words.literals.push(found(node, node.text.trim()));
    if (ts.isJsxAttribute(node) && shown.has(node.name.getText()) && node.initializer) {
      const value = ts.isJsxExpression(node.initializer) ? node.initializer.expression : node.initializer;
      if (value && ts.isStringLiteralLike(value) && hasLetters.test(value.text)) {
        words.literals.push(found(node, value.text));
      }
    }
    ts.forEachChild(node, (child) => visit(child, inFunction || ts.isFunctionLike(node)));
  };
  visit(source, false);
}

function keysOf(argument: ts.Expression): readonly RegExp[] {
  if (ts.isStringLiteralLike(argument)) return [new RegExp(`^${escaped(argument.text)}$`)];
  if (ts.isTemplateExpression(argument)) {
    const parts = argument.templateSpans.map((span) => `.+${escaped(span.literal.text)}`);
    return [new RegExp(`^${escaped(argument.head.text)}${parts.join('')}$`)];
  }
  if (ts.isConditionalExpression(argument)) return [...keysOf(argument.whenTrue), ...keysOf(argument.whenFalse)];
  throw new Error(`t is given a key that cannot be read from the source: ${argument.getText()}`);
}
