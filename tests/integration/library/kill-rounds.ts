import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { connect } from '@lancedb/lancedb';
import Database from 'libsql';
import { start } from '../cli/vitrine-command';

/** What a library holds, without what differs by design: times, places of stored files, the queue's own rows. */
export interface LibraryContents {
  readonly documents: readonly unknown[];
  readonly contents: readonly unknown[];
  readonly chunks: readonly unknown[];
  /** Contents that wait for an embedding model. */
  readonly unembedded: number;
  readonly terms: readonly unknown[];
  /** `chunk id: content id, searchable text, vector in base64`, by chunk id. */
  readonly index: readonly string[];
}

export interface KillReport {
  readonly kills: number;
  readonly rounds: number;
  /** Kills after which some documents were visible, and others not yet. */
  readonly inTheMiddle: number;
}

type Row = Record<string, unknown>;

/** Files of three to five chunks with words of their own; every tenth is a copy of the one before. */
export async function writeFiles(folder: string, count: number): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (let n = 0; n < count; n += 1) {
    const number = n % 10 === 9 ? n - 1 : n;
    const parts = Array.from(
      { length: 3 + (number % 3) },
      (_v, part) =>
        `## Part ${part}\n\n${`Report zx${number} part ${part} counts ${number * part} crates. `.repeat(4)}\n`,
    );
    // With a title: what has none is indexed under the name of the file that was read first, and a file that a kill has
    // hit is read behind its copy.
    await writeFile(join(folder, `${String(n).padStart(4, '0')}.md`), [`# Report ${number}\n`, ...parts].join('\n'));
  }
}

/** An ingest that nobody disturbs. */
export async function ingestWhole(source: string, library: string): Promise<void> {
  const child = start(['ingest', source, '--library', library]);
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`ingest ended with ${code}`);
}

/**
 * Ingests `source` into new libraries and kills the process at moments drawn from `random`, as often as `kills` says;
 * after every kill the library is looked at as it lies there, and each library is completed in the end and must hold
 * what `undisturbed` does. Throws with what is wrong.
 */
export async function killRounds(
  source: string,
  folder: string,
  undisturbed: LibraryContents,
  { kills, longestMs, random }: { kills: number; longestMs: number; random: () => number },
): Promise<KillReport> {
  let done = 0;
  let rounds = 0;
  let inTheMiddle = 0;
  while (done < kills) {
    rounds += 1;
    const library = join(folder, `killed-${rounds}`);
    for (let over = false; !over && done < kills; ) {
      const child = start(['ingest', source, '--library', library]);
      const ended = once(child, 'close') as Promise<[number | null, string | null]>;
      const moment = random() * longestMs;
      over = await Promise.race([ended.then(() => true), after(moment, false)]);
      if (!over) child.kill('SIGKILL');
      const [, signal] = await ended;
      if (signal === 'SIGKILL') {
        done += 1;
        const { ready } = await assertWhole(library);
        if (ready > 0 && ready < undisturbed.documents.length) inTheMiddle += 1;
      }
    }
    await ingestWhole(source, library);
    // A file that was hit three times passes for one that ends the process: it is set aside, and read on request.
    if (!isComplete(library)) await ingestWhole(source, library);
    await assertWhole(library);
    const found = await contentsOf(library);
    for (const part of Object.keys(undisturbed) as (keyof LibraryContents)[]) {
      if (JSON.stringify(found[part]) !== JSON.stringify(undisturbed[part])) {
        throw new Error(`round ${rounds}: ${part} differ from those of an undisturbed ingest`);
      }
    }
    await rm(library, { recursive: true, force: true, maxRetries: 5 });
  }
  return { kills: done, rounds, inTheMiddle };
}

function isComplete(library: string): boolean {
  const database = new Database(join(library, 'catalogue.db'));
  try {
    return database.prepare("SELECT 1 FROM documents WHERE state <> 'ready'").all().length === 0;
  } finally {
    database.close();
  }
}

/** Everything that can be seen is whole, before anything is put right. Returns how many documents are visible. */
export async function assertWhole(library: string): Promise<{ ready: number }> {
  const file = join(library, 'catalogue.db');
  if (!existsSync(file)) return { ready: 0 };
  const database = new Database(file);
  try {
    const all = (sql: string) => database.prepare(sql).all() as Row[];
    // Killed before its first table.
    if (all("SELECT 1 FROM sqlite_master WHERE name = 'ingest_files'").length === 0) return { ready: 0 };
    const halves = all(`SELECT d.path FROM documents d LEFT JOIN contents c ON c.content_id = d.content_id
      LEFT JOIN texts t ON t.content_id = c.content_id
      WHERE d.state = 'ready' AND (t.text IS NULL OR c.chunks = 0
        OR c.chunks <> (SELECT count(*) FROM chunks k WHERE k.content_id = c.content_id))`);
    if (halves.length > 0) throw new Error(`half a document is visible: ${JSON.stringify(halves)}`);
    if (!areHeadingsWeighed(database)) throw new Error('what is kept of headings is not what the chunks say');
    const disagree = all(`SELECT f.path FROM ingest_files f LEFT JOIN documents d ON d.path = f.path
      WHERE (f.stage = 'done') AND d.state IS NOT 'ready'`);
    if (disagree.length > 0) throw new Error(`done, but not visible: ${JSON.stringify(disagree)}`);
    for (const { stored_path: stored } of all('SELECT stored_path FROM contents')) {
      if (!existsSync(join(library, String(stored)))) throw new Error(`${String(stored)} is not stored`);
    }
    const indexed = new Set((await indexRows(library, database)).map((row) => row.slice(0, row.indexOf(':'))));
    const lost = all('SELECT chunk_id FROM chunks').filter(({ chunk_id: id }) => !indexed.has(String(id)));
    if (lost.length > 0) throw new Error(`${lost.length} visible chunks are not in the index`);
    return { ready: Number(all("SELECT count(*) AS n FROM documents WHERE state = 'ready'")[0]?.n ?? 0) };
  } finally {
    database.close();
  }
}

/** Whether what is kept of headings is what every single chunk says. */
export function areHeadingsWeighed(database: Database.Database): boolean {
  const kept = 'SELECT headings, chunks, words FROM heading_words';
  const there = 'SELECT headings, count(*), sum(word_count) FROM chunks GROUP BY headings';
  const differ = `SELECT * FROM (${kept} EXCEPT ${there}) UNION ALL SELECT * FROM (${there} EXCEPT ${kept})`;
  return database.prepare(differ).all().length === 0;
}

export async function contentsOf(library: string): Promise<LibraryContents> {
  const database = new Database(join(library, 'catalogue.db'));
  try {
    const all = (sql: string) => database.prepare(sql).all() as Row[];
    return {
      documents: all(
        'SELECT document_id, path, title, collection, content_id, bytes, state, error, warnings FROM documents ORDER BY document_id',
      ),
      contents: all(
        `SELECT c.content_id, checksum, format, title, index_title, language, pages, headings, blocks, profile, chunks, text
         FROM contents c JOIN texts t ON t.content_id = c.content_id ORDER BY c.content_id`,
      ),
      chunks: all('SELECT * FROM chunks ORDER BY chunk_id'),
      unembedded: all('SELECT 1 FROM contents WHERE unembedded = 1').length,
      terms: all('SELECT * FROM terms ORDER BY term'),
      index: await indexRows(library, database),
    };
  } finally {
    database.close();
  }
}

async function indexRows(library: string, database: Database.Database): Promise<string[]> {
  const kept = database.prepare("SELECT value FROM settings WHERE key = 'index-manifest'").get() as Row | undefined;
  if (!kept) return [];
  const { table: name } = JSON.parse(String(kept.value)) as { table: string };
  const connection = await connect(join(library, 'index'));
  try {
    const table = await connection.openTable(name);
    const rows = (await table.query().toArray()) as {
      chunk_id: string;
      content_id: string;
      searchable: string;
      vector: { toArray(): Float32Array };
    }[];
    return rows
      .map(({ chunk_id: id, content_id: content, searchable, vector }) => {
        const bytes = Float32Array.from(vector.toArray());
        return `${id}:${content}\n${searchable}\n${Buffer.from(bytes.buffer).toString('base64')}`;
      })
      .sort();
  } finally {
    connection.close();
  }
}
