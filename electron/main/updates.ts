/** Puts a downloaded update in the place of what runs, and goes back where the new version does not start. */

import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  createReadStream,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, dirname, join } from 'node:path';
import type { EngineClient, ReadyUpdate } from '@shared/contract';
import { z } from 'zod';
import type { EngineOptions } from '../engine/options';

/** How often a new version may begin to start before the old one is back. */
const mostStarts = 2;

const starting = z.object({
  version: z.string(),
  /** The previous program, and its place; null if the system's own installer keeps it, or none is kept. */
  previous: z.object({ copy: z.string(), place: z.string() }).nullable(),
  starts: z.number().int().min(0),
});

/**
 * Watches over the first starts of a version: `begin` writes down that one is tried, `up` that it has come up.
 *
 * @param folder outside of every library
 */
export class FirstStarts {
  private readonly file: string;

  constructor(folder: string) {
    this.file = join(folder, 'starting.json');
  }

  /** Before a version takes the place of the program; a copy of it stays where it is one file (AppImage). */
  prepare(version: string, program: string | null): void {
    mkdirSync(dirname(this.file), { recursive: true });
    const copy = `${this.file}.previous`;
    if (program !== null) copyFileSync(program, copy);
    this.write({ version, previous: program === null ? null : { copy, place: program }, starts: 0 });
  }

  /**
   * At the start of a version, before anything of it may fail. Returns the program that is to be started in its place:
   * the old one is back there.
   */
  begin(version: string): string | null {
    const state = this.read();
    if (!state) return null;
    // Another version runs: the update has not taken place, or was gone back from.
    if (state.version !== version) {
      this.up();
      return null;
    }
    if (state.starts < mostStarts || !state.previous || !existsSync(state.previous.copy)) {
      this.write({ ...state, starts: state.starts + 1 });
      return null;
    }
    const { copy, place } = state.previous;
    try {
      putProgram(copy, place);
    } catch (error) {
      // The new one stays: there is always one.
      console.error(error);
      return null;
    }
    this.up();
    return place;
  }

  up(): void {
    rmSync(this.file, { force: true });
    rmSync(`${this.file}.previous`, { force: true });
  }

  private read(): z.output<typeof starting> | null {
    try {
      return starting.parse(JSON.parse(readFileSync(this.file, 'utf8')));
    } catch {
      return null;
    }
  }

  private write(state: z.output<typeof starting>): void {
    writeFileSync(this.file, JSON.stringify(state));
  }
}

/** Puts a program in another's place: at every moment there is a whole one. Errors: those of the file system. */
function putProgram(file: string, place: string, isRight: (copy: string) => boolean = () => true): void {
  const part = `${place}.part`;
  try {
    copyFileSync(file, part);
    if (!isRight(part)) throw new Error(`${file} has changed since it was checked.`);
    chmodSync(part, 0o755);
    renameSync(part, place);
  } finally {
    rmSync(part, { force: true });
  }
}

const source = z.object({ product: z.string(), url: z.string(), publicKeys: z.array(z.string()) });

/** The source of this build's updates (config/updates.json), and its kind of installation. */
export function updatesOptions(configFolder: string, folder: string): NonNullable<EngineOptions['updates']> {
  const { product, url, publicKeys } = source.parse(
    JSON.parse(readFileSync(join(configFolder, 'updates.json'), 'utf8')),
  );
  return { product, url, publicKeys, folder, system: `${process.platform}-${process.arch}`, kind: kindHere() };
}

/** As electron-builder and electron-updater tell the kinds apart; null where nothing says. */
function kindHere(): string | null {
  if (process.platform === 'win32') return 'nsis';
  if (process.platform === 'darwin') return 'zip';
  if (process.env.APPIMAGE) return 'AppImage';
  const note = join(process.resourcesPath, 'package-type');
  return existsSync(note) ? readFileSync(note, 'utf8').trim() : null;
}

/**
 * Installs the update that the engine has checked: an AppImage directly, the others by electron-updater, which gets it
 * from this computer and uses no network.
 *
 * @param restart quits and starts the program at a path
 */
export function installUpdates(engine: EngineClient, starts: FirstStarts, restart: (program: string) => void): void {
  engine.subscribe((event) => {
    if (event.type !== 'updates.install') return;
    const { APPIMAGE: program } = process.env;
    const installed = program ? replaceAppImage(event.update, starts, program) : installByUpdater(event.update, starts);
    installed.then(
      () => program && restart(program),
      (error: unknown) => {
        console.error(error);
        starts.up();
      },
    );
  });
}

/** electron-updater deletes the old AppImage before it moves the new one there. */
export async function replaceAppImage(update: ReadyUpdate, starts: FirstStarts, program: string): Promise<void> {
  starts.prepare(update.version, program);
  const sum = (file: string) => createHash('sha512').update(readFileSync(file)).digest('base64');
  putProgram(update.file, program, (copy) => sum(copy) === update.sha512);
}

async function installByUpdater(update: ReadyUpdate, starts: FirstStarts): Promise<void> {
  const { autoUpdater } = await import('electron-updater');
  const { url, close } = await served(update);
  try {
    autoUpdater.autoDownload = false;
    autoUpdater.autoInstallOnAppQuit = false;
    autoUpdater.disableDifferentialDownload = true;
    autoUpdater.setFeedURL({ provider: 'generic', url });
    const found = await autoUpdater.checkForUpdates();
    if (!found?.isUpdateAvailable) throw new Error(`electron-updater finds nothing newer than ${update.version}.`);
    await autoUpdater.downloadUpdate();
  } finally {
    close();
  }
  starts.prepare(update.version, null);
  autoUpdater.quitAndInstall(true, true);
}

/** Replies to electron-updater's generic provider, for one update, on a temporary loopback port. */
export async function served({ version, file, bytes, sha512 }: ReadyUpdate) {
  const name = basename(file);
  const info = {
    version,
    files: [{ url: name, sha512, size: bytes }],
    path: name,
    sha512,
    releaseDate: new Date().toISOString(),
  };
  const server = createServer((request, response) => {
    const asked = basename(new URL(request.url ?? '/', 'http://127.0.0.1').pathname);
    // JSON is YAML too.
    if (/^latest[a-z0-9-]*\.yml$/u.test(asked)) response.end(JSON.stringify(info));
    else if (asked === name) createReadStream(file).pipe(response.setHeader('content-length', bytes));
    else response.writeHead(404).end();
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => void server.close() };
}
