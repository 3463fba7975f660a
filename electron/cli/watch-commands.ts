import { resolve } from 'node:path';
import type { WatchedFolder } from '@shared/contract';
import type { Command } from 'commander';
import type { MakeCommand, WithSession } from './commands';
import { table } from './render';
import type { Session } from './session';

interface WatchFlags {
  readonly collection?: string;
  readonly polling?: boolean;
}

const actions = ['list', 'add', 'remove', 'scan', 'keep', 'run'] as const;

/** Folders whose changes come into the library. */
export function addWatchCommands(command: MakeCommand, session: WithSession): void {
  command('watch [action] [folder]', `${actions.join(' | ')} watched folders, by path or id (default: list)`)
    .option('--collection <name>', 'add: collection for new documents')
    .option('--polling', 'add: look every half minute, for network drives')
    .action((action: string | undefined, folder: string | undefined, flags: WatchFlags, self: Command) =>
      session(self, (engine) => watched(engine, action ?? 'list', folder, flags, self)),
    );
}

async function watched(
  engine: Session,
  action: string,
  folder: string | undefined,
  { collection, polling = false }: WatchFlags,
  self: Command,
): Promise<void> {
  const print = (folders: readonly WatchedFolder[]) => engine.print({ folders }, () => foldersText(folders));
  if (action === 'list' && folder === undefined) print((await engine.request('watch.list', {})).folders);
  else if (action === 'scan') {
    const folderId = folder === undefined ? undefined : await idOf(engine, folder);
    const { folders } = await engine.request('watch.scan', { folderId, wait: true });
    print(folders);
    if (folders.some(({ state, error }) => state === 'away' || error !== null)) process.exitCode = 1;
  } else if (action === 'run' && folder === undefined) await run(engine);
  else if (folder === undefined || !actions.some((known) => known === action)) {
    self.error(`error: unknown or incomplete action ${action}`, { exitCode: 2 });
  } else if (action === 'add') {
    const { folderId } = await engine.request('watch.add', { path: folder, collection, polling });
    const { folders } = await engine.request('watch.scan', { folderId, wait: true });
    print(folders);
  } else if (action === 'keep') {
    print([await engine.request('watch.keep', { folderId: await idOf(engine, folder) })]);
  } else {
    const result = await engine.request('watch.remove', { folderId: await idOf(engine, folder) });
    engine.print(result, () => 'No longer watched; its documents stay.');
  }
}

/** By id, or by path as it is listed. */
async function idOf(engine: Session, folder: string): Promise<string> {
  const { folders } = await engine.request('watch.list', {});
  const path = resolve(folder);
  return folders.find((one) => one.folderId === folder || one.path === path)?.folderId ?? folder;
}

/** Watches until Ctrl-C; what happens goes to stderr. */
async function run(engine: Session): Promise<void> {
  const end = engine.onEvent((event) => {
    if (event.type === 'ingest.finished') {
      const { indexed, replaced, unchanged, duplicate, failed } = event.report.totals;
      engine.say(`added ${indexed + duplicate}, replaced ${replaced}, unchanged ${unchanged}, failed ${failed}`);
    }
  });
  const { folders } = await engine.request('watch.start', {});
  engine.say(`Watching ${folders.length} folders; Ctrl-C ends it.`);
  await new Promise<void>((resolve) => process.once('SIGINT', resolve));
  end();
}

function foldersText(folders: readonly WatchedFolder[]): string {
  if (folders.length === 0) return 'No folder is watched: vitrine watch add FOLDER.';
  return [
    table(
      ['id', 'state', 'files', 'gone', 'last look', 'folder'],
      folders.map(({ folderId, state, files, gone, lastScan, path }) => [
        folderId,
        state,
        String(files),
        String(gone.length),
        lastScan ?? 'never',
        path,
      ]),
    ),
    ...folders.flatMap(({ gone }) =>
      gone.map(({ documentId, path }) => `gone: ${path} (vitrine delete ${documentId}, or vitrine watch keep FOLDER)`),
    ),
  ].join('\n');
}
