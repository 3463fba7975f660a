import { defaultCollection, sampleCollection } from '@shared/collection-names';
import { t } from './index';

/** The collections that Vitrine makes itself; they are stored and asked for by these names in every language. */
const builtIn = { library: defaultCollection, sample: sampleCollection } as const;
const builtInKeys = ['library', 'sample'] as const;

/** A collection's name as it is shown: Vitrine's own ones in the current language, a person's as they were named. */
export function collectionName(stored: string): string {
  const key = builtInKeys.find((one) => builtIn[one] === stored);
  return key ? t(`collection.builtIn.${key}`) : stored;
}

/**
 * Returns the stored name of a collection for a typed one: the visible name of Vitrine's own collection means that one.
 * `before` is the present name of the collection; shown unchanged, it stays.
 */
export function storedCollectionName(typed: string, before: string | null): string {
  if (before !== null && typed === collectionName(before)) return before;
  const key = builtInKeys.find((one) => t(`collection.builtIn.${one}`) === typed);
  return key ? builtIn[key] : typed;
}
