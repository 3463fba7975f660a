// node scripts/word-types.mjs: writes shared/words/values.d.ts, the types of the values that the English words name.
// TypeScript reads every text of a JSON file as `string`. Run this when a sentence names other values; `npm run
// check:types` runs it first. With --check it writes nothing and fails where the file is not what the words say.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { inProject } from './project.mjs';

const english = inProject('shared', 'words', 'en');
const target = inProject('shared', 'words', 'values.d.ts');

const formats = { number: 'number', list: 'readonly string[]', or: 'readonly string[]' };
const codes = ['health', 'limits', 'named', 'notices', 'reasons', 'remarks'].map((name) => `${name}.json`);

const read = (...parts) => JSON.parse(readFileSync(inProject('shared', 'words', 'en', ...parts), 'utf8'));
const jsonIn = (folder) => readdirSync(folder).filter((name) => name.endsWith('.json'));

/** The values that sentences name, with the type of each. */
function valuesOf(...sentences) {
  const types = new Map();
  for (const [, name, format] of sentences.join(' ').matchAll(/\{\{(\w+)(?:, (\w+))?\}\}/gu)) {
    if (format !== undefined && !(format in formats))
      throw new Error(`{{${name}, ${format}}}: there is no such format`);
    const type = formats[format] ?? (name === 'count' ? 'number' : 'string | number');
    if (!types.has(name) || format !== undefined) types.set(name, type);
  }
  return types;
}

const objectType = (types) => `{ ${[...types].map(([name, type]) => `readonly ${name}: ${type}`).join('; ')} }`;
const interfaceOf = (name, entries) =>
  [
    `export interface ${name} {`,
    ...entries.map(([key, type]) => `  readonly ${JSON.stringify(key)}: ${type};`),
    '}\n',
  ].join('\n');

/** The sentences of the interface that name values, by key without `_one` and `_other`. */
function wordValues(tree, path = '') {
  return Object.entries(tree).flatMap(([key, inner]) => {
    if (typeof inner !== 'string') return wordValues(inner, `${path}${key}.`);
    if (key.endsWith('_one')) return [];
    const stem = key.replace(/_other$/u, '');
    const types = valuesOf(inner);
    if (stem !== key) types.set('count', 'number');
    return types.size === 0 ? [] : [[`${path}${stem}`, objectType(types)]];
  });
}

/** The errors whose words name values, by code and `why`. */
function errorValues(rooms) {
  return rooms.flatMap(Object.entries).flatMap(([code, sayings]) => {
    const named = Object.entries(sayings)
      .map(([why, { message, hint }]) => [why, valuesOf(message, hint)])
      .filter(([, types]) => types.size > 0);
    const members = named.map(([why, types]) => `readonly ${JSON.stringify(why)}: ${objectType(types)}`);
    return named.length === 0 ? [] : [[code, `{ ${members.join('; ')} }`]];
  });
}

const remarkValues = Object.entries(read('remarks.json'))
  .map(([code, sentence]) => [code, valuesOf(sentence)])
  .filter(([, types]) => types.size > 0)
  .map(([code, types]) => [code, objectType(types)]);

const rooms = jsonIn(english).filter((name) => !codes.includes(name));
const text = [
  '// Written by scripts/word-types.mjs from the English words.',
  interfaceOf(
    'WordValues',
    rooms.flatMap((name) => wordValues(read(name))),
  ),
  interfaceOf(
    'ErrorValues',
    errorValues(jsonIn(inProject('shared', 'words', 'en', 'errors')).map((name) => read('errors', name))),
  ),
  interfaceOf('RemarkValues', remarkValues),
].join('\n');
const isCurrent = existsSync(target) && readFileSync(target, 'utf8') === text;
if (process.argv.includes('--check')) process.exitCode = isCurrent ? 0 : 1;
else if (!isCurrent) writeFileSync(target, text);
