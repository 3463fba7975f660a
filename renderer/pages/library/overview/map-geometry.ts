/** A place on the map, −1 to 1, or a point of the pane, CSS pixels from its upper left corner. */
export interface MapPoint {
  readonly x: number;
  readonly y: number;
}

/** CSS pixels. */
export interface MapSize {
  readonly width: number;
  readonly height: number;
}

/** Which part of the map is seen: the place in the middle of the pane, and CSS pixels per unit. */
export interface MapView extends MapPoint {
  readonly scale: number;
}

/** Room around the outermost documents, CSS pixels. */
const margin = 36;
const mostZoom = 40;
/** Documents that lie on one line, or in one place, still have a map of this extent. */
const leastExtent = 0.2;
/** How much farther a document counts that lies beside the direction of an arrow. */
const acrossCounts = 2.5;

export function wholeView(places: readonly MapPoint[], { width, height }: MapSize): MapView {
  const [left, right] = extent(places.map(({ x }) => x));
  const [top, bottom] = extent(places.map(({ y }) => y));
  const room = (side: number) => Math.max(1, side - 2 * margin);
  const scale = Math.min(
    room(width) / Math.max(leastExtent, right - left),
    room(height) / Math.max(leastExtent, bottom - top),
  );
  return { x: (left + right) / 2, y: (top + bottom) / 2, scale };
}

function extent(values: readonly number[]): readonly [number, number] {
  if (values.length === 0) return [-1, 1];
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  return [least, most];
}

export const pointOf = (view: MapView, { width, height }: MapSize, { x, y }: MapPoint): MapPoint => ({
  x: (x - view.x) * view.scale + width / 2,
  y: (y - view.y) * view.scale + height / 2,
});

export function zoomed(view: MapView, whole: MapView, size: MapSize, factor: number, at: MapPoint): MapView {
  const scale = Math.min(whole.scale * mostZoom, Math.max(whole.scale, view.scale * factor));
  const [fromX, fromY] = [at.x - size.width / 2, at.y - size.height / 2];
  return within(
    { scale, x: view.x + fromX / view.scale - fromX / scale, y: view.y + fromY / view.scale - fromY / scale },
    whole,
    size,
  );
}

export const panned = (view: MapView, whole: MapView, size: MapSize, byX: number, byY: number): MapView =>
  within({ ...view, x: view.x - byX / view.scale, y: view.y - byY / view.scale }, whole, size);

function within(view: MapView, whole: MapView, { width, height }: MapSize): MapView {
  const freeX = Math.max(0, width / whole.scale - width / view.scale) / 2;
  const freeY = Math.max(0, height / whole.scale - height / view.scale) / 2;
  return {
    ...view,
    x: Math.min(whole.x + freeX, Math.max(whole.x - freeX, view.x)),
    y: Math.min(whole.y + freeY, Math.max(whole.y - freeY, view.y)),
  };
}

export function showing(view: MapView, whole: MapView, size: MapSize, place: MapPoint): MapView {
  const { x, y } = pointOf(view, size, place);
  const seen = x >= margin / 2 && y >= margin / 2 && x <= size.width - margin / 2 && y <= size.height - margin / 2;
  return seen ? view : within({ ...view, x: place.x, y: place.y }, whole, size);
}

/** The point that is nearest to another one and no farther than `most` pixels; −1 for none. */
export function nearestAt(points: readonly MapPoint[], at: MapPoint, most: number): number {
  let [found, least] = [-1, most];
  for (const [index, { x, y }] of points.entries()) {
    const distance = Math.hypot(x - at.x, y - at.y);
    if (distance <= least) [found, least] = [index, distance];
  }
  return found;
}

const directions: Readonly<Record<string, MapPoint>> = {
  ArrowRight: { x: 1, y: 0 },
  ArrowLeft: { x: -1, y: 0 },
  ArrowDown: { x: 0, y: 1 },
  ArrowUp: { x: 0, y: -1 },
};

/** The place that an arrow leads to from another one, the nearest in its direction; −1 for no arrow, and where none lies there. */
export function towards(places: readonly MapPoint[], from: MapPoint, key: string): number {
  const direction = Object.hasOwn(directions, key) ? directions[key] : undefined;
  if (!direction) return -1;
  let [found, least] = [-1, Number.POSITIVE_INFINITY];
  for (const [index, { x, y }] of places.entries()) {
    const along = (x - from.x) * direction.x + (y - from.y) * direction.y;
    const across = Math.abs((x - from.x) * direction.y + (y - from.y) * direction.x);
    // Steeper than 45° another arrow leads there.
    if (along <= 1e-9 || across > along * 1.0001) continue;
    const cost = along + acrossCounts * across;
    if (cost < least) [found, least] = [index, cost];
  }
  return found;
}

interface MapLabel {
  readonly topic: number;
  readonly text: string;
  readonly at: MapPoint;
}

/** Width of a letter and height of a line of a label, CSS pixels at the usual text size. */
const letter = 7;
const line = 22;

/** The labels with room in the pane, earlier ones first; one at the edge is moved inside. */
export function roomyLabels(labels: readonly MapLabel[], { width, height }: MapSize, rem: number): readonly MapLabel[] {
  const taken: { readonly at: MapPoint; readonly half: number }[] = [];
  const high = (line * rem) / 16;
  return labels.flatMap((label): MapLabel[] => {
    const { text, at } = label;
    if (at.x < 0 || at.x > width || at.y < 0 || at.y > height) return [];
    const half = ((text.length * letter + 12) * rem) / 32;
    const inside = (value: number, reach: number, end: number) => Math.max(reach, Math.min(end - reach, value));
    const put = { x: inside(at.x, half, width), y: inside(at.y, high / 2, height) };
    const lies = taken.some(
      (other) => Math.abs(other.at.x - put.x) < other.half + half && Math.abs(other.at.y - put.y) < high,
    );
    if (lies) return [];
    taken.push({ at: put, half });
    return [{ ...label, at: put }];
  });
}

/** Share of a topic's documents that may lie above its name: a few that lie far off do not take it along. */
const above = 0.1;

/** The place of a topic's name: in the middle of its documents and above them. */
export function headOf(places: readonly MapPoint[]): MapPoint {
  const at = (values: readonly number[], share: number) =>
    [...values].sort((a, b) => a - b)[Math.floor(values.length * share)] ?? 0;
  return {
    x: at(
      places.map(({ x }) => x),
      0.5,
    ),
    y: at(
      places.map(({ y }) => y),
      above,
    ),
  };
}
