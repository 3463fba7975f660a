import type { MapPoint, MapSize } from './map-geometry';
import { shapeOf } from './topic-marks';

export interface MapColours {
  readonly topics: readonly string[];
  readonly ink: string;
  readonly ground: string;
}

interface MapDot extends MapPoint {
  readonly topic: number;
  readonly shown: boolean;
  readonly selected: boolean;
}

const faint = 0.16;
/** Ring around each dot, to separate overlapping ones, CSS pixels. */
const gap = 1;

/** Half of a dot's size, CSS pixels: the more there are, the smaller; somewhat larger where less of the map is seen. */
export const dotRadius = (count: number, zoom: number): number =>
  Math.min(9, Math.max(2.5, 6.5 - Math.log10(Math.max(10, count))) * Math.min(1.8, zoom ** 0.25));

/** Draws the dots again, the current ones above the others, the selected on top in a ring. O(dots). */
export function drawMap(
  canvas: HTMLCanvasElement,
  dots: readonly MapDot[],
  { width, height }: MapSize,
  radius: number,
  colours: MapColours,
): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  const ratio = window.devicePixelRatio || 1;
  const [wide, high] = [Math.round(width * ratio), Math.round(height * ratio)];
  if (canvas.width !== wide) canvas.width = wide;
  if (canvas.height !== high) canvas.height = high;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  const stamp = stampsOf(radius, ratio, colours);
  const side = stampSide(radius);
  const reach = side / 2;
  const put = (dot: MapDot): void => {
    if (dot.x < -reach || dot.y < -reach || dot.x > width + reach || dot.y > height + reach) return;
    context.drawImage(stamp(dot.topic), dot.x - reach, dot.y - reach, side, side);
  };
  context.globalAlpha = faint;
  for (const dot of dots) if (!dot.shown) put(dot);
  context.globalAlpha = 1;
  for (const dot of dots) if (dot.shown && !dot.selected) put(dot);
  context.strokeStyle = colours.ink;
  context.lineWidth = 1.5;
  for (const dot of dots) {
    if (!dot.shown || !dot.selected) continue;
    put(dot);
    context.beginPath();
    context.arc(dot.x, dot.y, radius + 3, 0, 2 * Math.PI);
    context.stroke();
  }
}

const stampSide = (radius: number): number => 2 * (radius * 1.3 + gap + 1);

/** A shape is drawn once for a picture, and its copies are put where its documents lie. */
function stampsOf(radius: number, ratio: number, { topics, ground }: MapColours): (topic: number) => HTMLCanvasElement {
  const made = new Map<number, HTMLCanvasElement>();
  const side = stampSide(radius);
  return (topic) => {
    const known = made.get(topic);
    if (known) return known;
    const stamp = document.createElement('canvas');
    stamp.width = Math.ceil(side * ratio);
    stamp.height = stamp.width;
    const context = stamp.getContext('2d');
    if (context) {
      const shape = new Path2D(shapeOf(topic));
      const scale = radius * ratio;
      context.setTransform(scale, 0, 0, scale, stamp.width / 2, stamp.height / 2);
      context.lineWidth = (2 * gap) / radius;
      context.strokeStyle = ground;
      context.stroke(shape);
      context.fillStyle = topics[topic % topics.length] ?? ground;
      context.fill(shape);
    }
    made.set(topic, stamp);
    return stamp;
  };
}
