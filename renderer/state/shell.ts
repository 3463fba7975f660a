import type { TextSpan } from '@shared/contract/index';
import type { ErrorReport } from '@shared/errors';
import { create } from 'zustand';

export const rooms = ['chat', 'stages', 'library', 'evaluate', 'settings'] as const;
export type Room = (typeof rooms)[number];

/** One place in a document that the case can show. */
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
export type InspectorTab = (typeof inspectorTabs)[number];

export type CaseView =
  | { readonly kind: 'inspector' }
  | { readonly kind: 'source'; readonly stops: readonly SourceStop[]; readonly at: number };

interface ShellState {
  readonly room: Room;
  readonly cases: Readonly<Record<Room, CaseView | null>>;
  /** Below 1100 px the list is folded; this opens it over the centre. */
  readonly listOpen: boolean;
  /** Whether a PDF is shown as its pages or as the text that was read from it. */
  readonly sourceAs: 'page' | 'text';
  /** Kept here, so that the inspector opens again at the tab where it was closed. */
  readonly inspectorTab: InspectorTab;
  /** Set while the engine does not answer. */
  readonly engineDown: ErrorReport | null;
  go(room: Room): void;
  showCase(view: CaseView, room?: Room): void;
  closeCase(room?: Room): void;
  step(by: 1 | -1): void;
  showSourceAs(sourceAs: 'page' | 'text'): void;
  showInspectorTab(tab: InspectorTab): void;
  setListOpen(open: boolean): void;
  setEngineDown(error: ErrorReport | null): void;
}

export const useShell = create<ShellState>((set) => ({
  room: 'chat',
  cases: { chat: null, stages: null, library: null, evaluate: null, settings: null },
  listOpen: false,
  sourceAs: 'page',
  inspectorTab: 'prompt',
  engineDown: null,
  go: (room) => set({ room, listOpen: false }),
  showCase: (view, room) => set((state) => ({ cases: { ...state.cases, [room ?? state.room]: view } })),
  closeCase: (room) => set((state) => ({ cases: { ...state.cases, [room ?? state.room]: null } })),
  step: (by) =>
    set((state) => {
      const view = state.cases[state.room];
      if (view?.kind !== 'source') return {};
      const at = Math.min(view.stops.length - 1, Math.max(0, view.at + by));
      return { cases: { ...state.cases, [state.room]: { ...view, at } } };
    }),
  showSourceAs: (sourceAs) => set({ sourceAs }),
  showInspectorTab: (inspectorTab) => set({ inspectorTab }),
  setListOpen: (listOpen) => set({ listOpen }),
  setEngineDown: (engineDown) => set({ engineDown }),
}));
