import type { TextSpan } from '@shared/contract/index';
import type { ErrorReport } from '@shared/errors';
import { create } from 'zustand';
import { combine, persist } from 'zustand/middleware';
import { slice } from './slice';

export const rooms = ['chat', 'stages', 'library', 'search', 'evaluate', 'tables', 'settings'] as const;
export type Room = (typeof rooms)[number];

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

export interface CellPlace {
  readonly tableId: string;
  readonly documentId: string;
  readonly columnId: string;
}

export const sourceLooks = ['page', 'text'] as const;
export const inspectorTabs = ['prompt', 'fields', 'decisions', 'calls', 'compare', 'json'] as const;

export type SidePanelView =
  | { readonly kind: 'inspector' }
  | { readonly kind: 'why'; readonly messageId: string }
  | {
      readonly kind: 'source';
      readonly stops: readonly SourceStop[];
      readonly at: number;
      /** The cells of a table that it bears out, a stop each: one, or two that are compared. */
      readonly cells?: readonly CellPlace[];
      /** The panel that it was opened from, which is shown again when it closes. */
      readonly back?: SidePanelView;
    };
type SidePanels = Readonly<Record<Room, SidePanelView | null>>;

const first = {
  room: 'chat' as Room,
  sidePanels: Object.fromEntries(rooms.map((room) => [room, null])) as SidePanels,
  /** Below 1100 px the list is folded; this opens it over the centre. */
  listOpen: false,
  wideSource: false,
  sourceAs: 'page' as (typeof sourceLooks)[number],
  inspectorTab: 'prompt' as (typeof inspectorTabs)[number],
  engineDown: null as ErrorReport | null,
};

let stands = (): void => {};

/** Resolves when the first screen shows the library: deferred data is requested then. */
export const firstScreen = new Promise<void>((resolve) => {
  stands = resolve;
});

export const firstScreenStands = (): void => stands();

export const useShell = slice(first, (set) => ({
  go: (room: Room) => set({ room, listOpen: false, wideSource: false }),
  showSidePanel: (view: SidePanelView, room?: Room) =>
    set((state) => ({ sidePanels: { ...state.sidePanels, [room ?? state.room]: view } })),
  /** Goes back to what a source was opened from; where a room is named, nothing stays open in it. */
  closeSidePanel: (room?: Room) =>
    set((state) => {
      const view = state.sidePanels[room ?? state.room];
      const back = room === undefined && view?.kind === 'source' ? (view.back ?? null) : null;
      return { sidePanels: { ...state.sidePanels, [room ?? state.room]: back }, wideSource: false };
    }),
  step: (by: 1 | -1) =>
    set((state) => {
      const view = state.sidePanels[state.room];
      if (view?.kind !== 'source') return {};
      const at = Math.min(view.stops.length - 1, Math.max(0, view.at + by));
      return { sidePanels: { ...state.sidePanels, [state.room]: { ...view, at } } };
    }),
  setListOpen: (listOpen: boolean) => set({ listOpen }),
}));

export const wholeDocument = ({ documentId, title }: Pick<SourceStop, 'documentId' | 'title'>): SourceStop => ({
  documentId,
  title,
  span: null,
  pages: [],
  marker: null,
});

type Cut = Pick<SourceStop, 'documentId' | 'title' | 'pages'> & TextSpan;

export const stopOf = ({ documentId, title, startChar, endChar, pages }: Cut): SourceStop => ({
  documentId,
  title,
  span: { startChar, endChar },
  pages,
  marker: null,
});

export const showSource = (stop: SourceStop): void =>
  useShell.getState().showSidePanel({ kind: 'source', at: 0, stops: [stop] });

const remembered = 6;

const closedPalette = {
  open: false,
  /** Whether it has been opened in this window: before that it is not drawn at all. */
  used: false,
  recent: [] as readonly string[],
};

export const usePalette = create(
  persist(
    combine(closedPalette, (set) => ({
      toggle: () => set(({ open }) => ({ open: !open, used: true })),
      close: () => set({ open: false }),
      chose: (id: string) =>
        set(({ recent }) => ({
          recent: [id, ...recent.filter((other) => other !== id)].slice(0, remembered),
          open: false,
        })),
    })),
    { name: 'vitrine.palette', partialize: ({ recent }) => ({ recent }) },
  ),
);
