// biome-ignore-all lint/a11y/useFocusableInteractive: the focus stays on the map, which names the active document
import { t } from '@shared/words/index';
import { Maximize, ZoomIn, ZoomOut } from 'lucide-react';
import { type KeyboardEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useLibrary } from '../../../state/library/library';
import { showSource, wholeDocument } from '../../../state/shell';
import { IconButton } from '../../../ui/Button';
import { WithMenu } from '../../../ui/ContextMenu';
import { pressed } from '../../../ui/key-text';
import { useRem } from '../../../ui/window-size';
import { documentMenu } from '../document-menu';
import { dotRadius, drawMap, type MapColours } from './draw-map';
import {
  headOf,
  type MapPoint,
  type MapSize,
  type MapView,
  nearestAt,
  panned,
  pointOf,
  roomyLabels,
  showing,
  towards,
  wholeView,
  zoomed,
} from './map-geometry';
import { colourOf, topicColours } from './topic-marks';
import { useLook, useMapHands, usePaneSize } from './use-map-hands';

interface MapDocument extends MapPoint {
  readonly documentId: string;
  readonly title: string;
  readonly topic: number;
  readonly shown: boolean;
}

interface DocumentMapProps {
  readonly documents: readonly MapDocument[];
  readonly topics: readonly string[];
  readonly topic: number | null;
}

/** A pointer that is so near means the document, CSS pixels beyond its sign. */
const nearby = 5;
/** From the sign of a document to the middle of the name above it, CSS pixels at the usual text size. */
const labelGap = 14;
const zoomStep = 1.5;

type MapState = ReturnType<typeof useMap>;

function useMap(documents: readonly MapDocument[], size: MapSize) {
  const { selected, select } = useLibrary();
  const whole = useMemo(() => wholeView(documents, size), [documents, size]);
  const [moved, setMoved] = useState<MapView | null>(null);
  const [activeId, setActiveId] = useState('');
  const view = moved ?? whole;
  const shown = useMemo(() => documents.filter((document) => document.shown), [documents]);
  const points = useMemo(() => shown.map((document) => pointOf(view, size, document)), [shown, view, size]);
  const at = Math.max(
    0,
    shown.findIndex(({ documentId }) => documentId === activeId),
  );
  const radius = dotRadius(documents.length, view.scale / whole.scale);
  const middle = { x: size.width / 2, y: size.height / 2 };
  return {
    ...{ whole, view, shown, points, at, radius, selected, select, setActiveId },
    active: shown[at],
    isMoved: moved !== null,
    underneath: (point: MapPoint): MapDocument | null => shown[nearestAt(points, point, radius + nearby)] ?? null,
    showWhole: () => setMoved(null),
    zoom: (factor: number, point: MapPoint = middle): void =>
      setMoved((before) => zoomed(before ?? whole, whole, size, factor, point)),
    pan: (x: number, y: number) => setMoved((before) => panned(before ?? whole, whole, size, x, y)),
    toggle: (id: string): void =>
      select(selected.has(id) ? [...selected].filter((other) => other !== id) : [...selected, id]),
    goTo(document: MapDocument | undefined): void {
      if (!document) return;
      setActiveId(document.documentId);
      setMoved((before) => (before ? showing(before, whole, size, document) : before));
    },
  };
}

function click(map: MapState, point: MapPoint, adds: boolean): void {
  const document = map.underneath(point);
  if (!document) map.select([]);
  else {
    map.setActiveId(document.documentId);
    if (adds) map.toggle(document.documentId);
    else showSource(wholeDocument(document));
  }
}

function onKeyDown(map: MapState, event: KeyboardEvent): void {
  const { shown, active, goTo, toggle, select, zoom, showWhole } = map;
  const target = active ? towards(shown, active, event.key) : -1;
  if (target >= 0) goTo(shown[target]);
  else if (event.key === 'Home') goTo(shown[0]);
  else if (event.key === 'End') goTo(shown.at(-1));
  else if (event.key === ' ' && active) toggle(active.documentId);
  else if (pressed('list-open', event) && active) showSource(wholeDocument(active));
  else if (pressed('list-select-all', event)) select(shown.map(({ documentId }) => documentId));
  else if (pressed('page-larger', event)) zoom(zoomStep);
  else if (pressed('page-smaller', event)) zoom(1 / zoomStep);
  else if (pressed('page-fit', event)) showWhole();
  else if (!event.key.startsWith('Arrow')) return;
  event.preventDefault();
}

function menuOf(selected: ReadonlySet<string>, meant: string | undefined): ReturnType<typeof documentMenu> {
  if (meant === undefined) return [];
  const all = useLibrary.getState().documents ?? [];
  return documentMenu(
    all.filter(({ documentId }) => (selected.has(meant) ? selected.has(documentId) : documentId === meant)),
  );
}

function useDrawnMap({ view, radius, selected }: MapState, documents: readonly MapDocument[], size: MapSize) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const colours = useRef<HTMLSpanElement>(null);
  const look = useLook();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a look has other colours
  useLayoutEffect(() => {
    if (!canvas.current || !colours.current || size.width === 0) return;
    const dots = documents.map((document) => ({
      ...pointOf(view, size, document),
      topic: document.topic,
      shown: document.shown,
      selected: selected.has(document.documentId),
    }));
    drawMap(canvas.current, dots, size, radius, coloursOf(colours.current));
  }, [documents, view, size, radius, selected, look]);
  return { canvas, colours };
}

function TopicLabels({ map, topics, topic, size }: Omit<DocumentMapProps, 'documents'> & MapPartProps) {
  const { shown, view, radius } = map;
  const rem = useRem();
  const labels = useMemo(() => {
    const named = topics.flatMap((text, place) => {
      const members = shown.filter((document) => document.topic === place);
      if (members.length === 0 || (topic !== null && topic !== place)) return [];
      const { x, y } = pointOf(view, size, headOf(members));
      return [{ topic: place, text, at: { x, y: y - radius - labelGap * (rem / 16) } }];
    });
    return roomyLabels(named, size, rem);
  }, [topics, topic, shown, view, size, radius, rem]);
  return labels.map((label) => (
    <span
      key={label.topic}
      aria-hidden
      style={{ transform: `translate(-50%, -50%) translate(${label.at.x}px, ${label.at.y}px)` }}
      className="map-label pointer-events-none absolute top-0 left-0 text-12 font-medium whitespace-nowrap text-ink"
    >
      {label.text}
    </span>
  ));
}

interface MapPartProps {
  readonly map: MapState;
  readonly size: MapSize;
}

/** The active document as the option that assistive technology reads, with its name beside its sign. */
function ActiveDocument({ map, size, topics }: MapPartProps & Pick<DocumentMapProps, 'topics'>) {
  const { active, at, shown, selected, view } = map;
  if (!active) return null;
  return (
    <>
      <span
        id="map-document"
        role="option"
        aria-selected={selected.has(active.documentId)}
        aria-setsize={shown.length}
        aria-posinset={at + 1}
        data-testid="map-document"
        className="sr-only"
      >
        {[active.title, topics[active.topic]].filter(Boolean).join(', ')}
      </span>
      <Told document={active} at={pointOf(view, size, active)} topics={topics} width={size.width} focused />
    </>
  );
}

/** The wheel zooms, dragging moves; arrows go to the nearest document, Space selects. */
export function DocumentMap({ documents, topics, topic }: DocumentMapProps) {
  const pane = useRef<HTMLDivElement>(null);
  const size = usePaneSize(pane);
  const map = useMap(documents, size);
  const { view, active } = map;
  const { canvas, colours } = useDrawnMap(map, documents, size);
  const [hovered, setHovered] = useState<string | null>(null);
  const dragging = useMapHands(pane, {
    hover: (point) => setHovered(point ? (map.underneath(point)?.documentId ?? null) : null),
    zoom: map.zoom,
    pan: map.pan,
    click: (point, adds) => click(map, point, adds),
  });
  const told = map.shown.find(({ documentId }) => documentId === hovered);
  return (
    <div className="relative min-h-0 flex-1">
      <WithMenu items={() => menuOf(map.selected, hovered ?? active?.documentId)}>
        <div
          ref={pane}
          role="listbox"
          aria-label={t('overview.map')}
          aria-description={t('overview.keys')}
          aria-multiselectable
          aria-activedescendant={active ? 'map-document' : undefined}
          tabIndex={0}
          data-testid="document-map"
          data-zoom={Math.round((100 * view.scale) / map.whole.scale)}
          data-dragging={dragging}
          onKeyDown={(event) => onKeyDown(map, event)}
          className="group/map document-map absolute inset-0 overflow-hidden focus-visible:outline-offset-[-2px]"
        >
          <canvas ref={canvas} aria-hidden className="absolute inset-0 size-full" />
          <MapColourProbe probe={colours} />
          <TopicLabels map={map} size={size} topics={topics} topic={topic} />
          <ActiveDocument map={map} size={size} topics={topics} />
          {told ? <Told document={told} at={pointOf(view, size, told)} topics={topics} width={size.width} /> : null}
        </div>
      </WithMenu>
      <MapButtons map={map} />
    </div>
  );
}

const MapButtons = ({ map: { zoom, isMoved, showWhole } }: Pick<MapPartProps, 'map'>) => (
  <div className="absolute top-2 right-2 flex flex-col rounded-md border border-hairline bg-case">
    <IconButton
      icon={ZoomIn}
      label={t('overview.larger')}
      command="page-larger"
      data-testid="map-larger"
      onClick={() => zoom(zoomStep)}
    />
    <IconButton
      icon={ZoomOut}
      label={t('overview.smaller')}
      command="page-smaller"
      data-testid="map-smaller"
      aria-disabled={!isMoved}
      onClick={() => zoom(1 / zoomStep)}
    />
    <IconButton
      icon={Maximize}
      label={t('overview.whole')}
      command="page-fit"
      data-testid="map-whole"
      aria-disabled={!isMoved}
      onClick={showWhole}
    />
  </div>
);

/** The page's colours, where a canvas can read them: in a theme, a contrast or a system's own colours. */
const MapColourProbe = ({ probe }: { readonly probe: React.RefObject<HTMLSpanElement | null> }) => (
  <span ref={probe} aria-hidden className="hidden">
    {Array.from({ length: topicColours }, (_, topic) => colourOf(topic)).map((color) => (
      <i key={color} style={{ color }} />
    ))}
    <i style={{ color: 'var(--ink)' }} />
    <i style={{ color: 'var(--case)' }} />
  </span>
);

function coloursOf(probe: HTMLElement): MapColours {
  const read = [...probe.children].map((one) => getComputedStyle(one).color);
  // Forced colours apply to all text: the background then has no other.
  const ground = read[topicColours + 1] ?? '';
  const ink = read[topicColours] ?? '';
  return { topics: read.slice(0, topicColours), ink, ground: ground === ink ? 'transparent' : ground };
}

interface ToldProps {
  readonly document: MapDocument;
  readonly at: MapPoint;
  readonly topics: readonly string[];
  readonly width: number;
  /** It has the focus while the keys are on the map; otherwise the pointer is on it. */
  readonly focused?: boolean;
}

function Told({ document, at, topics, width, focused = false }: ToldProps) {
  const isAbove = at.y > 64;
  // In the middle of the document, as far as the pane has room: a percentage is of the text's own width.
  const left = `clamp(8px, ${at.x}px - 50%, max(8px, ${width - 8}px - 100%))`;
  return (
    <span
      aria-hidden
      data-testid={focused ? undefined : 'map-told'}
      className={`pointer-events-none ${focused ? 'hidden group-focus-visible/map:contents' : 'contents'}`}
    >
      <span
        style={{ transform: `translate(-50%, -50%) translate(${at.x}px, ${at.y}px)` }}
        className="absolute top-0 left-0 z-10 size-5 rounded-full border-2 border-accent"
      />
      <span
        style={{
          transform: `translate(${left}, ${at.y + (isAbove ? -16 : 16)}px) translateY(${isAbove ? '-100%' : '0'})`,
        }}
        className="absolute top-0 left-0 z-10 w-max max-w-72 rounded-sm bg-ink px-2 py-1 text-12 text-ground shadow-float"
      >
        <span dir="auto" className="line-clamp-2 font-medium">
          {document.title}
        </span>
        <span className="block truncate opacity-80">{topics[document.topic]}</span>
      </span>
    </span>
  );
}
