import { createHash } from 'node:crypto';
import { type BigIntStats, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { firstScreenRoutes } from '@shared/contract/first-screen-routes';
import type { EngineOptions } from './options';

/**
 * `first-screen.json` of a library: the engine's answers to what the first screen asks, kept so that a window can show
 * them before the engine runs (docs/adr/0027). A projection: whoever doubts it leaves it aside. The main process reads
 * it, so nothing here brings a schema or a database along.
 *
 * Its first line says which state of the library the answers are of, and their checksum; each further line is one
 * answer as JSON, in the order of `firstScreenRoutes`.
 */

type FirstScreenRoute = (typeof firstScreenRoutes)[number];

export interface KeptAnswers {
  /** Of all answers. */
  readonly checksum: string;
  /** The data of each answer, as JSON. */
  readonly texts: ReadonlyMap<string, string>;
}

type Library = Pick<EngineOptions, 'libraryFolder'>;

const fileOf = ({ libraryFolder }: Library): string => join(libraryFolder, 'first-screen.json');

/** More than this is asked of the engine: the main process would hold its start up to read it. Characters. */
const mostText = 2_000_000;

/** Grows with the form of the file. */
const form = 1;

/**
 * What the answers follow from, in one word: the catalogue and the settings as they lie on the disk, and what the host
 * decides. Null where that cannot be told: without a catalogue, or with a journal that opening would play back.
 */
export function stateOf(options: EngineOptions): string | null {
  const catalogue = join(options.libraryFolder, 'catalogue.db');
  const [file, log, journal, settings] = [
    catalogue,
    `${catalogue}-wal`,
    `${catalogue}-journal`,
    join(options.libraryFolder, 'settings.json'),
  ].map(fileState);
  if (!file || journal) return null;
  const { version, userId, libraryFolder, pinned, ollamaHost, openai, chatModel, modelFolders } = options;
  const { hubEndpoint, offline, takesKeys, index } = options;
  const decided = [
    [version, userId, libraryFolder, pinned, ollamaHost, chatModel, modelFolders, hubEndpoint, offline, takesKeys],
    [openai?.baseUrl, (openai?.apiKey ?? '') !== '', index?.uri, Object.keys(index?.storage ?? {})],
  ];
  return digest(JSON.stringify([form, file, log, settings, decided]));
}

/** Size, both times and place of a file: times alone can be put back. Null for a file that is absent or empty. */
function fileState(path: string): string | null {
  const found: BigIntStats | undefined = statSync(path, { bigint: true, throwIfNoEntry: false });
  if (!found || found.size === 0n) return null;
  return [found.size, found.mtimeNs, found.ctimeNs, found.ino].join(':');
}

/** The answers that are kept, if they are those that the engine would give now; null in any doubt. */
export function readKeptAnswers(options: EngineOptions): KeptAnswers | null {
  try {
    const file = fileOf(options);
    if (statSync(file).size > 2 * mostText) return null;
    const text = readFileSync(file, 'utf8');
    const end = text.indexOf('\n');
    const head: unknown = JSON.parse(text.slice(0, end));
    const { of, checksum } = Object(head) as { readonly of?: unknown; readonly checksum?: unknown };
    const body = text.slice(end + 1);
    if (typeof checksum !== 'string' || of !== stateOf(options) || checksum !== digest(body)) return null;
    const lines = body.split('\n');
    if (lines.length !== firstScreenRoutes.length) return null;
    return { checksum, texts: new Map(firstScreenRoutes.map((route, at) => [route as string, lines[at] ?? 'null'])) };
  } catch {
    // Absent, unreadable or no JSON: the engine answers.
    return null;
  }
}

/** The answers in the form of the file, with their checksum; null where they are too many to keep. */
export function keepable(
  answers: Readonly<Record<FirstScreenRoute, unknown>>,
): { body: string; checksum: string } | null {
  const body = firstScreenRoutes.map((route) => JSON.stringify(answers[route])).join('\n');
  return body.length > mostText ? null : { body, checksum: digest(body) };
}

/** Puts the file in its place whole, for this state of the library. Errors: those of the file system. */
export function writeKeptAnswers(
  library: Library,
  of: string,
  { body, checksum }: { body: string; checksum: string },
): void {
  const file = fileOf(library);
  const part = `${file}.part`;
  // It says what the catalogue says, to its owner. Not flushed: what is not whole fails its checksum.
  writeFileSync(part, `${JSON.stringify({ of, checksum })}\n${body}`, { mode: 0o600 });
  renameSync(part, file);
}

/** Errors: those of the file system. */
export function removeKeptAnswers(library: Library): void {
  rmSync(fileOf(library), { force: true });
}

const digest = (text: string): string => createHash('sha256').update(text).digest('hex');
