import { type SearchFilters, type SearchScope, searchFilters, searchScope } from '@shared/contract';
import type { Chunk } from '@shared/prompt/chunk';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { Library, type NewContent, type Scope } from '../../../../electron/engine/store';
import { forAllAsyncWith } from '../../../for-all';
import { addition, contentOf, dimension, foundByWords, keptFolder, rowsOf } from '../open-test-library';

const collections = ['Library', "O'Brien", '"; DROP TABLE documents; --', '100 %_', 'Bücher 📚', 'null', '[1,2]'];
const chapters = ['Unknown', "Ada's", '$[0]', 'A"B', "');--"];
const mimes = ['text/plain', 'text/markdown', "x'/y"];
const languages = ['eng', 'deu', 'und'];
const days = ['2026-01-01', '2026-01-02', '2026-01-03'];

interface Known {
  readonly chunk: Chunk;
  readonly createdAt: string;
  readonly modifiedAt: string;
}

let library: Library;
let known: Known[];

function mixed(at: number): NewContent {
  const content = contentOf(`c${at}`, ['granite one', 'granite two', 'granite three', 'granite four']);
  const chunks = content.chunks.map((chunk, position) => {
    const chapter = chapters[(at + position) % chapters.length] ?? 'Unknown';
    return {
      ...chunk,
      headings: chapter === 'Unknown' ? [] : [chapter, 'Below'],
      hasCode: (at + position) % 2 === 0,
      hasEquations: (at + position) % 3 === 0,
      language: languages[(at * 2 + position) % languages.length] ?? 'und',
      pages: position === 3 ? [] : [at + position + 1, at + position + 2],
    };
  });
  return { ...content, mime: mimes[at % mimes.length] ?? '', chunks };
}

const folder = keptFolder();
beforeAll(async () => {
  library = await Library.open(folder, 'local');
  await library.index.create({ modelId: 'model', dimension, profile: 'balanced' });
  known = [];
  for (let at = 0; at < 12; at += 1) {
    const content = mixed(at);
    const collection = collections[at % collections.length] ?? '';
    const createdAt = `${days[at % days.length]}T${String(at + 8).padStart(2, '0')}:00:00.000Z`;
    // Every third document has no date of its last change.
    const changedAt = at % 3 === 0 ? undefined : `${days[(at + 1) % days.length]}T06:00:00.000Z`;
    await library.change(async () => {
      await library.index.add(rowsOf(content));
      await library.commit([addedAt(`${at}`, collection, content, changedAt)], { createdAt });
    });
    for (const chunk of library.documents.chunks(content.chunks.map(({ id }) => id)).values()) {
      known.push({ chunk, createdAt, modifiedAt: changedAt ?? createdAt });
    }
  }
  await library.index.compact();
  return () => library.close();
});

const addedAt = (path: string, collection: string, content: NewContent, modifiedAt?: string) => {
  const { document } = addition(path, content.contentId);
  return { document: { ...document, collection, modifiedAt }, content };
};

const has = <T>(values: readonly T[] | undefined, value: T): boolean => values === undefined || values.includes(value);

/** The scope's conditions again, in memory. */
function isIn(
  { collection, documentIds, scope, filters = {} }: Scope,
  { chunk, createdAt, modifiedAt }: Known,
): boolean {
  const named = scope?.collections === undefined && scope?.documentIds === undefined;
  const inScope =
    named || scope?.collections?.includes(chunk.collection) || scope?.documentIds?.includes(chunk.documentId);
  const { from, to, modifiedFrom, modifiedTo, pageFrom = 1, pageTo = Number.POSITIVE_INFINITY } = filters;
  const isBetween = (moment: string, first?: string, last?: string): boolean =>
    (first === undefined ||
      (first.length === 10 ? moment.slice(0, 10) >= first : Date.parse(moment) >= Date.parse(first))) &&
    (last === undefined || (last.length === 10 ? moment.slice(0, 10) <= last : Date.parse(moment) <= Date.parse(last)));
  const asksForPages = filters.pageFrom !== undefined || filters.pageTo !== undefined;
  return (
    (collection === undefined || chunk.collection === collection) &&
    has(documentIds, chunk.documentId) &&
    Boolean(inScope) &&
    has(filters.collections, chunk.collection) &&
    has(filters.documentIds, chunk.documentId) &&
    has(filters.chapters, chunk.chapter) &&
    has(filters.mimes, chunk.mime) &&
    has(filters.languages, chunk.language) &&
    (filters.hasCode === undefined || chunk.hasCode === filters.hasCode) &&
    (filters.hasEquations === undefined || chunk.hasEquations === filters.hasEquations) &&
    isBetween(createdAt, from, to) &&
    isBetween(modifiedAt, modifiedFrom, modifiedTo) &&
    (!asksForPages || chunk.pages.some((page) => page >= pageFrom && page <= pageTo))
  );
}

const some = (values: readonly string[]) =>
  fc.array(fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...values) }, fc.string({ minLength: 1, maxLength: 9 })), {
    minLength: 1,
    maxLength: 3,
  });
const moment = fc.oneof(fc.constantFrom(...days), fc.constantFrom('2026-01-02T12:00:00Z', '2026-01-01T09:00:00+01:00'));
const ids = Array.from({ length: 12 }, (_one, at) => `doc-${at}`);

const anyFilters: fc.Arbitrary<SearchFilters> = fc
  .record(
    {
      collections: some(collections),
      documentIds: some(ids),
      chapters: some(chapters),
      hasCode: fc.boolean(),
      hasEquations: fc.boolean(),
      mimes: some(mimes),
      languages: some(languages),
      from: moment,
      to: moment,
      modifiedFrom: moment,
      modifiedTo: moment,
      pageFrom: fc.integer({ min: 1, max: 9 }),
      pageTo: fc.integer({ min: 5, max: 20 }),
    },
    { requiredKeys: [] },
  )
  .filter((filters) => searchFilters.safeParse(filters).success)
  .map((filters) => searchFilters.parse(filters));
const anyScope: fc.Arbitrary<SearchScope> = fc
  .record(
    { collections: fc.oneof(some(collections), fc.constant([])), documentIds: fc.oneof(some(ids), fc.constant([])) },
    { requiredKeys: [] },
  )
  .filter((scope) => searchScope.safeParse(scope).success)
  .map((scope) => searchScope.parse(scope));
const anyPlace: fc.Arbitrary<Scope> = fc.record(
  { collection: fc.constantFrom(...collections), documentIds: some(ids), scope: anyScope, filters: anyFilters },
  { requiredKeys: [] },
);

describe('a scope with filters', () => {
  it('R6 lets both lanes find what the same filter in memory does, whatever names and values hold', async () => {
    const probe = rowsOf(contentOf('c0', ['granite one']))[0]?.vector ?? new Float32Array(dimension);
    await forAllAsyncWith({ numRuns: 150 })(anyPlace, async (place) => {
      const expected = known
        .filter((one) => isIn(place, one))
        .map(({ chunk }) => chunk.id)
        .sort();
      const rows = library.documents.rowsIn(place);
      const keyword = await foundByWords(library, 'granite', 100, rows);
      const [vector = []] = await library.index.nearest([probe], 100, rows);
      expect(keyword.map(({ chunkId }) => chunkId).sort()).toEqual(expected);
      expect(vector.map(({ chunkId }) => chunkId).sort()).toEqual(expected);
      expect([...library.documents.chunks(expected, place).keys()].sort()).toEqual(expected);
    });
  }, 60_000);

  it('R6 cuts the candidates before they are counted, not after', async () => {
    const rows = library.documents.rowsIn({ filters: { documentIds: ['doc-11'] } });
    const found = await foundByWords(library, 'granite', 4, rows);
    expect(found).toHaveLength(4);
    expect(found.every(({ chunkId }) => chunkId.startsWith('c11-'))).toBe(true);
  });

  it('I11 means collections and documents together, and nothing where both lists are empty', () => {
    const found = (scope: SearchScope) => known.filter((one) => isIn({ scope }, one)).length;
    expect(found({ collections: ["O'Brien"], documentIds: ['doc-0'] })).toBe(
      found({ collections: ["O'Brien"] }) + found({ documentIds: ['doc-0'] }),
    );
    expect(library.documents.rowsIn({ scope: { collections: [], documentIds: [] } })?.values).toEqual([]);
    expect(library.documents.rowsIn({ scope: {} })).toBeNull();
  });
});
