import type { DocumentSummary } from '@shared/contract/index';
import { slice } from '../slice';

export interface ComparedPair {
  readonly oldId: string;
  readonly newId: string;
}

const first = {
  /** The documents that the library shows side by side; null while it shows all of them. */
  pair: null as ComparedPair | null,
  onlyDifferences: false,
};

export const useComparison = slice(first, (set, get) => ({
  /** The one whose file was changed earlier is the old one. */
  start(one: DocumentSummary, other: DocumentSummary) {
    const [old, next] = age(one) <= age(other) ? [one, other] : [other, one];
    set({ pair: { oldId: old.documentId, newId: next.documentId } });
  },
  open: (oldId: string, newId: string) => set({ pair: { oldId, newId } }),
  swap() {
    const { pair } = get();
    if (pair) set({ pair: { oldId: pair.newId, newId: pair.oldId } });
  },
  close: () => set({ pair: null }),
  setOnlyDifferences: (onlyDifferences: boolean) => set({ onlyDifferences }),
}));

const age = ({ modifiedAt, createdAt }: DocumentSummary): string => `${modifiedAt} ${createdAt}`;
