import { create } from 'zustand';
import { newId } from './new-id';

export interface Toast {
  readonly id: string;
  readonly text: string;
  readonly tone: 'quiet' | 'danger';
  readonly action: { readonly label: string; run(): void } | null;
  /** Milliseconds until it goes by itself. */
  readonly life: number;
}

interface ToastState {
  readonly toasts: readonly Toast[];
  /** Shows a toast and returns its id. */
  show(toast: Omit<Toast, 'id'>): string;
  dismiss(id: string): void;
}

export const useToasts = create<ToastState>((set) => ({
  toasts: [],
  show: (toast) => {
    const id = newId();
    set((state) => ({ toasts: [...state.toasts, { ...toast, id }] }));
    return id;
  },
  dismiss: (id) => set((state) => ({ toasts: state.toasts.filter((toast) => toast.id !== id) })),
}));
