import { defaultCollection, longestSystemPrompt } from '@shared/contract';
import { t } from '@shared/words/index';
import type { Command } from 'commander';
import { decimal, table } from './render';
import { type MakeCommand, notInLibrary, type Session } from './session';
import { badUsage } from './usage';

interface CollectionOptions {
  readonly to?: string;
  readonly systemPrompt?: string;
}

const actions = ['list', 'create', 'rename', 'remove', 'configure'] as const;

/** Collections and what lies in them. */
export function addCollectionCommands(command: MakeCommand): void {
  command('collections [action] [name]', t('terminal.command.collections', { actions: actions.join(' | ') }))
    .option('--to <name>', t('terminal.option.collectionTo', { collection: defaultCollection }))
    .option('--system-prompt <text>', t('terminal.option.systemPrompt', { most: longestSystemPrompt }))
    .act((engine, action: string | undefined, name: string | undefined, options: CollectionOptions, self: Command) =>
      collections(engine, action ?? 'list', name, options, self),
    );
  command('move <ids...>', t('terminal.command.move'))
    .requiredOption('--to <name>', t('terminal.option.moveTo'))
    .act(async (engine, documentIds: string[], options: { to: string }) => {
      const result = await engine.request('collections.move', { documentIds, to: options.to });
      const missing = documentIds.filter((id) => !result.moved.includes(id));
      const moved = () => t('terminal.collection.moved', { documents: result.moved.length, to: result.to });
      engine.printDone(result, moved, missing.length > 0 ? notInLibrary(missing) : null);
    });
}

async function collections(
  engine: Session,
  action: string,
  name: string | undefined,
  { to, systemPrompt }: CollectionOptions,
  self: Command,
): Promise<void> {
  if (action === 'list' && name === undefined) {
    const list = await engine.request('collections.list', {});
    engine.print({ collections: list }, () =>
      table(list, [
        [t('library.columns.collection'), (one) => one.name],
        [t('terminal.column.documents'), ({ documents }) => String(documents)],
        [t('library.columns.chunks'), ({ chunks }) => String(chunks)],
        ['kB', ({ bytes }) => decimal(bytes / 1000, 0)],
        [t('collection.systemPrompt'), ({ systemPrompt }) => systemPrompt],
      ]),
    );
  } else if (action === 'create' && name !== undefined) {
    await engine.show('collections.create', { name }, (made) => t('terminal.collection.made', { name: made.name }));
  } else if (action === 'rename' && name !== undefined && to !== undefined) {
    const renamed = await engine.request('collections.rename', { name, to });
    engine.print(renamed, () => t('terminal.collection.renamed', { name, to: renamed.name }));
  } else if (action === 'remove' && name !== undefined) {
    await engine.show('collections.remove', { name, moveTo: to }, (gone) =>
      t('terminal.collection.removed', { ...gone }),
    );
  } else if (action === 'configure' && name !== undefined && systemPrompt !== undefined) {
    await engine.show(
      'collections.configure',
      { name, systemPrompt },
      (configured) => `${configured.name}: ${configured.systemPrompt || t('terminal.collection.noPrompt')}`,
    );
  } else {
    const ways =
      'collections list; create NAME; rename NAME --to NEW; remove NAME [--to OTHER]; configure NAME --system-prompt TEXT';
    badUsage(self, () => t('terminal.usage.oneOf', { ways }));
  }
}
