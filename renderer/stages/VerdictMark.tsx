import type { Fate } from './candidates';

const colours: Record<Fate, string> = {
  keep: 'var(--accent)',
  open: 'var(--muted)',
  cut: 'var(--muted)',
  recalled: 'var(--origin-h)',
  drop_irrelevant: 'var(--muted)',
  drop_duplicate: 'var(--caution)',
  drop_conflict: 'var(--danger)',
};

export function verdictColour(fate: Fate): string {
  return colours[fate];
}

interface VerdictMarkProps {
  readonly fate: Fate;
  readonly x: number;
  readonly y: number;
  /** Half the mark's height, in pixels. */
  readonly size: number;
}

/** The end of a thread. Every fate has its own shape, so that colour is never alone in saying it. */
export function VerdictMark({ fate, x, y, size }: VerdictMarkProps) {
  const colour = colours[fate];
  switch (fate) {
    case 'keep':
      return <circle cx={x} cy={y} r={size} fill={colour} />;
    case 'open':
    case 'drop_irrelevant':
      return <circle cx={x} cy={y} r={size * 0.85} fill="var(--case)" stroke={colour} strokeWidth={1.25} />;
    case 'drop_duplicate':
      return (
        <path
          d={`M${x} ${y - size}l${size} ${size}l${-size} ${size}l${-size} ${-size}z`}
          fill="var(--case)"
          stroke={colour}
          strokeWidth={1.5}
        />
      );
    case 'drop_conflict':
      return (
        <path
          d={`M${x - size} ${y - size}l${2 * size} ${2 * size}M${x + size} ${y - size}l${-2 * size} ${2 * size}`}
          stroke={colour}
          strokeWidth={1.75}
        />
      );
    case 'recalled':
      return (
        <rect
          x={x - size * 0.8}
          y={y - size * 0.8}
          width={size * 1.6}
          height={size * 1.6}
          fill="var(--case)"
          stroke={colour}
          strokeWidth={1.5}
        />
      );
    case 'cut':
      return <path d={`M${x} ${y - size}v${2 * size}`} stroke={colour} strokeWidth={1.5} />;
  }
}
