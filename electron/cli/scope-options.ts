import { type SearchFilters, type SearchScope, searchFilters } from '@shared/contract';
import { type Command, InvalidArgumentError } from 'commander';

/** Flags that say where to look; each may name several. */
export interface ScopeFlags {
  readonly collection?: string[];
  readonly document?: string[];
  readonly chapter?: string[];
  readonly code?: boolean;
  readonly equations?: boolean;
  readonly mime?: string[];
  readonly language?: string[];
  readonly addedFrom?: string;
  readonly addedTo?: string;
}

export interface Looking {
  readonly scope?: SearchScope;
  readonly filters?: SearchFilters;
}

export function addScopeOptions(command: Command): Command {
  return command
    .option('--collection <name>', 'only this collection; may be repeated', oneMore)
    .option('--document <id>', 'only, or besides, this document; may be repeated', oneMore)
    .option('--chapter <heading>', 'only chunks below this first heading; may be repeated', oneMore)
    .option('--code', 'only chunks with code')
    .option('--no-code', 'only chunks without code')
    .option('--equations', 'only chunks with equations')
    .option('--no-equations', 'only chunks without equations')
    .option('--mime <type>', 'only documents of this type; may be repeated', oneMore)
    .option('--language <code>', 'only chunks in this language (ISO 639-3, such as eng); may be repeated', oneMore)
    .option('--added-from <date>', 'only documents added on this day or later', moment)
    .option('--added-to <date>', 'only documents added on this day or earlier', moment);
}

/** Collections and documents together say where, everything else what. Without a flag: the whole library. */
export function lookingAt(flags: ScopeFlags): Looking {
  const scope = present({ collections: flags.collection, documentIds: flags.document });
  const filters = present({
    chapters: flags.chapter,
    hasCode: flags.code,
    hasEquations: flags.equations,
    mimes: flags.mime,
    languages: flags.language,
    from: flags.addedFrom,
    to: flags.addedTo,
  });
  return { ...(scope ? { scope } : {}), ...(filters ? { filters } : {}) };
}

function present<T extends object>(members: T): T | null {
  const given = Object.entries(members).filter(([, value]) => value !== undefined);
  return given.length === 0 ? null : (Object.fromEntries(given) as T);
}

/** Takes an option that may be repeated. */
export const oneMore = (value: string, before: string[] | undefined): string[] => [...(before ?? []), value];

function moment(value: string): string {
  if (searchFilters.shape.from.safeParse(value).success) return value;
  throw new InvalidArgumentError('A date is wanted: 2026-05-01, or with a time 2026-05-01T12:00:00Z.');
}
