import { resolve } from 'node:path';
import type { WatchedFolder } from '@shared/contract';
import { t } from '@shared/words/index';
import type { Command } from 'commander';
import { table } from './render';
import type { MakeCommand, Session } from './session';
import { badAction } from './usage';

interface WatchFlags {
  readonly collection?: string;
  readonly polling?: boolean;
}

const actions = ['list', 'add', 'remove', 'scan', 'keep', 'run'] as const;

export function addWatchCommands(command: MakeCommand): void {
  command('watch [action] [folder]', t('terminal.command.watch', { actions: actions.join(' | ') }))
    .option('--collection <name>', t('terminal.option.watchCollection'))
    .option('--polling', t('terminal.option.polling'))
    .act((engine, action: string | undefined, folder: string | undefined, flags: WatchFlags, self: Command) =>
      watched(engine, action ?? 'list', folder, flags, self),
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
    badAction(self, [action, ...(folder === undefined ? [] : [folder])]);
  } else if (action === 'add') {
    const { folderId } = await engine.request('watch.add', { path: folder, collection, polling });
    const { folders } = await engine.request('watch.scan', { folderId, wait: true });
    print(folders);
  } else if (action === 'keep') {
    print([await engine.request('watch.keep', { folderId: await idOf(engine, folder) })]);
  } else {
    await engine.show('watch.remove', { folderId: await idOf(engine, folder) }, () => t('terminal.watch.removed'));
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
      engine.say(t('terminal.watch.looked', { added: indexed + duplicate, replaced, unchanged, failed }));
    }
  });
  const { folders } = await engine.request('watch.start', {});
  engine.say(t('terminal.watch.watching', { folders: folders.length }));
  await new Promise<void>((resolve) => process.once('SIGINT', resolve));
  end();
}

function foldersText(folders: readonly WatchedFolder[]): string {
  if (folders.length === 0) return t('terminal.watch.none');
  return [
    table(folders, [
      [t('terminal.column.id'), ({ folderId }) => folderId],
      [t('library.columns.state'), ({ state }) => t(`watch.states.${state}`)],
      [t('terminal.column.files'), ({ files }) => String(files)],
      [t('terminal.column.gone'), ({ gone }) => String(gone.length)],
      [t('terminal.column.lastLook'), ({ lastScan }) => lastScan ?? t('watch.neverScanned')],
      [t('terminal.column.folder'), ({ path }) => path],
    ]),
    ...folders.flatMap(({ gone }) =>
      gone.map(({ documentId, path }) => t('terminal.watch.gone', { path, documentId })),
    ),
  ].join('\n');
}
