import { VitrineError } from '@shared/errors';
import { SqliteConnection } from '../../sqlite';

export interface SchemaPart {
  readonly type: string;
  readonly name: string;
  /** Null for an index that belongs to its table's own definition. */
  readonly sql: string | null;
}

/** Reading this list runs none of its parts. */
export const schemaSql = 'SELECT type, name, sql FROM sqlite_master';

const ofTheDriver = [
  'CREATE TABLE sqlite_stat1(tbl,idx,stat)',
  'CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)',
  'CREATE TABLE sqlite_sequence(name,seq)',
  'CREATE TABLE libsql_wasm_func_table (name text PRIMARY KEY, body text) WITHOUT ROWID',
];

export type KnownSchema = ReadonlyMap<string, SchemaPart>;

const known = new Map<string, KnownSchema>();

/** The parts that these steps make: they are run in memory, so no list has to agree with them. */
export function schemaOf(steps: readonly string[]): KnownSchema {
  const key = steps.join(';\n');
  const earlier = known.get(key);
  if (earlier) return earlier;
  const connection = new SqliteConnection(':memory:');
  try {
    connection.exec(key);
    const parts = connection.prepare(schemaSql).all<SchemaPart>();
    const made = new Map(parts.flatMap((part) => (part.sql === null ? [] : [[plain(part.sql), part]])));
    known.set(key, made);
    return made;
  } finally {
    connection.close();
  }
}

export function foreignParts(parts: readonly SchemaPart[], schema: KnownSchema): SchemaPart[] {
  // SQLite reads bytes as text here too: whatever is no text is foreign.
  return parts.filter(({ sql }) => sql !== null && !isKnown(String(sql), schema));
}

const isKnown = (sql: string, schema: KnownSchema): boolean => schema.has(plain(sql)) || ofTheDriver.includes(sql);

const pieces = /('(?:[^']|'')*'|"(?:[^"]|"")*"|`[^`]*`|\[[^\]]*\])|(?:--[^\n]*|\/\*[\s\S]*?\*\/|\s)+/gu;

/** A definition without comments, and as it was before a reindex renamed its tables (chunk-tables.ts). */
function plain(sql: string): string {
  return sql
    .replace(pieces, (_all, quoted?: string) => quoted ?? ' ')
    .replace(/"(\w+)"/gu, '$1')
    .replace(/\b(?:shadow|old)_(chunks|terms)\b/gu, '$1')
    .replace(/\b(chunks_by_\w+?)_too\b/gu, '$1')
    .replace(/^(CREATE TABLE \w+) ?\(/u, '$1 (')
    .trim();
}

const namesTold = 3;
const longestName = 40;

export function foreignError(parts: readonly SchemaPart[], why: 'place' | 'library', file: string): VitrineError {
  const names = parts.slice(0, namesTold).map(({ type, name }) => `${type} ${name.slice(0, longestName)}`);
  const more = parts.length > namesTold ? [`+${parts.length - namesTold}`] : [];
  return new VitrineError('schema-foreign', { why, names: [...names, ...more].join(', '), file });
}

const dropOrder = ['trigger', 'view', 'index', 'table'];
const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** Returns statements that remove foreign parts and restore missing ones. A changed table stays: it holds rows. */
export function cleaning(parts: readonly SchemaPart[], schema: KnownSchema): string[] {
  const own = new Map([...schema.values()].map((part) => [part.name, part]));
  const going = foreignParts(parts, schema)
    .filter(({ type, name }) => type !== 'table' || own.get(name)?.type !== 'table')
    .sort((a, b) => dropOrder.indexOf(a.type) - dropOrder.indexOf(b.type));
  const staying = new Set(parts.filter((part) => !going.includes(part)).map(({ name }) => name));
  const missing = [...own.values()]
    .filter(({ name }) => !staying.has(name))
    .sort((a, b) => dropOrder.indexOf(b.type) - dropOrder.indexOf(a.type));
  return [
    ...going.map(({ type, name }) => `DROP ${type.toUpperCase()} IF EXISTS ${quoted(name)}`),
    ...missing.flatMap(({ sql }) => sql ?? []),
  ];
}
