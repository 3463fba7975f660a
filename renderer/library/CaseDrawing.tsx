import { t } from '../strings/index';

const width = 496;
const height = 168;
const panes = 8;
const step = width / panes;

/** Where a thread is at each pane, counted in lanes from the top, until it ends. */
const threads: readonly { readonly lanes: readonly number[]; readonly kept: boolean }[] = [
  { lanes: [0, 1, 0, 0, 0, 0], kept: true },
  { lanes: [1, 3, 2, 1, 1, 1], kept: true },
  { lanes: [2, 0, 1], kept: false },
  { lanes: [3, 5], kept: false },
  { lanes: [4, 2, 3, 2, 2, 2], kept: true },
  { lanes: [5, 4, 4], kept: false },
  { lanes: [6, 6], kept: false },
];

function path(lanes: readonly number[]): string {
  const points = lanes.map((lane, index) => [step * (index + 2.5), 34 + lane * 17] as const);
  return points
    .map(([x, y], index) => {
      const before = points[index - 1];
      if (!before) return `M${x} ${y}`;
      const middle = (before[0] + x) / 2;
      return `C${middle} ${before[1]} ${middle} ${y} ${x} ${y}`;
    })
    .join('');
}

/** The signature in small: eight panes, and threads of which some arrive. */
export function CaseDrawing() {
  return (
    <svg viewBox={`0 0 ${width} ${height}`} className="w-full" role="img" aria-label={t('first.drawing')}>
      {Array.from({ length: panes }, (_, index) => index).map((index) => (
        <rect
          key={index}
          x={index * step + 5}
          y={1}
          width={step - 10}
          height={height - 2}
          rx={4}
          fill="var(--ground)"
          stroke="var(--edge)"
        />
      ))}
      {threads.map(({ lanes, kept }) => (
        <path
          key={lanes.join()}
          d={path(lanes)}
          fill="none"
          stroke={kept ? 'var(--accent)' : 'var(--edge)'}
          strokeWidth={kept ? 2 : 1.5}
          strokeLinecap="round"
        />
      ))}
      {threads.map(({ lanes, kept }) => (
        <circle
          key={lanes.join()}
          cx={step * (lanes.length + 1.5)}
          cy={34 + (lanes.at(-1) ?? 0) * 17}
          r={kept ? 3.5 : 2.5}
          fill={kept ? 'var(--accent)' : 'var(--case)'}
          stroke={kept ? 'var(--accent)' : 'var(--edge)'}
          strokeWidth={1.5}
        />
      ))}
    </svg>
  );
}
