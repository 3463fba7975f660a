import { t } from '../strings/index';

/** A chunk as a person names it: its document and its number there, counted from 1. */
export function chunkName({ title, index }: { readonly title: string; readonly index: number }): string {
  return t('stages.chunkOf', { title, number: index + 1 });
}
