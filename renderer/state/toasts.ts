import { create } from 'zustand';
import { newId } from './new-id';

export interface Toast {
  readonly id: string;
  readonly text: string;
  readonly tone: 'quiet' | 'danger';
  /** What can be done about it; `undoes` where that takes back what the toast tells. */
  readonly action: { readonly label: string; readonly undoes?: true; run(): void } | null;
  /** Milliseconds until it goes by itself. */
  readonly life: number;
}

interface ToastState {
  readonly toasts: readonly Toast[];
  /** Shows a toast and returns its id. */
  show(toast: Omit<Toast, 'id'>): string;
  dismiss(id: string): void;
  /** Takes back the newest of what can be; false where nothing can. */
  undoLatest(): boolean;
}

export const useToasts = create<ToastState>((set, get) => ({
  toasts: [],
  show: (toast) => {
    const id = newId();
    set((state) => ({ toasts: [...state.toasts, { ...toast, id }] }));
    return id;
  },
  dismiss: (id) => set((state) => ({ toasts: state.toasts.filter((toast) => toast.id !== id) })),
  undoLatest: () => {
    const latest = get().toasts.findLast(({ action }) => action?.undoes);
    if (!latest?.action) return false;
    get().dismiss(latest.id);
    latest.action.run();
    return true;
  },
}));
