import type { RouteName } from '@shared/contract';
import { reportOf } from '@shared/errors';
import type { EngineParts } from './engine-parts';
import { RepairAlongside } from './flows/care/repair-alongside';
import { EmbedLater } from './flows/ingest/embed-later';
import type { Foundation } from './foundation';
import { KeptFirstScreen } from './kept-first-screen';
import { readAhead } from './late-parts';

/** After these a model may be there that was not, or another one be asked for. */
const mayBringModels = /^(models\.|settings\.(?!get$))/u;

/**
 * What an engine does beside requests, without being asked: it repairs the library, weighs headings and makes an index
 * that another Vitrine did not, embeds what waits for a model, reads ahead what the first question needs, and keeps the first screen for the
 * next start.
 */
export class Upkeep {
  readonly #repairs: RepairAlongside;
  readonly #embedLater: EmbedLater;
  readonly #firstScreen: KeptFirstScreen;
  readonly #open = new AbortController();

  /** @param isBusy whether requests are being answered */
  constructor(
    parts: EngineParts,
    private readonly base: Foundation,
    isBusy: () => boolean,
  ) {
    const { given, library, log, events } = base;
    this.#repairs = repairsOf(parts, base);
    library.documents.onMalformed = (chunkIds) => this.#repairs.metMalformed(chunkIds);
    this.#embedLater = embedLaterOf(parts, base);
    this.#firstScreen = new KeptFirstScreen(parts, given, {
      isBusy,
      onTrouble: (report) => log.write('', 'engine.firstScreen', { ...report }),
    });
    events.subscribe(({ type }) => {
      if (type !== 'chat.token') this.#firstScreen.look();
    });
  }

  /** Begins with what is due; a host that has a screen to show comes first (`upkeepAfterMs`). */
  start(): void {
    const { given, log } = this.base;
    this.#repairs.atStart(given.upkeepAfterMs ?? 0);
    if (given.upkeepAfterMs) {
      setTimeout(() => this.#soon(), given.upkeepAfterMs).unref();
      readAhead(this.#open.signal, (facts) => log.write('', 'engine.readAhead', { ...facts }));
    } else this.#soon();
  }

  /** To be called when this process may change a library that it had open to read: what is due is done as at a start. */
  takeOver(): void {
    this.#firstScreen.lookAnew();
    // Whoever has asked for the change that began this does not wait for it: the check, too, has its turn after it.
    setImmediate(() => {
      this.#repairs.atStart(0);
      this.#soon();
    });
  }

  #soon(): void {
    if (this.#open.signal.aborted) return;
    weighHeadings(this.base);
    indexTexts(this.base);
    this.#embedLater.soon();
  }

  /** To be called after each answer, before it is given; `ok` says whether it is no error. */
  answered(route: RouteName, ok: boolean): void {
    if (ok && mayBringModels.test(route)) this.#embedLater.soon();
    this.#firstScreen.look(ok ? route : '');
  }

  /** Stops what runs; resolves when it is over. */
  async close(): Promise<void> {
    this.#open.abort();
    await this.#repairs.close();
    await this.#embedLater.close();
  }

  /** With the catalogue still open; what it resolves to writes the first screen down and is called when that is closed. */
  last(): Promise<() => void> {
    return this.#firstScreen.last();
  }
}

/** In a damaged catalogue they stay as they are: a check says what is wrong with it. */
function weighHeadings({ library, log, events }: Foundation): void {
  try {
    if (!library.writable || !library.headings.areDue || !library.headings.mend()) return;
    events.emit({ type: 'library.changed', requestId: 'headings', libraryVersion: library.version });
  } catch (error) {
    log.write('', 'library.headings', { ...reportOf(error) });
  }
}

/** As with headings: until then, whoever removes a document looks through all texts. */
function indexTexts({ library, log }: Foundation): void {
  if (!library.writable) return;
  try {
    library.contents.byText.mend();
  } catch (error) {
    log.write('', 'library.texts', { ...reportOf(error) });
  }
}

function repairsOf(parts: EngineParts, { given, library, log }: Foundation): RepairAlongside {
  const around = {
    library,
    async repair(signal: AbortSignal) {
      const { repair } = await import('./routes/maintenance-routes');
      return repair(parts, { requestId: 'repair', signal });
    },
    log: (what: string, facts: object) => log.write('', what, { ...facts }),
  };
  return new RepairAlongside(around, given.resumesIngests === true);
}

function embedLaterOf(
  { ingestModel, jobs }: EngineParts,
  { given, library, config, log, events }: Foundation,
): EmbedLater {
  const around = {
    library,
    ingestModel,
    turns: jobs,
    limits: () => config.limits(),
    onEmbedded: () => events.emit({ type: 'library.changed', requestId: 'vectors', libraryVersion: library.version }),
    log: (what: string, facts: object) => log.write('', what, { ...facts }),
  };
  return new EmbedLater(around, given.resumesIngests === true);
}
