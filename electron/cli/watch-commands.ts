import { resolve } from 'node:path';
import type { WatchedFolder } from '@shared/contract';
import { t } from '@shared/words/index';
import { table } from './render';
import { type Actions, addActions, type MakeCommand, namesOf, type Session } from './session';

interface WatchFlags {
  readonly collection?: string;
  readonly polling?: boolean;
}

export function addWatchCommands(command: MakeCommand): void {
  const watch = command('watch [action] [folder]', t('terminal.command.watch', { actions: namesOf(actions) }))
    .option('--collection <name>', t('terminal.option.watchCollection'))
    .option('--polling', t('terminal.option.polling'));
  addActions(watch, actions, { usual: 'list' });
}

const print = (engine: Session, folders: readonly WatchedFolder[]) =>
  engine.print({ folders }, () => foldersText(folders));

const actions: Actions<WatchFlags> = {
  list: async ({ engine }) => print(engine, (await engine.request('watch.list', {})).folders),
  async 'add FOLDER'({ engine, flags: { collection, polling = false } }, path: string) {
    const { folderId } = await engine.request('watch.add', { path, collection, polling });
    print(engine, (await engine.request('watch.scan', { folderId, wait: true })).folders);
  },
  'remove FOLDER': async ({ engine }, folder: string) =>
    engine.show('watch.remove', { folderId: await idOf(engine, folder) }, () => t('terminal.watch.removed')),
  async 'scan [FOLDER]'({ engine }, folder?: string) {
    const folderId = folder === undefined ? undefined : await idOf(engine, folder);
    const { folders } = await engine.request('watch.scan', { folderId, wait: true });
    print(engine, folders);
    if (folders.some(({ state, error }) => state === 'away' || error !== null)) process.exitCode = 1;
  },
  'keep FOLDER': async ({ engine }, folder: string) =>
    print(engine, [await engine.request('watch.keep', { folderId: await idOf(engine, folder) })]),
  run: ({ engine }) => run(engine),
};

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
