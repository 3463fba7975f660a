import type { ErrorReport } from './errors';

/** The path of the file that an error's message calls by its name alone; null where the message says it, or there is none. */
export function unsaidPath({ message, details = {} }: Pick<ErrorReport, 'message' | 'details'>): string | null {
  const { file, name } = details;
  if (typeof file !== 'string' || typeof name !== 'string' || message.includes(file)) return null;
  return message.includes(name) ? file : null;
}
