import { join } from 'node:path';
import type { PulledFile } from '@shared/contract';
import { VitrineError } from '@shared/errors';
import type { ModelEntry } from '@shared/model-catalogue';
import { retry } from '../../async';
import type { NetworkPolicy } from '../../connections/connection-gate';
import { ownPath, partAt } from '../../own-files';
import { downloadFile, type HubFile } from './hub-file';
import {
  type Checksums,
  checksumIn,
  filesInOrder,
  howToGet,
  MODEL_FILE,
  readChecksums,
  writeChecksums,
} from './model-files';

export interface PullOptions extends NetworkPolicy {
  /** `https://huggingface.co` or a mirror of it. */
  readonly endpoint: string;
  readonly downloadFolder: string;
  readonly signal: AbortSignal;
  /** A hub that sends nothing for so long counts as stuck, ms; half a minute where not set. */
  readonly silenceMs?: number;
  onProgress(file: string, bytesDone: number, bytesTotal: number | null): void;
}

const defaultSilenceMs = 30_000;
/** A download that breaks is gone on with so often before a person is asked. */
const tries = 3;
const firstWaitMs = 500;

/**
 * Downloads a model of the hub into `<downloadFolder>/<folder>`, file by file; present files with the right checksum
 * are kept. `checksums.json` beside them has the sha256 of every file, and every start of the model compares them.
 * Errors: those of `downloadFile`; `model-missing` for a model that is not on the hub.
 */
export async function pullModel(entry: ModelEntry, options: PullOptions): Promise<PulledFile[]> {
  if (entry.source.kind !== 'hub') {
    throw new VitrineError('model-missing', { why: 'not-pulled', title: entry.title, ...howToGet(entry) });
  }
  const { repository, folder, graph = MODEL_FILE } = entry.source;
  const target = ownPath(...partAt(options.downloadFolder), folder);
  // Unreadable: every file is fetched and verified again.
  const known = await readChecksums(target).catch(() => ({}) as Checksums);
  const pulled: PulledFile[] = [];
  for (const file of filesInOrder) {
    options.signal.throwIfAborted();
    const path = join(target, file);
    const present = known[file];
    if (present && (await checksumIn(path)) === present.sha256 && fits(entry, file, present)) {
      pulled.push({ file, ...present, downloaded: false });
      continue;
    }
    const came = await steadily(options, () =>
      downloadFile({
        url: `${options.endpoint}/${repository}/resolve/main/${file === MODEL_FILE ? graph : file}`,
        path,
        pinned: expectedOf(entry, file),
        // Read at each connection: offline mode may be switched on in between.
        get offline() {
          return options.offline;
        },
        connections: options.connections,
        silenceMs: options.silenceMs ?? defaultSilenceMs,
        signal: options.signal,
        repository,
        onBytes: (done, total) => options.onProgress(file, done, total),
      }),
    );
    known[file] = came;
    writeChecksums(target, known);
    pulled.push({ file, ...came, downloaded: true });
  }
  return pulled;
}

export const expectedOf = (entry: ModelEntry, file: string): string | null =>
  entry.files[file] ?? entry.published?.[file] ?? null;

const fits = (entry: ModelEntry, file: string, { sha256 }: HubFile): boolean =>
  (expectedOf(entry, file) ?? sha256) === sha256;

/** Goes on after a break; every other failure is the person's to see. */
async function steadily<T>({ signal }: PullOptions, work: () => Promise<T>): Promise<T> {
  const waitBefore = (error: unknown, attempt: number): number | null => {
    const passes = error instanceof VitrineError && error.code === 'model-unreachable';
    return attempt === tries || !passes ? null : firstWaitMs * 2 ** (attempt - 1) * (0.5 + Math.random() / 2);
  };
  return retry(work, waitBefore, signal);
}
