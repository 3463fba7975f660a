import { readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PulledFile } from '@shared/contract';
import { VitrineError } from '@shared/errors';
import type { EmbeddingEntry, NliEntry, RerankEntry } from '@shared/model-catalogue';
import { z } from 'zod';
import type { NetworkPolicy } from '../connections/connection-gate';
import { downloadFile, type HubFile, sha256OfFile } from './hub-file';
import { CHECKSUMS, filesInOrder } from './model-files';

export interface PullOptions extends NetworkPolicy {
  /** `https://huggingface.co` or a mirror of it. */
  readonly endpoint: string;
  /** Folder that gets the model's folder. */
  readonly downloadFolder: string;
  readonly signal: AbortSignal;
  /** A hub that sends nothing for so long counts as stuck, ms; half a minute where not set. */
  readonly silenceMs?: number;
  onProgress(file: string, bytesDone: number, bytesTotal: number | null): void;
}

type HubEntry = EmbeddingEntry | RerankEntry | NliEntry;

const defaultSilenceMs = 30_000;
/** A download that breaks is gone on with so often before a person is asked. */
const tries = 3;
const firstWaitMs = 500;

const checksums = z.record(
  z.string(),
  z.object({
    sha256: z.string(),
    bytes: z.number(),
    checkedAgainst: z.enum(['catalogue', 'hub', 'first-use']),
  }),
);
type Checksums = z.infer<typeof checksums>;

/**
 * Downloads a model of the hub into `<downloadFolder>/<folder>`, file by file; what is there with the right checksum is
 * not fetched again. The sha256 of every file is kept in `checksums.json` beside them and held against them at every
 * start of the model. Errors: those of `downloadFile`; `model-missing` for a model that is not on the hub.
 */
export async function pullModel(entry: HubEntry, options: PullOptions): Promise<PulledFile[]> {
  if (entry.source.kind !== 'hub') {
    throw new VitrineError('model-missing', `${entry.title} is not on the hub.`, 'See vitrine models list.');
  }
  const { repository, folder } = entry.source;
  const target = join(options.downloadFolder, folder);
  const known = await readChecksums(target);
  const pulled: PulledFile[] = [];
  for (const file of filesInOrder) {
    options.signal.throwIfAborted();
    const path = join(target, file);
    const present = known[file];
    if (present && (await isSame(path, present.sha256)) && fits(entry, file, present)) {
      pulled.push({ file, ...present, downloaded: false });
      continue;
    }
    const came = await steadily(options, () =>
      downloadFile({
        url: `${options.endpoint}/${repository}/resolve/main/${file}`,
        path,
        pinned: expectedOf(entry, file),
        // Read at each connection: offline mode may be switched on in between.
        get offline() {
          return options.offline;
        },
        connections: options.connections,
        silenceMs: options.silenceMs ?? defaultSilenceMs,
        signal: options.signal,
        otherWay: `Or fetch ${repository} on another computer and import its folder: Settings, Search models, or vitrine models import. A folder ${folder} in a models folder (VITRINE_MODELS) does too.`,
        onBytes: (done, total) => options.onProgress(file, done, total),
      }),
    );
    known[file] = came;
    await writeChecksums(target, known);
    pulled.push({ file, ...came, downloaded: true });
  }
  return pulled;
}

/** sha256 that a file of a model must have when it is taken in; null where nobody has told. */
export const expectedOf = (entry: HubEntry, file: string): string | null =>
  entry.files[file] ?? entry.published?.[file] ?? null;

const fits = (entry: HubEntry, file: string, { sha256 }: HubFile): boolean =>
  (expectedOf(entry, file) ?? sha256) === sha256;

async function isSame(path: string, sha256: string): Promise<boolean> {
  const there = await stat(path).catch(() => null);
  return there !== null && (await sha256OfFile(path)) === sha256;
}

/** Goes on after a break; every other failure is the person's to see. */
async function steadily<T>({ signal }: PullOptions, work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const passes = error instanceof VitrineError && error.code === 'model-unreachable';
      if (attempt === tries || !passes) throw error;
      await sleep(firstWaitMs * 2 ** (attempt - 1) * (0.5 + Math.random() / 2), undefined, { signal }).catch(() => {
        signal.throwIfAborted();
      });
    }
  }
}

async function readChecksums(folder: string): Promise<Checksums> {
  try {
    return checksums.parse(JSON.parse(await readFile(join(folder, CHECKSUMS), 'utf8')));
  } catch {
    // Absent or unreadable: every file is fetched and verified again.
    return {};
  }
}

/** Keeps what the files were when they were taken in. */
export async function writeChecksums(folder: string, value: Checksums): Promise<void> {
  const path = join(folder, CHECKSUMS);
  await writeFile(`${path}.part`, `${JSON.stringify(value, null, 2)}\n`);
  await rename(`${path}.part`, path);
}
