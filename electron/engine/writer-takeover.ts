import type { WhyReadOnly } from '@shared/contract';
import { reportOf } from '@shared/errors';
import type { EngineBase } from './compose';
import type { Uses } from './engine-context';
import { inForce } from './routes/settings-routes';

/** How often a host that stays open looks whether its library's lock has become free, ms. */
const lockEveryMs = 2000;

/**
 * For an engine whose library another process had at its start. It becomes the writer when a change is requested or, if
 * the host stays open, on its own or with any request. It then continues as after a start, with the other one's
 * leftovers (docs/adr/0038).
 */
export class WriterTakeover {
  readonly #timer: NodeJS.Timeout | null;
  readonly #looksWhenAsked: boolean;
  #toldOf = '';
  #whyNot: WhyReadOnly | null;

  /** @param begin what an engine that may change its library does at its start */
  constructor(
    private readonly parts: Uses<'watches'> & Parameters<typeof inForce>[0],
    private readonly base: EngineBase,
    private readonly begin: () => void,
  ) {
    const { given, library } = base;
    library.writer.onTaken = () => this.#taken();
    const looks = given.resumesIngests === true && !given.readsOnly && !library.writable;
    const { lockEveryMs: every = lockEveryMs } = given;
    this.#timer = looks && every !== null ? setInterval(() => this.#look(), every).unref() : null;
    this.#looksWhenAsked = looks && every === null;
    this.#whyNot = library.writer.whyNot;
  }

  /** To be called before each request. */
  asked(): void {
    if (this.#looksWhenAsked && !this.base.library.writable) this.#look();
  }

  /** From now on the library is left to others. */
  close(): void {
    this.base.library.writer.stopTaking();
    if (this.#timer) clearInterval(this.#timer);
  }

  #look(): void {
    try {
      const { writer } = this.base.library;
      if (writer.take() || writer.whyNot === this.#whyNot) return;
      this.#whyNot = writer.whyNot;
      // A window's facts about it are out of date.
      this.base.events.emit({ type: 'engine.up' });
    } catch (error) {
      const report = reportOf(error);
      // It is tried again and again: the same failure is reported once.
      if (report.code !== this.#toldOf) this.base.log.write('', 'library.lock', { ...report });
      this.#toldOf = report.code;
    }
  }

  #taken(): void {
    const { log, events } = this.base;
    if (this.#timer) clearInterval(this.#timer);
    log.write('', 'library.lock', { taken: true });
    try {
      const { settings, watches } = this.parts;
      const context = { requestId: 'lock', signal: new AbortController().signal };
      inForce(this.parts, context, () => settings.readAnew());
      watches.readAnew();
      this.begin();
    } catch (error) {
      // The library is this process's to change all the same.
      log.write('', 'library.lock', { ...reportOf(error) });
    }
    // A window's content may be from before the other one's changes.
    events.emit({ type: 'engine.up' });
  }
}
