import type { ErrorReport } from '@shared/errors';
import { createStore, type StoreApi } from 'zustand/vanilla';

interface FieldDraft {
  /** What is typed and not in force; null where the field shows what is. */
  readonly draft: string | null;
  readonly error: ErrorReport | null;
  type(text: string): void;
  /** Back to what is in force. */
  back(): void;
  /** Has what is typed kept, by a function that resolves to why it was refused, or to null. */
  commit(value: string, keep: (text: string) => Promise<ErrorReport | null>): Promise<void>;
}

/** The text of one field from the first key to when it is kept; what was refused stays, with the reason. */
export const createFieldDraft = (): StoreApi<FieldDraft> =>
  createStore((set, get) => ({
    draft: null,
    error: null,
    type: (draft) => set({ draft }),
    back: () => set({ draft: null, error: null }),
    async commit(value, keep) {
      const { draft, back } = get();
      if (draft === null) return;
      if (draft === value) return back();
      const error = await keep(draft);
      // What was typed on while it was kept stays.
      const isKept = error === null && get().draft === draft;
      set(isKept ? { draft: null, error } : { error });
    },
  }));
