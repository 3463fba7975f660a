import { defaultCollection, longestSystemPrompt } from '@shared/contract';
import { t } from '@shared/words/index';
import { collectionName } from '@shared/words/said';
import { decimal, table } from './render';
import { type Actions, addActions, type MakeCommand, namesOf, notInLibrary } from './session';
import { asStored, badUsage, each, oneMore } from './usage';

interface CollectionOptions {
  readonly to?: string;
  readonly systemPrompt?: string;
}

interface SortOptions {
  readonly into?: string[];
  readonly outOf?: string[];
  readonly tag?: string[];
  readonly untag?: string[];
}

export function addCollectionCommands(command: MakeCommand): void {
  const collections = command(
    'collections [action] [name]',
    t('terminal.command.collections', { actions: namesOf(actions) }),
  )
    .option(
      '--to <name>',
      t('terminal.option.collectionTo', { collection: collectionName(defaultCollection) }),
      asStored,
    )
    .option('--system-prompt <text>', t('terminal.option.systemPrompt', { most: longestSystemPrompt }));
  addActions(collections, actions, {
    usual: 'list',
    refuse: (self) => badUsage(self, () => t('terminal.usage.oneOf', { ways: ofCollections })),
  });
  command('move <ids...>', t('terminal.command.move'))
    .requiredOption('--to <name>', t('terminal.option.moveTo'), asStored)
    .act(async (engine, documentIds: string[], options: { to: string }) => {
      const result = await engine.request('collections.move', { documentIds, to: options.to });
      const moved = () => t('terminal.collection.moved', { documents: result.moved.length, to: result.to });
      engine.printDone(result, moved, notInLibrary(documentIds, result.moved));
    });
  command('sort <ids...>', t('terminal.command.sort'))
    .option('--into <collection>', t('terminal.option.sortInto'), each(asStored))
    .option('--out-of <collection>', t('terminal.option.sortOutOf'), each(asStored))
    .option('--tag <name>', t('terminal.option.sortTag'), oneMore)
    .option('--untag <name>', t('terminal.option.sortUntag'), oneMore)
    .act(async (engine, documentIds: string[], { into, outOf, tag, untag }: SortOptions) => {
      const changes = { collections: { add: into, remove: outOf }, tags: { add: tag, remove: untag } };
      const result = await engine.request('collections.sort', { documentIds, ...changes });
      const sorted = () => t('terminal.collection.sorted', { documents: result.sorted.length });
      engine.printDone(result, sorted, notInLibrary(documentIds, result.sorted));
    });
  command('rename <id> [title]', t('terminal.command.rename')).act(
    async (engine, documentId: string, title: string | undefined) =>
      engine.show('library.rename', { documentId, title: title ?? '' }, (renamed) =>
        t('app.renamed', { name: renamed.title }),
      ),
  );
}

const ofCollections =
  'collections list; create NAME; rename NAME --to NEW; remove NAME [--to OTHER]; configure NAME --system-prompt TEXT';

const actions: Actions<CollectionOptions> = {
  async list({ engine }) {
    const list = await engine.request('collections.list', {});
    engine.print({ collections: list }, () =>
      table(list, [
        [t('library.columns.collection'), (one) => collectionName(one.name)],
        [t('terminal.column.documents'), ({ documents }) => String(documents)],
        [t('library.columns.chunks'), ({ chunks }) => String(chunks)],
        ['kB', ({ bytes }) => decimal(bytes / 1000, 0)],
        [t('collection.systemPrompt'), ({ systemPrompt }) => systemPrompt],
      ]),
    );
  },
  'create NAME': ({ engine }, name: string) =>
    engine.show('collections.create', { name: asStored(name) }, (made) =>
      t('terminal.collection.made', { name: made.name }),
    ),
  'rename NAME': ({ engine, flags: { to } }, named: string) => {
    const name = asStored(named);
    if (to === undefined) return false;
    return engine.show('collections.rename', { name, to }, (renamed) =>
      t('terminal.collection.renamed', { name, to: renamed.name }),
    );
  },
  'remove NAME': ({ engine, flags: { to: moveTo } }, name: string) =>
    engine.show('collections.remove', { name: asStored(name), moveTo }, (gone) =>
      t('terminal.collection.removed', { ...gone }),
    ),
  'configure NAME': ({ engine, flags: { systemPrompt } }, name: string) =>
    systemPrompt !== undefined &&
    engine.show(
      'collections.configure',
      { name: asStored(name), systemPrompt },
      (configured) => `${configured.name}: ${configured.systemPrompt || t('terminal.collection.noPrompt')}`,
    ),
};
