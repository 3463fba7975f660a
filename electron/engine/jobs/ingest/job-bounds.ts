import { realpath } from 'node:fs/promises';
import { dirname, isAbsolute } from 'node:path';
import { VitrineError } from '@shared/errors';
import { ifThere, isWithin } from '../../files';
import type { NewIngestJob } from '../../store';

/** Which files a job may read, by their real place: files found in a folder must be in it; named ones may be links. */
export class JobBounds {
  private readonly named: ReadonlySet<string>;
  private readonly within: readonly string[] | null;

  constructor({ paths, within = null }: Pick<NewIngestJob, 'paths' | 'within'>) {
    this.named = new Set(paths);
    this.within = within;
  }

  /** @param real the path of the file behind all links */
  async allows(path: string, real: string): Promise<boolean> {
    if (this.within && !isWithin(await realsOf(this.within), real)) return false;
    const root = this.rootOf(path);
    return root === null || isWithin(await realsOf([root]), real);
  }

  /** The folder that a walk found a file in; null for a file that was named itself. */
  private rootOf(path: string): string | null {
    if (this.named.has(path)) return null;
    for (let folder = dirname(path); ; folder = dirname(folder)) {
      if (this.named.has(folder)) return folder;
      if (folder === dirname(folder)) return null;
    }
  }
}

/** Refuses paths outside the folders of a job, unseen if they are written so. Errors: `bad-request`, `not-readable`. */
export async function assertWithin(paths: readonly string[], folders: readonly string[]): Promise<void> {
  const reals = await realsOf(folders);
  for (const path of paths) {
    const outside = new VitrineError('bad-request', { why: 'not-allowed-folder', path, folders });
    if (!isAbsolute(path) || !isWithin(folders, path)) throw outside;
    const real = await ifThere(realpath(path)).catch((error: unknown) => {
      throw new VitrineError('not-readable', { why: 'path', path }, { cause: error });
    });
    if (real !== null && !isWithin(reals, real)) throw outside;
  }
}

async function realsOf(folders: readonly string[]): Promise<string[]> {
  const reals = await Promise.all(folders.map((folder) => ifThere(realpath(folder))));
  return reals.flatMap((real) => real ?? []);
}
