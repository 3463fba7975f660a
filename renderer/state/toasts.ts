import type { SavedFile } from '@shared/contract/bridge';
import type { ExportedFile } from '@shared/contract/index';
import { t } from '@shared/words/index';
import { newId } from '../bridge/host';
import { slice } from './slice';

export interface Toast {
  readonly id: string;
  readonly text: string;
  readonly tone: 'quiet' | 'danger';
  /** The action on it; `undoes` if that undoes the change. */
  readonly action: { readonly label: string; readonly undoes?: true; run(): void } | null;
  /** Another way to what it tells. */
  readonly other?: { readonly label: string; run(): void };
  /** Milliseconds until it goes. */
  readonly life: number;
}

/** Milliseconds of one that gives something to decide. */
export const noticeLife = 20_000;

export const useToasts = slice({ toasts: [] as readonly Toast[] }, (set, get) => {
  const dismiss = (id: string) => set((state) => ({ toasts: state.toasts.filter((toast) => toast.id !== id) }));
  return {
    dismiss,
    /** Shows a toast, a quiet one without an action where nothing else is said, and returns its id. */
    show(toast: Pick<Toast, 'text' | 'life'> & Partial<Toast>): string {
      const id = newId();
      set((state) => ({ toasts: [...state.toasts, { tone: 'quiet', action: null, ...toast, id }] }));
      return id;
    },
    change: (id: string, changes: Partial<Omit<Toast, 'id'>>) =>
      set((state) => ({ toasts: state.toasts.map((toast) => (toast.id === id ? { ...toast, ...changes } : toast)) })),
    /** Undoes the newest possible change; false for none. */
    undoLatest(): boolean {
      const latest = get().toasts.findLast(({ action }) => action?.undoes);
      if (!latest?.action) return false;
      dismiss(latest.id);
      latest.action.run();
      return true;
    },
  };
});

export function saveFile({ fileName, mime, content, encoding }: ExportedFile): void {
  const body = encoding === 'base64' ? Uint8Array.from(atob(content), (sign) => sign.charCodeAt(0)) : content;
  const url = URL.createObjectURL(new Blob([body], { type: mime }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(url);
}

/** Says where a file was saved, or that it could not be: the system's dialog says neither. */
export function sayWhereSaved({ name, folder, written }: SavedFile): void {
  useToasts.getState().show({
    text: t(written ? 'app.fileSaved' : 'app.fileNotSaved', { name, folder }),
    tone: written ? 'quiet' : 'danger',
    life: written ? 6000 : 10_000,
  });
}
