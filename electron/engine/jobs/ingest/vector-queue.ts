import type { EngineEvent, VectorProgress } from '@shared/contract';
import { type ErrorReport, reportOf, VitrineError } from '@shared/errors';
import { raceTimeout, type SerialQueue } from '../../async';
import type { Library, WaitingContent } from '../../store';
import type { EmbeddedContent, OpenedModel, PendingVectors, TextsToEmbed } from './embed-content';
import type { IngestModel } from './ingest-model';
import { endsTheJob } from './prepare-file';

export interface VectorQueueParts {
  readonly library: Library;
  readonly ingestModel: Pick<IngestModel, 'open'>;
  /** Turns with rebuilds and repairs, which replace the index that vectors go into. Ingests are not among them. */
  readonly turns: SerialQueue;
  /** Whether this process stays open, and so tries again after a failure. */
  readonly staysOpen: boolean;
  emit(event: EngineEvent): void;
  log(what: string, facts: object): void;
}

/** Passages that the model gets together: texts of several small files fill its threads. */
const passagesAtOnce = 256;
/** Passages of one change of the index, which costs as much for one as for many, and the time after which it is due, ms. */
const passagesPerWrite = 1024;
const msPerWrite = 5000;
/** Written rows are searched one by one until they are folded in, after so many writes. */
const writesPerCompaction = 8;
/** Members of a place wait for each commit: fewer and larger ones. */
const timesInTeam = 4;
const msBetweenEvents = 100;
/** After a failure that may pass, such as a full disk or a server that does not answer. */
const msToRetry = 60_000;
const pausedKey = 'vectors-paused';

/**
 * Makes the vectors of passages that are found by their words already. The catalogue says which contents wait, so that
 * the end of a process loses no more than the texts in hand. Reading files goes first in the threads of the model.
 */
export class VectorQueue {
  /** Texts since this process began: embedded by the model, and those whose vectors were kept. */
  readonly counts = { embedded: 0, cached: 0 };
  private working: Promise<void> | null = null;
  private stopper = new AbortController();
  private closed = false;
  private retry: NodeJS.Timeout | undefined;
  /** Null while nothing is known against it: it begins at once where this process stays open. */
  private state: VectorProgress['state'] | null = null;
  private error: ErrorReport | null = null;
  /** Contents that the model failed at, until the next start or resume. */
  private readonly aside = new Set<string>();
  /** Contents that are embedded, and wait to be written. */
  private readonly inHand = new Set<string>();
  /** Whether the model failed at the content before. */
  private wasLate = false;
  /** Embedded passages that the catalogue does not know yet. */
  private unwritten = 0;
  private writes = 0;
  private pace: { readonly at: number; readonly left: number } | null = null;
  private toldAt = 0;

  constructor(private readonly parts: VectorQueueParts) {}

  /** Null where no passage waits. */
  get(): VectorProgress | null {
    const { passages: waiting, of } = this.parts.library.contents.withoutVectors();
    if (waiting === 0) return null;
    const left = Math.max(0, waiting - this.unwritten);
    const { library, staysOpen } = this.parts;
    const begins = staysOpen && library.writable ? 'running' : 'waiting';
    const state = this.isPaused ? 'paused' : (this.state ?? begins);
    return { state, done: of - left, passages: of, msLeft: this.msLeft(left), error: this.error };
  }

  private get isPaused(): boolean {
    return this.parts.library.setting(pausedKey) === '1';
  }

  /** Begins where passages wait and nothing holds them up. */
  soon(): void {
    const { library } = this.parts;
    if (this.working || this.closed || !library.writable || library.readsOnly) return;
    try {
      if (library.contents.unembedded(1).length === 0) return;
      if (this.isPaused) {
        this.tell();
        return;
      }
    } catch (error) {
      this.failed(error);
      return;
    }
    clearTimeout(this.retry);
    const stopper = new AbortController();
    this.stopper = stopper;
    this.error = null;
    this.working = this.work(stopper.signal)
      .catch((error: unknown) => this.failed(error))
      .finally(() => {
        this.working = null;
      });
  }

  /** Resolves when no passage waits, or the rest has to wait for something else. */
  async over(signal: AbortSignal): Promise<void> {
    this.soon();
    while (this.working) await raceTimeout(this.working, 0, signal);
  }

  /** Errors: `library-locked`. */
  async pause(): Promise<VectorProgress | null> {
    this.parts.library.assertWritable();
    this.parts.library.setSetting(pausedKey, '1');
    await this.stop();
    this.tell();
    return this.get();
  }

  /** Errors: `library-locked`. */
  resume(): VectorProgress | null {
    this.parts.library.assertWritable();
    this.parts.library.setSetting(pausedKey, '0');
    this.aside.clear();
    this.soon();
    this.tell();
    return this.get();
  }

  async close(): Promise<void> {
    this.closed = true;
    clearTimeout(this.retry);
    await this.stop();
  }

  private async stop(): Promise<void> {
    this.stopper.abort(new VitrineError('cancelled', { why: 'rebuild' }));
    await this.working;
  }

  private failed(error: unknown): void {
    if (this.stopper.signal.aborted) return;
    const report = reportOf(error);
    // Not there yet is no failure: it is looked for whenever models change.
    const isAway = report.code === 'model-missing' || report.code === 'not-allowed';
    this.state = isAway ? 'waiting' : 'stopped';
    if (!isAway) {
      this.error = report;
      this.parts.log('embed.later', { ...report });
      if (this.parts.staysOpen && !this.closed) this.retry = setTimeout(() => this.soon(), msToRetry).unref();
    }
    this.tell();
  }

  private async work(signal: AbortSignal): Promise<void> {
    const { turns, library, log, emit } = this.parts;
    const { embedded } = this.counts;
    this.state = turns.size > 0 ? 'waiting' : 'running';
    this.pace = null;
    this.wasLate = false;
    while (this.next().length > 0) await turns.run(() => this.stretch(signal), signal);
    this.state = this.aside.size > 0 ? 'stopped' : null;
    library.compactSoon(true);
    library.reserve.keep();
    log('embed.later', { embedded: this.counts.embedded - embedded });
    this.tell();
    emit({ type: 'library.changed', requestId: 'vectors', libraryVersion: library.version });
  }

  /** Embeds and writes beside each other, until nothing is left or other work on the index wants its turn. */
  private async stretch(signal: AbortSignal): Promise<void> {
    const { turns, library, ingestModel } = this.parts;
    const model = await ingestModel.open();
    library.index.assertMatches(model.entry.id, null);
    const { PendingVectors } = await import('./embed-content');
    const hand: Hand = { model, vectors: new PendingVectors(library.embeddings, library.claims), signal };
    const times = library.replica ? timesInTeam : 1;
    let made: EmbeddedContent[] = [];
    let writing = Promise.resolve();
    let wrote = performance.now();
    this.state = 'running';
    this.tell();
    try {
      for (let some = this.next(); some.length > 0 && turns.size === 1; some = this.next()) {
        for (const { contentId } of some) this.inHand.add(contentId);
        made.push(...(await this.embedded(some, hand)));
        const isDue = performance.now() - wrote >= msPerWrite * times || passagesOf(made) >= passagesPerWrite * times;
        if (!isDue) continue;
        await writing;
        writing = this.write(made, hand);
        // Its failure is met at the next await.
        writing.catch(() => undefined);
        made = [];
        wrote = performance.now();
      }
    } finally {
      // Also at a pause: what is embedded counts, and writing it takes no time.
      await Promise.all([writing, this.write(made, hand)]).finally(() => {
        this.inHand.clear();
        this.unwritten = 0;
      });
      hand.vectors.end();
    }
  }

  /** Contents in their order, without those in hand, as many as the model gets together. */
  private next(): WaitingContent[] {
    const { aside, inHand } = this;
    const waiting = this.parts.library.contents.unembedded(passagesAtOnce + aside.size + inHand.size);
    const some: WaitingContent[] = [];
    let passages = 0;
    for (const one of waiting) {
      if (aside.has(one.contentId) || inHand.has(one.contentId)) continue;
      if (passages > 0 && passages + one.chunks > passagesAtOnce) break;
      some.push(one);
      passages += one.chunks;
    }
    return some;
  }

  /** Errors: those that other contents would meet too, or that two in a row have met; the signal's reason. */
  private async embedded(some: readonly WaitingContent[], hand: Hand): Promise<EmbeddedContent[]> {
    try {
      const made = await this.embed(some, hand);
      this.wasLate = false;
      return made;
    } catch (error) {
      hand.signal.throwIfAborted();
      const report = reportOf(error);
      if (report.code !== 'model-timeout' && endsTheJob.has(report.code)) throw error;
      if (some.length > 1) {
        const made: EmbeddedContent[] = [];
        for (const one of some) made.push(...(await this.embedded([one], hand)));
        return made;
      }
      if (this.wasLate) throw error;
      this.wasLate = true;
      this.error = report;
      for (const { contentId } of some) this.aside.add(contentId);
      return [];
    }
  }

  private async embed(some: readonly WaitingContent[], hand: Hand): Promise<EmbeddedContent[]> {
    const { model, vectors, signal } = hand;
    const { library } = this.parts;
    const { textsToEmbed, embedTexts } = await import('./embed-content');
    const cuts: (TextsToEmbed & Pick<WaitingContent, 'contentId' | 'profile'>)[] = [];
    for (const one of some) {
      const { contentId, profile } = one;
      cuts.push({ contentId, profile, ...(await textsToEmbed(library, one, model, signal)) });
    }
    const texts = cuts.flatMap((one) => one.texts);
    const before = this.unwritten;
    const onEach = () => {
      this.unwritten += 1;
      this.progress();
    };
    const done = await embedTexts(vectors, model.embedder, texts, signal, onEach).catch((error: unknown) => {
      this.unwritten = before;
      throw error;
    });
    this.counts.embedded += done.embedded;
    this.counts.cached += texts.length - done.embedded;
    let at = 0;
    return cuts.map(({ contentId, profile, ids, texts: own, cut }) => {
      const rows = own.flatMap((searchable, position) => {
        const vector = done.vectors[at + position];
        return vector ? [{ chunkId: ids[position] ?? '', contentId, searchable, vector }] : [];
      });
      at += own.length;
      return { contentId, profile, rows, ...(cut && { cut }) };
    });
  }

  private async write(made: readonly EmbeddedContent[], { vectors, signal }: Hand): Promise<void> {
    if (made.length === 0) return;
    const { writeVectors } = await import('./embed-content');
    await writeVectors(this.parts.library, made, vectors);
    this.unwritten = Math.max(0, this.unwritten - passagesOf(made));
    for (const { contentId } of made) this.inHand.delete(contentId);
    this.writes += 1;
    if (this.writes % writesPerCompaction === 0) this.parts.library.compactSoon();
    if (signal.aborted) return;
    this.tell();
    const { emit, library } = this.parts;
    emit({ type: 'library.changed', requestId: 'vectors', libraryVersion: library.version });
  }

  private progress(): void {
    if (performance.now() - this.toldAt >= msBetweenEvents) this.tell();
  }

  private tell(): void {
    this.toldAt = performance.now();
    try {
      this.parts.emit({ type: 'library.vectors', requestId: 'vectors', vectors: this.get() });
    } catch (error) {
      // A catalogue that cannot be read is reported by what reads it on request.
      this.parts.log('embed.later', { ...reportOf(error) });
    }
  }

  /** By the pace since the first vector. */
  private msLeft(left: number): number | null {
    if (this.state !== 'running' || !this.working) return null;
    const now = performance.now();
    this.pace ??= { at: now, left };
    const done = this.pace.left - left;
    return done <= 0 ? null : Math.round(((now - this.pace.at) / done) * left);
  }
}

/** Everything that a stretch of the work is done with. */
interface Hand {
  readonly model: OpenedModel;
  readonly vectors: PendingVectors;
  readonly signal: AbortSignal;
}

const passagesOf = (made: readonly EmbeddedContent[]): number => made.reduce((sum, { rows }) => sum + rows.length, 0);
