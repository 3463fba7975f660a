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
  readonly other?: { readonly label: string; run(): void };
  readonly life: number;
}

export const noticeLife = 20_000;

export const useToasts = slice({ toasts: [] as readonly Toast[] }, (set, get) => {
  const dismiss = (id: string) => set((state) => ({ toasts: state.toasts.filter((toast) => toast.id !== id) }));
  return {
    dismiss,
    show(toast: Pick<Toast, 'text' | 'life'> & Partial<Toast>): string {
      const id = newId();
      set((state) => ({ toasts: [...state.toasts, { tone: 'quiet', action: null, ...toast, id }] }));
      return id;
    },
    change: (id: string, changes: Partial<Omit<Toast, 'id'>>) =>
      set((state) => ({ toasts: state.toasts.map((toast) => (toast.id === id ? { ...toast, ...changes } : toast)) })),
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
export const sayWhereSaved = ({ name, folder, written }: SavedFile): void =>
  void useToasts.getState().show({
    text: t(written ? 'app.fileSaved' : 'app.fileNotSaved', { name, folder }),
    tone: written ? 'quiet' : 'danger',
    life: written ? 6000 : 10_000,
  });
