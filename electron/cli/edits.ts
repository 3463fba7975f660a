import type { RequestOf } from '@shared/contract';
import type { Command } from 'commander';

type Edit = RequestOf<'run.edit'>['edits'][number];

/** `path=value`; a value is a number where the path is a limit. Errors: usage (exit 2). */
export function parseEdit(text: string, command: Command): Edit {
  const at = text.indexOf('=');
  if (at < 1) command.error(`error: --set wants path=value, not ${text}`, { exitCode: 2 });
  const path = text.slice(0, at) as Edit['path'];
  const value = text.slice(at + 1);
  const number = Number(value);
  return { path, value: path.startsWith('limits.') && value.trim() !== '' && !Number.isNaN(number) ? number : value };
}
