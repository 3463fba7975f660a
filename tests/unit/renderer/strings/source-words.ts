/** Reads the renderer's source for what it says: the keys given to `t`, and words that stand in it literally. */
import { readdirSync, readFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import ts from 'typescript';

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
  const room = resolve(project, 'renderer');
  for (const file of readdirSync(room, { recursive: true, encoding: 'utf8' })) {
    if (/\.tsx?$/.test(file) && !/^strings[/\\]/.test(file)) readSource(resolve(room, file), words);
  }
  return words;
}

/** The codes of all notices that the engine makes: objects with `code` and `message` and without a hint. */
export function engineNoticeCodes(): readonly Found[] {
  const room = resolve(project, 'electron/engine');
  return readdirSync(room, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => noticeCodes(resolve(room, file)));
}

/** The codes of the reasons of decisions, where the engine or the shared code writes them out. */
export function reasonCodesInSource(): readonly string[] {
  const files = ['electron/engine', 'shared'].flatMap((room) =>
    readdirSync(resolve(project, room), { recursive: true, encoding: 'utf8' }).map((file) =>
      resolve(project, room, file),
    ),
  );
  const texts = files.filter((file) => file.endsWith('.ts')).map((file) => readFileSync(file, 'utf8'));
  const written = texts.flatMap((text) => [...text.matchAll(/reasonCode: ([^,}\n]+)/g)].map(([, code = '']) => code));
  return [...new Set(written.flatMap((code) => [...code.matchAll(/'([a-z0-9-]+)'/g)].map(([, one = '']) => one)))];
}

function noticeCodes(file: string): readonly Found[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  const codes: Found[] = [];
  const literals = (node: ts.Node): void => {
    if (ts.isStringLiteral(node)) codes.push({ at: relative(project, file), text: node.text });
    ts.forEachChild(node, literals);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isObjectLiteralExpression(node)) {
      const members = new Map(node.properties.map((member) => [member.name?.getText() ?? '', member]));
      const code = members.get('code');
      const isNotice = members.has('message') && !members.has('hint');
      if (isNotice && code && ts.isPropertyAssignment(code)) outcomesOf(code.initializer).forEach(literals);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return codes;
}

const outcomesOf = (value: ts.Expression): readonly ts.Node[] =>
  ts.isConditionalExpression(value) ? [value.whenTrue, value.whenFalse] : ts.isStringLiteral(value) ? [value] : [];

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
