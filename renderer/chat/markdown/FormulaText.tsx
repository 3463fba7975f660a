import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Formula } from './formulas';

type Draw = typeof import('./draw-formula').drawFormula;

/** KaTeX and its fonts are fetched from the app's own files at the first formula. */
let loaded: Draw | null = null;

function useDraw(): Draw | null {
  const [draw, setDraw] = useState<Draw | null>(() => loaded);
  useEffect(() => {
    if (loaded) return;
    let current = true;
    import('./draw-formula').then(
      ({ drawFormula }) => {
        loaded = drawFormula;
        if (current) setDraw(() => drawFormula);
      },
      (error: unknown) => console.error(`Formulas cannot be drawn: ${String(error)}`),
    );
    return () => {
      current = false;
    };
  }, []);
  return draw;
}

/** A formula as mathematics write it; as it was written where it is no TeX. */
export function FormulaText({ formula }: { readonly formula: Formula }) {
  const place = useRef<HTMLSpanElement>(null);
  const draw = useDraw();
  const { tex, display, source } = formula;
  useLayoutEffect(() => {
    if (!place.current || !draw) return;
    if (!draw(tex, display, place.current)) place.current.textContent = source;
  }, [draw, tex, display, source]);
  return (
    <span data-testid="formula" className={display ? 'formula-display' : undefined} ref={place}>
      {draw ? null : source}
    </span>
  );
}
