import { join } from 'node:path';
import fc from 'fast-check';
import Database from 'libsql';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Library, type NewContent } from '../../../electron/engine/store';
import { SqlDatabase, type SqlValue } from '../../../electron/engine/store/database';
import { migrations } from '../../../electron/engine/store/migrations';
import { addition, contentOf, libraryWithIndex, temporaryFolder } from './open-test-library';

const moreThanThereAre = 1000;

interface Part {
  readonly headings: readonly string[];
  readonly words: number;
}

/** A content of chunks under these headings. */
function contentUnder(contentId: string, parts: readonly Part[], profile = 'balanced'): NewContent {
  const content = contentOf(
    contentId,
    parts.map((_part, position) => `passage ${position}`),
  );
  const chunks = content.chunks.map((chunk, position) => {
    const { headings = [], words = 0 } = parts[position] ?? {};
    return { ...chunk, headings, wordCount: words };
  });
  return { ...content, chunks, profile };
}

const catalogueOf = (folder: string) => join(folder, 'catalogue.db');

function read<T>(folder: string, sql: string): T[] {
  const database = new Database(catalogueOf(folder));
  try {
    return database.prepare(sql).all() as T[];
  } finally {
    database.close();
  }
}

function changedBeside(folder: string, sql: string): void {
  const database = new Database(catalogueOf(folder));
  database.exec(sql);
  database.close();
}

/** Counts and topics of a catalogue, from its documents and every single chunk. */
function fromEveryChunk(folder: string): { counts: object; topics: string[] } {
  const ready = read<{ title: string }>(folder, "SELECT title FROM documents WHERE state = 'ready'");
  const chunks = read<{ headings: string; word_count: number }>(folder, 'SELECT headings, word_count FROM chunks');
  const words = new Map<string, number>();
  for (const { headings, word_count } of chunks) words.set(headings, (words.get(headings) ?? 0) + word_count);
  const heaviest = [...words].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).slice(0, 200);
  const topics = new Map(ready.map(({ title }) => [title, 1]));
  for (const [headings, weight] of heaviest) {
    const heading = (JSON.parse(headings) as string[]).at(-1);
    if (heading) topics.set(heading, (topics.get(heading) ?? 0) + weight);
  }
  return {
    counts: { documents: ready.length, chunks: chunks.length },
    topics: [...topics].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([topic]) => topic),
  };
}

function expectRight(library: Library): void {
  const { folder } = library;
  const { counts, topics } = fromEveryChunk(folder);
  expect(library.documents.counts()).toEqual(counts);
  expect(library.documents.topics(moreThanThereAre)).toEqual(topics);
  for (const limit of [1, 3]) expect(library.documents.topics(limit)).toEqual(topics.slice(0, limit));
  expect(read(folder, 'SELECT * FROM heading_words ORDER BY headings')).toEqual(
    read(
      folder,
      `SELECT headings, count(*) AS chunks, sum(word_count) AS words FROM chunks
       GROUP BY headings ORDER BY headings`,
    ),
  );
}

/** Names that are titles of documents and headings of chunks alike. */
const name = fc.constantFrom('Kettles', 'Über Töpfe', 'a "quoted" one');
const contentId = fc.constantFrom('one', 'two', 'three');
const part = fc.record({
  headings: fc.array(fc.oneof({ weight: 5, arbitrary: name }, fc.constant('')), { maxLength: 2 }),
  words: fc.nat(2),
});
const parts = fc.array(part, { minLength: 1, maxLength: 4 });

const cuts = fc.record({ one: parts, two: parts, three: parts }, { requiredKeys: [] });

type Change = (library: Library) => unknown;

function give(library: Library, path: string, contentId: string, parts: readonly Part[], along?: () => void): void {
  const isThere = library.contents.ids().includes(contentId);
  const content = isThere ? undefined : contentUnder(contentId, parts);
  library.commit([addition(path, contentId, content)], undefined, along);
}

async function cutAnew(library: Library, cut: Readonly<Record<string, readonly Part[]>>): Promise<void> {
  library.nextChunks.begin('fine');
  for (const id of library.contents.ids()) {
    const parts = cut[id];
    if (parts) await library.nextChunks.add(contentUnder(id, parts, 'fine'));
    else library.nextChunks.keep(id);
  }
}

const fails = () => {
  throw new Error('no commit');
};

const change: fc.Arbitrary<Change> = fc.oneof(
  fc.tuple(name, contentId, parts).map<Change>((given) => (library) => give(library, ...given)),
  fc
    .tuple(name, contentId, parts)
    .map<Change>((given) => (library) => expect(() => give(library, ...given, fails)).toThrow('no commit')),
  name.map<Change>((path) => (library) => library.delete([`doc-${path}`])),
  name.map<Change>((path) => (library) => library.moveDocument(`doc-${path}`, 'Elsewhere')),
  contentId.map<Change>((id) => (library) => {
    const error = { code: 'internal', message: 'lost', hint: '' } as const;
    library.commit([], undefined, () => library.documents.giveUp(id, error));
  }),
  fc.tuple(contentId, parts).map<Change>(([id, cut]) => (library) => {
    if (!library.contents.ids().includes(id)) return;
    library.commit([], undefined, () => library.contents.replace(contentUnder(id, cut)));
  }),
  cuts.map<Change>((cut) => async (library) => {
    await cutAnew(library, cut);
    expect(() => library.takeOver(fails)).toThrow('no commit');
    library.nextChunks.clear();
  }),
  cuts.map<Change>((cut) => async (library) => {
    await cutAnew(library, cut);
    library.takeOver(() => undefined);
    library.nextChunks.clear();
  }),
);

describe('counts and topics', () => {
  it('are after every change what every single chunk says, and after the next opening', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 8 }), async (changes) => {
        const folder = temporaryFolder();
        const library = await Library.open(folder, 'local');
        for (const change of changes) {
          await change(library);
          expectRight(library);
        }
        library.close();
        const again = await Library.open(folder, 'local');
        expectRight(again);
        again.close();
      }),
      { seed: 23, numRuns: 80 },
    );
  });

  it('know only the 200 heaviest headings, and those of one weight by their names', async () => {
    const library = await Library.open(temporaryFolder(), 'local');
    const parts = Array.from({ length: 230 }, (_none, at) => ({
      headings: ['Book', `Chapter ${(at * 37) % 230}`],
      words: at < 190 ? 2 : 1,
    }));
    give(library, 'Book', 'one', parts);
    expectRight(library);
    expect(library.documents.topics(moreThanThereAre)).toHaveLength(201);
    library.close();
  });
});

/** A catalogue as it was before its first `steps` steps had a next one, with what is in another one. */
function catalogueOfBefore(steps: number, from: string, folder: string): void {
  const old = new Database(catalogueOf(folder));
  for (const step of migrations.slice(0, steps)) old.exec(step);
  old.exec(`PRAGMA user_version = ${steps}`);
  old.exec(`ATTACH '${catalogueOf(from)}' AS given`);
  for (const table of ['settings', 'collections', 'contents', 'texts', 'documents', 'chunks']) {
    const columns = old.prepare(`SELECT name FROM pragma_table_info('${table}')`).all() as { name: string }[];
    const names = columns.map(({ name }) => name).join(', ');
    old.exec(`INSERT INTO ${table} (${names}) SELECT ${names} FROM given.${table}`);
  }
  old.close();
}

describe('a catalogue of before', () => {
  it('has its headings weighed at its first opening, and they are kept from then on', async () => {
    const library = await Library.open(temporaryFolder(), 'local');
    give(library, 'Kettles', 'one', [
      { headings: ['Kettles', 'Lids'], words: 4 },
      { headings: ['Kettles', 'Lids'], words: 3 },
      { headings: [], words: 9 },
    ]);
    give(library, 'Handles', 'two', [{ headings: ['Handles'], words: 5 }]);
    library.close();
    const folder = temporaryFolder();
    const steps = migrations.findIndex((sql) => sql.includes('heading_words'));
    catalogueOfBefore(steps, library.folder, folder);

    const opened = await Library.open(folder, 'local');
    expectRight(opened);
    expect(opened.documents.topics(2)).toEqual(['Lids', 'Handles']);
    await opened.delete(['doc-Kettles']);
    expectRight(opened);
    opened.close();
  });
});

describe('a catalogue whose file has lost chunks', () => {
  it('has its headings weighed anew by a repair', async () => {
    const library = await Library.open(temporaryFolder(), 'local');
    const parts = [
      { headings: ['Lids'], words: 4 },
      { headings: ['Handles'], words: 3 },
    ];
    give(library, 'Kettles', 'one', parts);
    changedBeside(library.folder, "DELETE FROM chunks WHERE headings LIKE '%Lids%'");
    library.commit([], undefined, () => library.contents.replace(contentUnder('one', parts)));
    expect(() => expectRight(library)).toThrow();
    library.contents.mendHeadings();
    expectRight(library);
    library.close();
  });
});

describe('the plan', () => {
  const asked: { sql: string; values: readonly SqlValue[] }[] = [];
  afterEach(() => {
    vi.restoreAllMocks();
    asked.length = 0;
  });

  function listen(): void {
    for (const method of ['get', 'all', 'run'] as const) {
      const real = SqlDatabase.prototype[method] as (sql: string, ...values: SqlValue[]) => unknown;
      vi.spyOn(SqlDatabase.prototype, method).mockImplementation(function (this: SqlDatabase, sql, ...values) {
        asked.push({ sql, values });
        return real.call(this, sql, ...values) as never;
      });
    }
  }

  /** What SQLite would do for each statement that names one of these tables. */
  function plansOf(library: Library, tables: RegExp): string[] {
    const database = new Database(catalogueOf(library.folder));
    try {
      return asked
        .filter(({ sql }) => tables.test(sql))
        .flatMap(({ sql, values }) => database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(values))
        .map((row) => (row as { detail: string }).detail);
    } finally {
      database.close();
    }
  }

  it('for counts and topics reads no chunk, no other column of contents, and headings in their order', async () => {
    const library = await libraryWithIndex();
    give(library, 'Kettles', 'one', [{ headings: ['Lids'], words: 4 }]);
    listen();
    library.documents.counts();
    library.documents.topics(5);
    expect(plansOf(library, /./)).toEqual([
      'SCAN documents',
      'SCAN contents USING COVERING INDEX contents_by_chunks',
      'SCAN documents',
      expect.stringMatching(/^SCAN heading_words USING COVERING INDEX \S+$/),
    ]);
    library.close();
  });

  it('for a change looks up only the headings of its own chunks', async () => {
    const library = await libraryWithIndex();
    listen();
    give(library, 'Kettles', 'one', [{ headings: ['Lids'], words: 4 }]);
    await library.delete(['doc-Kettles']);
    give(library, 'Kettles', 'one', [{ headings: ['Lids'], words: 4 }]);
    await cutAnew(library, {});
    for (const tables of ['', 'next_']) {
      const plans = plansOf(library, new RegExp(`INTO ${tables}heading_words|FROM ${tables}heading_words`));
      expect(plans.filter((plan) => plan.startsWith(`SEARCH ${tables}chunks`))).not.toEqual([]);
      expect(plans.filter((plan) => /^SCAN (?:next_)?(?:chunks|heading_words)/u.test(plan))).toEqual([]);
    }
    library.close();
  });
});
