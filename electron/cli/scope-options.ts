import { type SearchFilters, type SearchScope, searchFilters } from '@shared/contract';
import { t } from '@shared/words/index';
import { storedCollectionName } from '@shared/words/said';
import type { Command } from 'commander';
import { badValue, each, numberFrom } from './usage';

/** Flags that say where to look; each may name several. */
export interface ScopeFlags {
  readonly collection?: string[];
  readonly tag?: string[];
  readonly document?: string[];
  readonly chapter?: string[];
  readonly code?: boolean;
  readonly equations?: boolean;
  readonly mime?: string[];
  readonly textLanguage?: string[];
  readonly addedFrom?: string;
  readonly addedTo?: string;
  readonly modifiedFrom?: string;
  readonly modifiedTo?: string;
  readonly pageFrom?: number;
  readonly pageTo?: number;
}

export interface Looking {
  readonly scope?: SearchScope;
  readonly filters?: SearchFilters;
}

export function addScopeOptions<C extends Command>(command: C): C {
  return command
    .option('--collection <name>', t('terminal.option.onlyCollections'), each(asStored))
    .option('--tag <name>', t('terminal.option.onlyTags'), oneMore)
    .option('--document <id>', t('terminal.option.onlyDocuments'), oneMore)
    .option('--chapter <heading>', t('terminal.option.chapter'), oneMore)
    .option('--code', t('terminal.option.code'))
    .option('--no-code', t('terminal.option.noCode'))
    .option('--equations', t('terminal.option.equations'))
    .option('--no-equations', t('terminal.option.noEquations'))
    .option('--mime <type>', t('terminal.option.mime'), oneMore)
    .option('--text-language <code>', t('terminal.option.textLanguage'), oneMore)
    .option('--added-from <date>', t('terminal.option.addedFrom'), moment)
    .option('--added-to <date>', t('terminal.option.addedTo'), moment)
    .option('--modified-from <date>', t('terminal.option.modifiedFrom'), moment)
    .option('--modified-to <date>', t('terminal.option.modifiedTo'), moment)
    .option('--page-from <page>', t('terminal.option.pageFrom'), numberFrom(1, 1_000_000))
    .option('--page-to <page>', t('terminal.option.pageTo'), numberFrom(1, 1_000_000));
}

/** Collections and documents together say where, everything else what. Without a flag: the whole library. */
export function lookingAt(flags: ScopeFlags): Looking {
  const scope = present({ collections: flags.collection, documentIds: flags.document });
  const filters = present({
    tags: flags.tag,
    chapters: flags.chapter,
    hasCode: flags.code,
    hasEquations: flags.equations,
    mimes: flags.mime,
    languages: flags.textLanguage,
    from: flags.addedFrom,
    to: flags.addedTo,
    modifiedFrom: flags.modifiedFrom,
    modifiedTo: flags.modifiedTo,
    pageFrom: flags.pageFrom,
    pageTo: flags.pageTo,
  });
  return { ...(scope ? { scope } : {}), ...(filters ? { filters } : {}) };
}

function present<T extends object>(members: T): T | null {
  const given = Object.entries(members).filter(([, value]) => value !== undefined);
  return given.length === 0 ? null : (Object.fromEntries(given) as T);
}

/** A collection by the name that is shown or by the one that is stored. */
export const asStored = (name: string): string => storedCollectionName(name, null);

export const oneMore = each(String);

function moment(value: string): string {
  if (searchFilters.shape.from.safeParse(value).success) return value;
  throw badValue(() => t('terminal.usage.date'));
}
