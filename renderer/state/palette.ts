import { create } from 'zustand';

const key = 'vitrine.palette';
/** Choices that the palette offers before anything is typed. */
const remembered = 6;

interface PaletteState {
  readonly open: boolean;
  /** Whether it has been opened in this window: before that it is not drawn at all. */
  readonly used: boolean;
  /** Ids of what was chosen last, the newest first. */
  readonly recent: readonly string[];
  toggle(): void;
  close(): void;
  /** Remembers a choice for the next time. */
  chose(id: string): void;
}

/** The command palette; what was chosen is remembered in this window only. */
export const usePalette = create<PaletteState>((set, get) => ({
  open: false,
  used: false,
  recent: readRecent(),
  toggle: () => set((state) => ({ open: !state.open, used: true })),
  close: () => set({ open: false }),
  chose(id) {
    const recent = [id, ...get().recent.filter((other) => other !== id)].slice(0, remembered);
    localStorage.setItem(key, JSON.stringify(recent));
    set({ recent, open: false });
  },
}));

function readRecent(): readonly string[] {
  const stored: unknown = parsed(localStorage.getItem(key) ?? '[]');
  return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string').slice(0, remembered) : [];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Written by something else: the palette only forgets what was chosen.
    return [];
  }
}
