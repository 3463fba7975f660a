import 'katex/dist/katex.min.css';
import katex from 'katex';

/** Draws a formula into an element, with MathML for screen readers. False where it is no TeX; then nothing is drawn. */
export function drawFormula(tex: string, display: boolean, element: HTMLElement): boolean {
  try {
    // Commands that could open addresses, load pictures or make HTML are refused (`trust`), endless macros stopped.
    katex.render(tex, element, { displayMode: display, trust: false, strict: 'ignore', maxSize: 20, maxExpand: 500 });
    return true;
  } catch (error) {
    if (error instanceof katex.ParseError) return false;
    throw error;
  }
}
