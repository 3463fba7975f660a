import { defaultCollection, longestSystemPrompt } from '@shared/contract';
import type { Command } from 'commander';
import type { MakeCommand, WithSession } from './commands';
import { table } from './render';
import type { Session } from './session';

interface CollectionOptions {
  readonly to?: string;
  readonly systemPrompt?: string;
}

const actions = ['list', 'create', 'rename', 'remove', 'configure'] as const;

/** Collections and what lies in them. */
export function addCollectionCommands(command: MakeCommand, session: WithSession): void {
  command('collections [action] [name]', `${actions.join(' | ')} a collection (default: list)`)
    .option('--to <name>', `rename: the new name; remove: where its documents go (default: ${defaultCollection})`)
    .option('--system-prompt <text>', `configure: at most ${longestSystemPrompt} characters; '' for none`)
    .action((action: string | undefined, name: string | undefined, options: CollectionOptions, self: Command) =>
      session(self, (engine) => collections(engine, action ?? 'list', name, options, self)),
    );
  command('move <ids...>', 'move documents to a collection, which is made where it is new')
    .requiredOption('--to <name>', 'collection to move them to')
    .action((documentIds: string[], options: { to: string }, self: Command) =>
      session(self, async (engine) => {
        const result = await engine.request('collections.move', { documentIds, to: options.to });
        const missing = documentIds.filter((id) => !result.moved.includes(id));
        const error = {
          code: 'document-not-found',
          message: `Not in the library: ${missing.join(', ')}.`,
          hint: 'See vitrine documents for the ids.',
        };
        engine.print(missing.length > 0 ? { ...result, error } : result, () =>
          [`Moved ${result.moved.length} to ${result.to}.`, ...(missing.length > 0 ? [error.message] : [])].join(' '),
        );
        if (missing.length > 0) process.exitCode = 1;
      }),
    );
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
      table(
        ['collection', 'documents', 'chunks', 'KB', 'system prompt'],
        list.map((one) => [
          one.name,
          String(one.documents),
          String(one.chunks),
          (one.bytes / 1000).toFixed(0),
          one.systemPrompt,
        ]),
      ),
    );
  } else if (action === 'create' && name !== undefined) {
    const made = await engine.request('collections.create', { name });
    engine.print(made, () => `Made ${made.name}.`);
  } else if (action === 'rename' && name !== undefined && to !== undefined) {
    const renamed = await engine.request('collections.rename', { name, to });
    engine.print(renamed, () => `${name} is now ${renamed.name}.`);
  } else if (action === 'remove' && name !== undefined) {
    const removed = await engine.request('collections.remove', { name, moveTo: to });
    engine.print(removed, () => `Removed ${removed.removed}; ${removed.moved} documents moved to ${removed.to}.`);
  } else if (action === 'configure' && name !== undefined && systemPrompt !== undefined) {
    const configured = await engine.request('collections.configure', { name, systemPrompt });
    engine.print(configured, () => `${configured.name}: ${configured.systemPrompt || 'no system prompt'}`);
  } else {
    self.error(
      'error: one of: collections list; create NAME; rename NAME --to NEW; remove NAME [--to OTHER]; configure NAME --system-prompt TEXT',
      { exitCode: 2 },
    );
  }
}
