import type { TextSpan } from '@shared/contract/index';
import type { ErrorReport } from '@shared/errors';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';

export const rooms = ['chat', 'stages', 'library', 'evaluate', 'settings'] as const;
export type Room = (typeof rooms)[number];

/** One place in a document that the side panel can show. */
export interface SourceStop {
  readonly documentId: string;
  readonly title: string;
  /** Null shows the document from its beginning, with nothing highlighted. */
  readonly span: TextSpan | null;
  /** Every passage that is meant, in order, where there are several; then `span` is the first of them to be shown. */
  readonly spans?: readonly { readonly startChar: number; readonly endChar: number }[] | undefined;
  readonly pages: readonly number[];
  /** The N of `[Citation N]`, where the stop is a citation. */
  readonly marker: number | null;
  /** The exchange whose citation it is: the same number means something else under another question. */
  readonly exchange?: string;
}

export const inspectorTabs = ['prompt', 'fields', 'chunks', 'decisions', 'calls', 'compare', 'json'] as const;

export type SidePanelView =
  | { readonly kind: 'inspector' }
  | { readonly kind: 'source'; readonly stops: readonly SourceStop[]; readonly at: number };

interface ShellState {
  readonly room: Room;
  readonly sidePanels: Readonly<Record<Room, SidePanelView | null>>;
  /** Below 1100 px the list is folded; this opens it over the centre. */
  readonly listOpen: boolean;
  /** Whether a PDF is shown as its pages or as the text that was read from it. */
  readonly sourceAs: 'page' | 'text';
  /** Kept here, so that the inspector opens again at the tab where it was closed. */
  readonly inspectorTab: (typeof inspectorTabs)[number];
  /** Set while the engine does not answer. */
  readonly engineDown: ErrorReport | null;
  go(room: Room): void;
  showSidePanel(view: SidePanelView, room?: Room): void;
  closeSidePanel(room?: Room): void;
  step(by: 1 | -1): void;
  setListOpen(open: boolean): void;
}

let stands = (): void => {};

/** Resolves when the first screen stands with what the library holds: what it does without is asked for then. */
export const firstScreen = new Promise<void>((resolve) => {
  stands = resolve;
});

export function firstScreenStands(): void {
  stands();
}

export const useShell = create<ShellState>((set) => ({
  room: 'chat',
  sidePanels: { chat: null, stages: null, library: null, evaluate: null, settings: null },
  listOpen: false,
  sourceAs: 'page',
  inspectorTab: 'prompt',
  engineDown: null,
  go: (room) => set({ room, listOpen: false }),
  showSidePanel: (view, room) => set((state) => ({ sidePanels: { ...state.sidePanels, [room ?? state.room]: view } })),
  closeSidePanel: (room) => set((state) => ({ sidePanels: { ...state.sidePanels, [room ?? state.room]: null } })),
  step: (by) =>
    set((state) => {
      const view = state.sidePanels[state.room];
      if (view?.kind !== 'source') return {};
      const at = Math.min(view.stops.length - 1, Math.max(0, view.at + by));
      return { sidePanels: { ...state.sidePanels, [state.room]: { ...view, at } } };
    }),
  setListOpen: (listOpen) => set({ listOpen }),
}));

/** A document from its beginning, with nothing highlighted. */
export const wholeDocument = ({ documentId, title }: Pick<SourceStop, 'documentId' | 'title'>): SourceStop => ({
  documentId,
  title,
  span: null,
  pages: [],
  marker: null,
});

/** Opens a document beside the room that is open. */
export const showSource = (stop: SourceStop): void =>
  useShell.getState().showSidePanel({ kind: 'source', at: 0, stops: [stop] });

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
export const usePalette = create<PaletteState>()(
  persist(
    (set) => ({
      open: false,
      used: false,
      recent: [],
      toggle: () => set(({ open }) => ({ open: !open, used: true })),
      close: () => set({ open: false }),
      chose: (id) =>
        set(({ recent }) => ({
          recent: [id, ...recent.filter((other) => other !== id)].slice(0, remembered),
          open: false,
        })),
    }),
    { name: 'vitrine.palette', partialize: ({ recent }) => ({ recent }) },
  ),
);
