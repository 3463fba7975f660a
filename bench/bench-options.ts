import { parseArgs } from 'node:util';

export const pieces = [
  'speed',
  'search',
  'window',
  'ingest',
  'first-token',
  'scale',
  'models',
  'team',
  'team-faults',
] as const;
export type Piece = (typeof pieces)[number];

export interface BenchOptions {
  /** Null for all that belong to a whole run. */
  readonly only: Piece | null;
  /** A folder that keeps the large library, and simulated ones, for the next run. */
  readonly keep: string | null;
  readonly chunks: number;
  /** In a row. */
  readonly searches: number;
  /** Of a team place, added by three at once. */
  readonly documents: number;
  /** Of faults. */
  readonly minutes: number;
  /** A million simulated chunks too. */
  readonly million: boolean;
}

const usage = `Usage: npm run bench -- [--only ${pieces.join('|')}] [--full] [--keep FOLDER] [--million]
                        [--chunks N] [--searches N] [--documents N] [--minutes N]`;

/**
 * What a run of the bench is asked for. A flag that it does not know ends it before an hour is spent on something else.
 * Sizes are those of a run that takes minutes, or with `--full` those that the requirements name.
 */
export function benchOptions(args: readonly string[]): BenchOptions {
  try {
    const number = { type: 'string' } as const;
    const { values } = parseArgs({
      args: [...args],
      options: {
        only: { type: 'string' },
        keep: { type: 'string' },
        full: { type: 'boolean', default: false },
        million: { type: 'boolean', default: false },
        chunks: number,
        searches: number,
        documents: number,
        minutes: number,
      },
    });
    const size = (name: 'chunks' | 'searches' | 'documents' | 'minutes', full: number, small: number): number => {
      const asked = Number(values[name] ?? (values.full ? full : small));
      if (!Number.isInteger(asked) || asked < 1) throw new Error(`--${name} takes a whole number above 0.`);
      return asked;
    };
    const only = pieces.find((piece) => piece === values.only) ?? null;
    if (values.only !== undefined && only === null) throw new Error(`There is no piece called ${values.only}.`);
    return {
      only,
      keep: values.keep ?? null,
      chunks: size('chunks', 10_000, 3000),
      searches: size('searches', 5000, 300),
      documents: size('documents', 10_000, 1000),
      minutes: size('minutes', 30, 2),
      million: values.million,
    };
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
    process.exit(2);
  }
}
