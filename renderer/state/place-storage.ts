import type { TextSpan } from '@shared/contract/index';
import { create } from 'zustand';
import {
  type ReadingPlace,
  rememberedReading,
  rememberedSource,
  rememberReading,
  rememberSource,
  type SourcePlace,
} from '../ui/scroll-memory';
import { useChat } from './chat/chat';
import { scopeFrom } from './chat/draft-storage';
import { hitOrders, useSearch, waysToFind } from './finding/search';
import { useCollections } from './library/collections';
import { useComparison, useLibrary } from './library/library';
import { sections, useSettings } from './settings';
import {
  type CellPlace,
  firstScreen,
  inspectorTabs,
  type Room,
  rooms,
  type SidePanelView,
  type SourceStop,
  sourceLooks,
  useShell,
} from './shell';
import { snapshotKeys, useStages } from './stages';
import { useTables } from './tables';
import { isPart, isText, keepWriting, readKept, type StoredPart } from './window-storage';

const key = 'vitrine.place';
/** Nothing is written beyond so many characters: a place has a few hundred. */
const mostCharacters = 200_000;

const useViews = create(() => ({}) as Readonly<Record<string, string>>);

/** A text that a view is left with, for as long as the library is used: the next start has it too. */
export function useKept(view: string): readonly [string, (text: string) => void] {
  const text = useViews((views) => views[view] ?? '');
  return [text, (next) => useViews.setState({ [view]: next })];
}

export const keep = (view: string, text: string): void => useViews.setState({ [view]: text });

/**
 * Opens the places of the last window, and stores those of this one. Once, before the page is drawn. Call its result
 * when the engine has given its lists: it opens the places that need them.
 */
export function keepPlace(): () => void {
  const stored = readKept(key);
  const last: StoredPart = isPart(stored) ? stored : {};
  openChat(part(last, 'chat'));
  useShell.setState({
    room: oneOf(rooms, last.room) ?? 'chat',
    inspectorTab: oneOf(inspectorTabs, last.inspectorTab) ?? 'prompt',
    sourceAs: oneOf(sourceLooks, last.sourceAs) ?? 'page',
  });
  useSettings.setState({ section: oneOf(sections, last.section) ?? 'models' });
  openSearch(part(last, 'search'));
  openTable(part(last, 'tables'));
  for (const [view, text] of Object.entries(part(last, 'views'))) if (isText(text)) useViews.setState({ [view]: text });
  return () => {
    openPanels(part(last, 'panels'), last.wide === true);
    openLibrary(part(last, 'library'));
    // Not before, or a window that is closed at once would have forgotten what it had not opened yet.
    void openRun(part(last, 'run')).then(keepPlaceWritten);
  };
}

/**
 * The stored part of the chat: the conversation, and its reading position. This is the one place that decides it: null
 * for a private conversation, and then nothing beside it is stored either.
 */
function chatNow() {
  const { conversationId, isPrivate } = useChat.getState();
  return isPrivate ? null : { conversationId, reading: rememberedReading(conversationId) };
}

function openChat({ conversationId, reading }: StoredPart): void {
  if (!isText(conversationId)) return;
  if (isPart(reading) && isNumber(reading.exchange) && isNumber(reading.offset)) {
    rememberReading(conversationId, reading as StoredPart & ReadingPlace);
  }
  void useChat
    .getState()
    .open(conversationId)
    .then(() => {
      const chat = useChat.getState();
      // It is not there any more.
      if (chat.conversationId === conversationId && chat.exchanges.length === 0) chat.startNew();
    });
}

const openSearch = ({ query, mode, sort, scores, scope }: StoredPart): void =>
  useSearch.setState((first) => ({
    query: isText(query) ? query : first.query,
    mode: oneOf(waysToFind, mode) ?? first.mode,
    sort: oneOf(hitOrders, sort) ?? first.sort,
    scores: scores === true,
    scope: scopeFrom(scope),
  }));

/** The room asks for the table when it is drawn. */
function openTable({ tableId, filter, sort, totals, widths }: StoredPart): void {
  const { columnId, descending }: StoredPart = isPart(sort) ? sort : {};
  const isSorted = (columnId === null || isText(columnId)) && descending !== undefined;
  useTables.setState({
    tableId: isText(tableId) ? tableId : null,
    filter: isText(filter) ? filter : '',
    sort: isSorted ? { columnId, descending: descending === true } : null,
    totals: totals === true,
    widths: Object.fromEntries(
      Object.entries(isPart(widths) ? widths : {}).flatMap(([id, rem]) => (isNumber(rem) ? [[id, rem]] : [])),
    ),
  });
}

function openPanels(panels: StoredPart, wide: boolean): void {
  const known = new Set(useLibrary.getState().documents?.map(({ documentId }) => documentId));
  for (const room of rooms) {
    const { kind, stops, at, place, cells } = part(panels, room);
    // Another conversation may be open now.
    if (useShell.getState().sidePanels[room]) continue;
    if (kind === 'inspector' && room === 'stages') useShell.getState().showSidePanel({ kind }, room);
    if (kind !== 'source' || !Array.isArray(stops) || !isNumber(at)) continue;
    const there = stops.map(stopFrom).map((stop) => (stop && known.has(stop.documentId) ? stop : null));
    const stop = there[at];
    if (!stop) continue;
    const left = there.filter((one) => one !== null);
    const places = room === 'tables' && Array.isArray(cells) ? cells.flatMap(cellFrom) : [];
    const isWhole = places.length === left.length && left.length === there.length;
    const view: SidePanelView = {
      kind,
      stops: left,
      at: left.indexOf(stop),
      ...(isWhole && places.length > 0 ? { cells: places } : {}),
    };
    rememberSource(view, sourcePlaceFrom(place));
    useShell.getState().showSidePanel(view, room);
    if (room === useShell.getState().room) useShell.setState({ wideSource: wide });
  }
}

function openLibrary({ collection, selected, pair }: StoredPart): void {
  const { documents, setCollection, select } = useLibrary.getState();
  const ids = new Set(documents?.map(({ documentId }) => documentId));
  const names = new Set(useCollections.getState().collections?.map(({ name }) => name));
  if (isText(collection) && names.has(collection)) setCollection(collection);
  select(Array.isArray(selected) ? selected.filter((id) => ids.has(id)) : []);
  const { oldId, newId }: StoredPart = isPart(pair) ? pair : {};
  if (isText(oldId) && isText(newId) && ids.has(oldId) && ids.has(newId))
    useComparison.setState({ pair: { oldId, newId } });
  useSearch.setState(({ scope: { collections, documentIds, filters } }) => ({
    scope: {
      collections: collections.filter((name) => names.has(name)),
      documentIds: documentIds.filter((id) => ids.has(id)),
      filters,
    },
  }));
}

async function openRun({ runId, shown, pinned }: StoredPart): Promise<void> {
  const look = { shown: oneOf(snapshotKeys, shown) ?? null, pinned: isText(pinned) ? pinned : null };
  if (!isText(runId)) return;
  // It is large: the first screen of another room does not wait for it.
  if (useShell.getState().room !== 'stages') await firstScreen;
  await useStages.getState().reopen(runId, look);
}

function placeNow() {
  const { room, sidePanels, wideSource: wide, sourceAs, inspectorTab } = useShell.getState();
  const { run, shown, pinned } = useStages.getState();
  const { collection, selected } = useLibrary.getState();
  const { tableId, filter, sort, totals, widths } = useTables.getState();
  const chat = chatNow();
  const panels = rooms.map((one) => [one, one === 'chat' && !chat ? null : panelNow(sidePanels[one])]);
  return {
    room,
    ...(chat ? { chat } : {}),
    panels: Object.fromEntries(panels) as Readonly<Record<Room, unknown>>,
    wide,
    sourceAs,
    inspectorTab,
    section: useSettings.getState().section,
    run: { runId: chat ? (run?.runId ?? null) : null, shown, pinned },
    library: { collection, selected: [...selected], pair: useComparison.getState().pair },
    search: { ...useSearch.getState(), ...(chat ? {} : { query: '' }) },
    tables: { tableId, filter: chat ? filter : '', sort, totals, widths },
    views: chat ? useViews.getState() : {},
  };
}

const panelNow = (view: SidePanelView | null) =>
  view?.kind === 'source' ? { ...view, place: rememberedSource(view) } : view;

function keepPlaceWritten(): void {
  const soon = keepWriting(key, mostCharacters, placeNow);
  const stores = [useShell, useChat, useStages, useLibrary, useComparison, useSettings, useSearch, useTables, useViews];
  for (const kept of stores) kept.subscribe(soon);
  // Of all panes; no state has their scroll positions.
  window.addEventListener('scroll', soon, { capture: true, passive: true });
}

const isNumber = (value: unknown): value is number => Number.isFinite(value);
const part = (of: StoredPart, name: string): StoredPart => (isPart(of[name]) ? of[name] : {});
const oneOf = <T extends string>(all: readonly T[], value: unknown): T | undefined => all.find((one) => one === value);

function stopFrom(value: unknown): SourceStop | null {
  const { documentId, title, span, spans, pages, marker, exchange }: StoredPart = isPart(value) ? value : {};
  if (!isText(documentId) || !isText(title)) return null;
  return {
    documentId,
    title,
    span: spanFrom(span)[0] ?? null,
    ...(Array.isArray(spans) ? { spans: spans.flatMap(spanFrom) } : {}),
    pages: Array.isArray(pages) ? pages.filter(isNumber) : [],
    marker: isNumber(marker) ? marker : null,
    ...(isText(exchange) ? { exchange } : {}),
  };
}

const cellFrom = (value: unknown): readonly CellPlace[] => {
  const { tableId, documentId, columnId }: StoredPart = isPart(value) ? value : {};
  return isText(tableId) && isText(documentId) && isText(columnId) ? [{ tableId, documentId, columnId }] : [];
};

const spanFrom = (value: unknown): readonly TextSpan[] =>
  isPart(value) && isNumber(value.startChar) && isNumber(value.endChar)
    ? [{ startChar: value.startChar, endChar: value.endChar }]
    : [];

function sourcePlaceFrom(value: unknown): SourcePlace | null {
  if (!isPart(value)) return null;
  const { letter, top, page, scale, onPaper, inPane } = value;
  if (isNumber(letter) && isNumber(top)) return { letter, top };
  const points = [onPaper, inPane].flatMap((point) =>
    isPart(point) && isNumber(point.x) && isNumber(point.y) ? [{ x: point.x, y: point.y }] : [],
  );
  const [paper, pane] = points;
  if (!isNumber(page) || !isText(scale) || !paper || !pane) return null;
  return { page, scale, onPaper: paper, inPane: pane };
}
