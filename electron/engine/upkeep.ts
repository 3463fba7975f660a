import { setTimeout as pause } from 'node:timers/promises';
import type { RouteName } from '@shared/contract';
import { reportOf } from '@shared/errors';
import type { EngineBase } from './compose';
import type { Uses } from './engine-context';
import { RepairAlongside } from './jobs/care/alongside';

type RepairParts = Uses<'config' | 'library' | 'ingestModel' | 'jobs' | 'vectorTurns' | 'ingests' | 'emit'>;

/** After these a model may be there that was not, or another one be asked for. */
const mayBringModels = /^(models\.|settings\.(?!get$))/u;

/** Days are what counts: so often, ms, old runs and lines of the log are looked for. */
const betweenLooks = 3_600_000;
const dayMs = 86_400_000;
/** Most counts, ms, that a killed process loses. */
const countersEveryMs = 60_000;

/**
 * An engine's work beside requests: it repairs the library, embeds texts that wait for a model, deletes runs and lines
 * of the log over their age limit, stores its counters, and loads the first question's modules ahead.
 */
export class Upkeep {
  readonly #repairs: RepairAlongside;
  readonly #open = new AbortController();
  #lookedForOld = { at: 0, keepDays: '' };

  constructor(
    private readonly parts: RepairParts & Uses<'updates' | 'counters' | 'vectors'>,
    private readonly base: EngineBase,
  ) {
    const { library } = base;
    this.#repairs = repairsOf(parts, base);
    library.documents.onMalformed = (chunkIds) => this.#repairs.metMalformed(chunkIds);
    // After the answer that the run is for.
    library.runs.onKept = () => setImmediate(() => this.#deleteOld());
  }

  /** Starts with due work; a host with a screen to show comes first (`upkeepAfterMs`). */
  start(): void {
    const { given, log } = this.base;
    const counting = setInterval(() => this.keepCounters(), countersEveryMs).unref();
    const looking = setInterval(() => {
      this.#deleteOld();
      this.#lookForUpdates();
    }, betweenLooks).unref();
    this.#open.signal.addEventListener('abort', () => {
      clearInterval(counting);
      clearInterval(looking);
    });
    this.#repairs.atStart(given.upkeepAfterMs ?? 0);
    if (given.upkeepAfterMs) {
      setTimeout(() => this.#soon(), given.upkeepAfterMs).unref();
      readAhead(this.#open.signal, (facts) => log.write('', 'engine.readAhead', { ...facts }));
    } else this.#soon();
  }

  /** To be called when this process may change a library that it had open to read: due work is done as at a start. */
  takeOver(): void {
    // The caller of the change does not wait for it: the check, too, has its turn after it.
    setImmediate(() => {
      this.#repairs.atStart(0);
      this.#soon();
    });
  }

  #soon(): void {
    if (this.#open.signal.aborted) return;
    this.#vectorsSoon();
    this.#deleteOld();
    this.#lookForUpdates();
  }

  /** Only where a person has switched it on, and a host stays open. */
  #lookForUpdates(): void {
    const { given, settings } = this.base;
    if (given.resumesIngests && settings.value('updates.daily')) void this.parts.updates.daily();
  }

  /** A change of a setting counts at the next run, hour or start: a slip can be undone. */
  #deleteOld(): void {
    const { library, settings } = this.base;
    const [runs, lines] = [settings.value('runs.keepDays'), settings.value('log.keepDays')];
    const keepDays = `${runs} ${lines}`;
    const looked = this.#lookedForOld;
    const now = Date.now();
    if (this.#open.signal.aborted || !library.writable || runs + lines === 0) return;
    if (looked.keepDays === keepDays && now - looked.at < betweenLooks) return;
    this.#lookedForOld = { at: now, keepDays };
    this.#deleteOlder('runs.outdated', runs, (before) => library.runs.remove(library.runs.outdated(before)));
    this.#deleteOlder('log.outdated', lines, (before) => library.log.expire(before));
  }

  #deleteOlder(what: string, keepDays: number, remove: (before: number) => number): void {
    const { library, log } = this.base;
    if (keepDays === 0) return;
    try {
      const deleted = library.forGood(() => remove(Date.now() - keepDays * dayMs));
      if (deleted > 0) log.write('', what, { deleted, keepDays });
    } catch (error) {
      log.write('', what, { ...reportOf(error) });
    }
  }

  /** To be called once more when nothing is left that counts, before the library is closed. */
  keepCounters(): void {
    try {
      this.parts.counters.keep();
    } catch (error) {
      this.base.log.write('', 'counters', { ...reportOf(error) });
    }
  }

  /** To be called after each answer, before it is given; `ok` says whether it is no error. */
  answered(route: RouteName, ok: boolean): void {
    if (ok && mayBringModels.test(route)) this.#vectorsSoon();
  }

  /** Only where a host stays open: a command does what it is asked. */
  #vectorsSoon(): void {
    if (this.base.given.resumesIngests) this.parts.vectors.soon();
  }

  async close(): Promise<void> {
    this.#open.abort();
    await this.#repairs.close();
  }
}

function repairsOf(parts: RepairParts, { given, library, log }: EngineBase): RepairAlongside {
  const around = {
    library,
    async repair(signal: AbortSignal) {
      const { repair } = await import('./routes/maintenance-routes');
      return repair(parts, { requestId: 'repair', signal }, false);
    },
    log: (what: string, facts: object) => log.write('', what, { ...facts }),
  };
  return new RepairAlongside(around, given.resumesIngests === true);
}

const readAheadAfterMs = 2000;
const msBetweenParts = 50;

/** Modules for the first question and the first file, in parts that each take a few hundredths of a second. */
const parts: readonly (() => Promise<unknown>)[] = [
  () => import('./retrieval'),
  () => import('./stages'),
  () => import('./routes/conversation-routes'),
  () => import('./jobs/ingest/ingest-job'),
];

/**
 * Loads the modules of the first question before it comes, after the first screen: one part after the other, with room
 * for requests between them, until the signal aborts. A part that cannot be loaded is reported; its first user gets the
 * same error.
 */
function readAhead(signal: AbortSignal, onTrouble: (facts: object) => void): void {
  const read = async (): Promise<void> => {
    await pause(readAheadAfterMs, undefined, { signal, ref: false });
    for (const part of parts) {
      await part();
      await pause(msBetweenParts, undefined, { signal, ref: false });
    }
  };
  read().catch((error: unknown) => {
    if (!signal.aborted) onTrouble({ ...reportOf(error) });
  });
}
