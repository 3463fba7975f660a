/** `width` fits the page into the pane; a number is the scale, 1 = 100 %, a PDF point as a CSS pixel times 96/72. */
export type Zoom = 'width' | number;

/** CSS pixels in a PDF point at 100 %. */
export const pixelsPerPoint = 96 / 72;

const steps = [0.25, 0.33, 0.5, 0.67, 0.75, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3, 4] as const;
const smallest = steps[0];
const largest = steps[steps.length - 1] ?? 4;

/** The scale at which a page of `pagePoints` width fills `paneWidth` CSS pixels, within the steps' bounds. */
export function scaleOf(zoom: Zoom, pagePoints: number, paneWidth: number): number {
  if (zoom !== 'width') return zoom;
  if (pagePoints <= 0 || paneWidth <= 0) return 1;
  return Math.min(largest, Math.max(smallest, paneWidth / (pagePoints * pixelsPerPoint)));
}

/** The next step larger (1) or smaller (-1) than a scale; the scale's own bound where there is none. */
export function zoomStep(scale: number, by: 1 | -1): number {
  const next =
    by === 1 ? steps.find((step) => step > scale + 0.005) : [...steps].reverse().find((step) => step < scale - 0.005);
  return next ?? (by === 1 ? largest : smallest);
}
