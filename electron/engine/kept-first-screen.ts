import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type ErrorReport, reportOf } from '@shared/errors';
import type { EngineParts } from './engine-parts';
import { keepable, removeKeptAnswers, stateOf, writeKeptAnswers } from './first-screen-file';
import type { EngineOptions } from './options';
import { firstScreenAnswers } from './routes';

/** A library at rest has not been changed for this long, ms. */
const restMs = 3000;

/** A longer list is not kept: to write it after each change would take longer than it saves at a start. */
const mostDocuments = 5000;

interface Surroundings {
  /** Whether requests are being answered. */
  isBusy(): boolean;
  onTrouble(report: ErrorReport): void;
}

/** What they change shows in settings and keys, and not in the catalogue. */
const changesSettings = /^settings\.(?!get$)/u;

/**
 * Keeps the answers to the first screen's requests beside the catalogue (first-screen-file.ts): taken away by the first
 * change of the library, so that nothing deleted stays in them, and written when it has come to rest and when it is
 * closed. Every engine takes them away; only one of a window writes them (`keepsFirstScreen`). Nothing here rejects.
 */
export class KeptFirstScreen {
  #isThere: boolean;
  #changes = 0;
  #isOver = false;
  #timer: NodeJS.Timeout | null = null;
  #shown: string | null;

  /** `options` as the host has given them. */
  constructor(
    private readonly parts: EngineParts,
    private readonly options: EngineOptions,
    private readonly around: Surroundings,
  ) {
    this.#isThere = this.#lies();
    this.#shown = options.shownFirstScreen ?? null;
    if (options.keepsFirstScreen) this.#soon();
  }

  /** Another process may have written or removed it until now. */
  lookAnew(): void {
    this.#isThere = this.#lies();
    if (this.options.keepsFirstScreen) this.#soon();
  }

  #lies(): boolean {
    return existsSync(join(this.options.libraryFolder, 'first-screen.json'));
  }

  /** To be called when something may have changed the library: an event, or an answer to a request of this route. */
  look(route = ''): void {
    try {
      const { changes } = this.parts.library.facts;
      if (changes === this.#changes && !changesSettings.test(route)) return;
      this.#changes = changes;
      const wasThere = this.#isThere;
      this.#isThere = false;
      if (this.options.keepsFirstScreen && !this.#isOver) this.#soon();
      if (wasThere) removeKeptAnswers(this.options);
    } catch (error) {
      this.around.onTrouble(reportOf(error));
    }
  }

  /** At the end, with the catalogue still open; what it resolves to is called when that is closed, and still locked. */
  async last(): Promise<() => void> {
    this.#isOver = true;
    if (this.#timer) clearTimeout(this.#timer);
    this.look();
    const kept = await this.#kept();
    return () => {
      // Another process has it open, and may change it at any moment.
      const inUse = existsSync(join(this.options.libraryFolder, 'catalogue.db-wal'));
      if (kept && !inUse) this.#write(stateOf(this.options), kept);
    };
  }

  #soon(): void {
    if (this.#timer) clearTimeout(this.#timer);
    const rest = () => this.#rest().catch((error: unknown) => this.around.onTrouble(reportOf(error)));
    this.#timer = setTimeout(() => void rest(), restMs).unref();
  }

  async #rest(): Promise<void> {
    this.look();
    if (this.around.isBusy()) return this.#soon();
    const of = stateOf(this.options);
    const kept = await this.#kept();
    if (this.#isOver) return;
    // The window shows what the engine does not say: it asks for everything anew.
    if (this.#shown !== null && kept?.checksum !== this.#shown) this.parts.emit({ type: 'engine.up' });
    this.#shown = null;
    // What has been written meanwhile has set the clock anew, here or elsewhere.
    if (kept && of === stateOf(this.options)) this.#write(of, kept);
  }

  /** Null where there is nothing to be kept: too much, somebody else's to write, or about to change. */
  async #kept(): Promise<ReturnType<typeof keepable>> {
    const { library } = this.parts;
    try {
      if (!this.options.keepsFirstScreen || !library.writable) return null;
      if (library.documents.counts().documents > mostDocuments || library.jobs.unfinished) return null;
      return keepable(await firstScreenAnswers(this.parts, AbortSignal.timeout(60_000)));
    } catch (error) {
      this.around.onTrouble(reportOf(error));
      return null;
    }
  }

  #write(of: string | null, kept: NonNullable<ReturnType<typeof keepable>>): void {
    if (of === null) return;
    try {
      writeKeptAnswers(this.options, of, kept);
      this.#isThere = true;
    } catch (error) {
      this.around.onTrouble(reportOf(error));
    }
  }
}
