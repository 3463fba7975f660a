import type { ErrorReport } from '@shared/errors';
import { slice } from './slice';

const first = {
  /** What is typed and not in force; null where the field shows what is. */
  draft: null as string | null,
  error: null as ErrorReport | null,
};

/** The text of one field from the first key to when it is kept; what was refused stays, with the reason. */
export const createFieldDraft = () =>
  slice(first, (set, get) => {
    /** Back to what is in force. */
    const back = () => set(first);
    return {
      back,
      type: (draft: string) => set({ draft }),
      /** Has what is typed kept, by a function that resolves to why it was refused, or to null. */
      async commit(value: string, keep: (text: string) => Promise<ErrorReport | null>) {
        const { draft } = get();
        if (draft === null) return;
        if (draft === value) return back();
        const error = await keep(draft);
        // What was typed on while it was kept stays.
        const isKept = error === null && get().draft === draft;
        set(isKept ? { draft: null, error } : { error });
      },
    };
  });
