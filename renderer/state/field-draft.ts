import type { ErrorReport } from '@shared/errors';
import { slice } from './slice';

const first = {
  /** Typed text that is not in force; null if the field shows the value in force. */
  draft: null as string | null,
  error: null as ErrorReport | null,
};

/** The text of one field from the first key to its saving; a refused one stays, with the reason. */
export const createFieldDraft = () =>
  slice(first, (set, get) => {
    const back = () => set(first);
    return {
      back,
      type: (draft: string) => set({ draft }),
      /** Saves the typed text, by a function that resolves to its refusal, or to null. */
      async commit(value: string, keep: (text: string) => Promise<ErrorReport | null>) {
        const { draft } = get();
        if (draft === null) return;
        if (draft === value) return back();
        const error = await keep(draft);
        // Text typed during saving stays.
        const isKept = error === null && get().draft === draft;
        set(isKept ? { draft: null, error } : { error });
      },
    };
  });
