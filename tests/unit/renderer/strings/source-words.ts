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
  return engineSources().flatMap(noticeCodes);
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

/** The reasons (`why`) in the details of the engine's errors, where it writes them out. */
export function errorReasonsInSource(): readonly string[] {
  const found = engineSources().flatMap((source) => {
    const reasons: string[] = [];
    const visit = (node: ts.Node): void => {
      if (ts.isPropertyAssignment(node) && node.name.getText() === 'why' && ts.isStringLiteral(node.initializer)) {
        reasons.push(node.initializer.text);
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
    return reasons;
  });
  return [...new Set(found)].sort();
}

/**
 * Why a model was not used, in every place of the agents and of the stages that ask them, and what their servers are told
 * of; 7 stands for each value.
 */
export function modelReasonsInSource(): readonly string[] {
  const asking =
    /(agents[/\\][^/\\]+|stages[/\\](a\d-|[a-z]+-agent)[^/\\]*|models[/\\](chat-endpoint|open-chat-model))\.ts$/u;
  return engineSources()
    .filter(({ fileName }) => asking.test(fileName))
    .flatMap((source) => {
      const found: string[] = [];
      const take = (node: ts.Node | undefined): void => {
        if (node && ts.isConditionalExpression(node)) [node.whenTrue, node.whenFalse].forEach(take);
        else if (node && ts.isBinaryExpression(node)) take(node.right);
        else if (node) found.push(...sentenceOf(node));
      };
      const visit = (node: ts.Node): void => {
        // A decision has a code beside its reason.
        const isDecision = (object: ts.Node): boolean =>
          ts.isObjectLiteralExpression(object) &&
          object.properties.some((member) => ['decision', 'reasonCode', 'why'].includes(member.name?.getText() ?? ''));
        const name = ts.isPropertyAssignment(node) || ts.isVariableDeclaration(node) ? node.name.getText() : '';
        if ((name === 'reason' || name === 'problem') && !isDecision(node.parent)) {
          take((node as ts.PropertyAssignment | ts.VariableDeclaration).initializer);
        }
        const isOfServer = !/stages[/\\]/u.test(source.fileName);
        if (isOfServer && ts.isNewExpression(node) && node.expression.getText() === 'VitrineError')
          take(node.arguments?.[1]);
        if (ts.isReturnStatement(node) && /^(take|verdictsOf)$/u.test(functionAround(node))) take(node.expression);
        ts.forEachChild(node, visit);
      };
      visit(source);
      return found;
    });
}

/** Decisions of stages that are written out with a reason and without its code. */
export function decisionsWithoutCode(): readonly string[] {
  return engineSources().flatMap((source) => {
    const found: string[] = [];
    const visit = (node: ts.Node): void => {
      if (ts.isObjectLiteralExpression(node)) {
        const names = node.properties.map((member) => member.name?.getText() ?? '');
        const isWhole = !node.properties.some(ts.isSpreadAssignment) && names.includes('by');
        if (isWhole && names.includes('reason') && !names.includes('reasonCode')) {
          found.push(`${relative(project, source.fileName)}: ${node.getText().slice(0, 80)}`);
        }
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
    return found;
  });
}

function functionAround(node: ts.Node): string {
  for (let outer = node.parent; outer; outer = outer.parent) {
    if (ts.isFunctionDeclaration(outer)) return outer.name?.text ?? '';
  }
  return '';
}

function sentenceOf(node: ts.Node): string[] {
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (!ts.isTemplateExpression(node)) return [];
  return [node.head.text + node.templateSpans.map(({ literal }) => `7${literal.text}`).join('')];
}

let parsed: readonly ts.SourceFile[] | null = null;

/** Parsed once: they are asked several times. */
function engineSources(): readonly ts.SourceFile[] {
  const room = resolve(project, 'electron/engine');
  parsed ??= readdirSync(room, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => resolve(room, name))
    .map((file) => ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true));
  return parsed;
}

function noticeCodes(source: ts.SourceFile): readonly Found[] {
  const codes: Found[] = [];
  const literals = (node: ts.Node): void => {
    if (ts.isStringLiteral(node)) codes.push({ at: relative(project, source.fileName), text: node.text });
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
