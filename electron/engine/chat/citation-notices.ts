import type { Notice } from '@shared/contract';

/** For an answer that could have named a source. */
export const citationMissing: Notice = {
  code: 'citation-missing',
  message:
    'The model named no source for its answer, although it was given passages: nothing ties it to your documents. Check it against them, or ask again without a model for quoted sentences.',
};

/** @param removed numbers of the markers that named nothing of the prompt */
export function removedNotice(removed: readonly string[]): Notice[] {
  if (removed.length === 0) return [];
  const markers = removed.map((number) => `[Citation ${number}]`).join(', ');
  const message = `The model cited ${markers}, which is not in the prompt: removed.`;
  return [{ code: 'citation-removed', message, values: { markers } }];
}
