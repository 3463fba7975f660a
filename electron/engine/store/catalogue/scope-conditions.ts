import type { SearchFilters, SearchScope } from '@shared/contract';
import type { SqlValue } from './database';
import type { Scope } from './records';

/** A condition in SQL whose values are parameters: nothing that a person wrote becomes part of the statement. */
export interface SqlCondition {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

const among = (column: string, values: readonly string[]): SqlCondition => ({
  sql: `${column} IN (SELECT value FROM json_each(?))`,
  values: [values],
});

const inCollections = (names: readonly string[]): SqlCondition => placed('document_places', names);

const placed = (table: 'document_places' | 'document_tags', names: readonly string[]): SqlCondition => ({
  sql: `d.document_id IN (SELECT document_id FROM ${table} WHERE name IN (SELECT value FROM json_each(?)))`,
  values: [names],
});

const joined = (parts: readonly SqlCondition[], by: 'AND' | 'OR'): SqlCondition | null =>
  parts.length === 0
    ? null
    : { sql: `(${parts.map(({ sql }) => sql).join(` ${by} `)})`, values: parts.flatMap(({ values }) => values) };

const whole = (condition: SqlCondition | null): SqlCondition[] => (condition ? [condition] : []);

export function documentCondition({ collection, documentIds, scope, filters }: Scope): SqlCondition | null {
  return joined(
    [
      ...(collection === undefined ? [] : [inCollections([collection])]),
      ...(documentIds === undefined ? [] : [among('d.document_id', documentIds)]),
      ...whole(scopeCondition(scope ?? {})),
      ...filterConditions(filters ?? {}),
    ],
    'AND',
  );
}

function scopeCondition({ collections, documentIds }: SearchScope): SqlCondition | null {
  return joined(
    [
      ...(collections === undefined ? [] : [inCollections(collections)]),
      ...(documentIds === undefined ? [] : [among('d.document_id', documentIds)]),
    ],
    'OR',
  );
}

function filterConditions(filters: SearchFilters): SqlCondition[] {
  const { collections, tags, documentIds, mimes, from, to, modifiedFrom, modifiedTo } = filters;
  return [
    ...(collections === undefined ? [] : [inCollections(collections)]),
    ...(documentIds === undefined ? [] : [among('d.document_id', documentIds)]),
    ...(tags === undefined ? [] : [placed('document_tags', tags)]),
    ...(mimes === undefined ? [] : [among('c.mime', mimes)]),
    ...between('d.created_at', from, to),
    ...between(modifiedAt, modifiedFrom, modifiedTo),
  ];
}

/** When a document's file was last changed; of one that was added before that was kept, when it was added. */
export const modifiedAt = 'coalesce(d.modified_at, d.created_at)';

const between = (column: string, from?: string, to?: string): SqlCondition[] => [
  ...(from === undefined ? [] : [{ sql: `${column} >= ?`, values: [new Date(from).toISOString()] }]),
  ...(to === undefined ? [] : [{ sql: `${column} <= ?`, values: [endOf(to)] }]),
];

const dayLength = 'YYYY-MM-DD'.length;
/** The last moment that counts: a day alone lasts until its end. */
const endOf = (moment: string): string =>
  new Date(moment.length === dayLength ? `${moment}T23:59:59.999Z` : moment).toISOString();

export function chunkCondition({ filters = {} }: Scope): SqlCondition | null {
  const { chapters, hasCode, hasEquations, languages, pageFrom, pageTo } = filters;
  const flag = (column: string, value: boolean): SqlCondition => ({ sql: `${column} = ?`, values: [value] });
  return joined(
    [
      ...(chapters === undefined ? [] : [among(`coalesce(json_extract(k.headings, '$[0]'), 'Unknown')`, chapters)]),
      ...(hasCode === undefined ? [] : [flag('k.has_code', hasCode)]),
      ...(hasEquations === undefined ? [] : [flag('k.has_equations', hasEquations)]),
      ...(languages === undefined ? [] : [among('k.language', languages)]),
      ...(pageFrom === undefined && pageTo === undefined ? [] : [onPages(pageFrom, pageTo)]),
    ],
    'AND',
  );
}

const onPages = (from = 1, to = Number.MAX_SAFE_INTEGER): SqlCondition => ({
  sql: 'EXISTS (SELECT 1 FROM json_each(k.pages) WHERE value BETWEEN ? AND ?)',
  values: [from, to],
});
