import type { EngineEvent, ParsedRequestOf, Rebuild, RebuildReport } from '@shared/contract';
import { reportOf, VitrineError } from '@shared/errors';
import { type PipelineLimits, profileOfId } from '@shared/limits';
import type { SerialQueue } from '../../async';
import type { Models, PullProgress } from '../../models';
import type { Library } from '../../store';
import { profileForRebuild } from '../ingest/chunk-profiles';
import type { IngestModel } from '../ingest/ingest-model';
import type { ActiveModel } from '../models/active-model';
import { FiguresHere } from '../models/model-costs';
import type { ReindexProgress } from './reindex-job';

export interface RebuildsParts {
  readonly library: Library;
  readonly activeModel: ActiveModel;
  readonly ingestModel: IngestModel;
  readonly turns: SerialQueue;
  readonly vectorTurns: SerialQueue;
  readonly models: Pick<Models, 'entry' | 'isHere' | 'pull' | 'import'>;
  readonly pulls: SerialQueue;
  readonly writingTimes: WritingTimes;
  limits(): Promise<PipelineLimits>;
  emit(event: EngineEvent): void;
}

type Asked = ParsedRequestOf<'rebuild.start'>;
type Ended = Extract<Rebuild['state'], 'paused' | 'cancelled' | 'interrupted'>;

interface Current {
  readonly requestId: string;
  readonly stopper: AbortController;
  readonly over: Promise<RebuildReport>;
  wanted: Ended;
}

const settingKey = 'rebuild';
const msBetweenEvents = 100;
/** How far it is outlives the end of the process, so often. */
const msBetweenNotes = 2000;
const canGoOn: readonly Rebuild['state'][] = ['paused', 'interrupted', 'stopped'];

/** The one rebuild of an index. The catalogue keeps it until it ends, and the cache of vectors keeps its work. */
export class Rebuilds {
  private current: Current | null = null;
  private last: Rebuild | null = null;
  private now: Rebuild | null = null;
  private toldAt = 0;
  private notedAt = 0;

  constructor(private readonly parts: RebuildsParts) {}

  get(): Rebuild | null {
    const kept = this.now ?? this.kept() ?? this.last;
    const isMine = this.parts.library.writable;
    const unheld = kept !== null && isMine && !this.current && ['running', 'waiting'].includes(kept.state);
    return unheld ? { ...kept, state: 'interrupted' } : kept;
  }

  /** Errors: `library-locked`, `bad-request`, `model-missing`, `team-fixed`. */
  async start(asked: Asked, requestId: string): Promise<Rebuild> {
    const { library, activeModel } = this.parts;
    library.assertWritable();
    if (this.current) throw new VitrineError('bad-request', { why: 'rebuilding' });
    const cutBy = profileForRebuild(library, asked.profile, await this.parts.limits());
    const profile = profileOfId(cutBy).name;
    const model = activeModel.entryOf(asked.model ?? activeModel.id).id;
    if (library.replica && (model !== activeModel.id || cutBy !== library.index.manifest?.profile)) {
      throw new VitrineError('team-fixed');
    }
    if (asked.place !== undefined) {
      library.index.places.assertMovable();
      library.index.places.at(asked.place || null);
    }
    return this.begin({ model, profile, place: asked.place, from: asked.from }, requestId, 0);
  }

  /** Starts one in its turn and resolves when it is over. Errors: as `start`, models' codes, `cancelled`, `disk-full`. */
  async run(asked: Asked, requestId: string, signal: AbortSignal): Promise<RebuildReport> {
    // The outcome of the previous one concerns only its caller.
    while (this.current) await this.current.over.catch(() => undefined);
    signal.throwIfAborted();
    await this.start(asked, requestId);
    const current = this.running();
    if (!current) throw new Error('A rebuild ended before it began.');
    const stop = () => void this.end(current, 'cancelled');
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    return current.over.finally(() => signal.removeEventListener('abort', stop));
  }

  private running(): Current | null {
    return this.current;
  }

  /** Errors: `library-locked`. */
  async pause(): Promise<Rebuild | null> {
    this.parts.library.assertWritable();
    if (this.current) await this.end(this.current, 'paused');
    return this.get();
  }

  /** Errors: `library-locked`. */
  async resume(requestId: string): Promise<Rebuild | null> {
    this.parts.library.assertWritable();
    const kept = this.get();
    if (this.current || !kept || !canGoOn.includes(kept.state)) return kept;
    return this.begin(kept, requestId, this.shareBehind(kept));
  }

  resumeInterrupted(): void {
    const kept = this.get();
    if (kept?.state === 'interrupted') this.begin(kept, 'rebuild', this.shareBehind(kept));
  }

  /** Errors: `library-locked`. */
  async cancel(requestId: string): Promise<Rebuild | null> {
    this.parts.library.assertWritable();
    if (this.current) {
      await this.end(this.current, 'cancelled');
      return this.get();
    }
    const kept = this.get();
    this.keep(null);
    this.last = kept && canGoOn.includes(kept.state) ? { ...kept, state: 'cancelled', msLeft: null } : null;
    this.tell(requestId);
    return this.last;
  }

  async close(): Promise<void> {
    if (this.current) await this.end(this.current, 'interrupted');
  }

  private async end(current: Current, wanted: Ended): Promise<void> {
    current.wanted = wanted;
    current.stopper.abort(new VitrineError('cancelled', { why: 'rebuild' }));
    await current.over.catch(() => undefined);
  }

  /** The finished share of the embedding, 0–1, of a resumed rebuild; less if documents have come since. */
  private shareBehind({ phase, share, ofChunks }: Rebuild): number {
    const behind = { fetching: 0, embedding: share, writing: 1 }[phase];
    const { chunks } = this.parts.library.documents.counts();
    return ofChunks === undefined || chunks <= ofChunks ? behind : (behind * ofChunks) / chunks;
  }

  private begin(
    asked: Pick<Asked, 'place' | 'from'> & Pick<Rebuild, 'model' | 'profile'>,
    requestId: string,
    share: number,
  ): Rebuild {
    const { model, profile, place, from } = asked;
    const stopper = new AbortController();
    const begun: Rebuild = {
      ...{ state: 'waiting', phase: 'embedding', model, profile, share },
      ...(place === undefined ? {} : { place }),
      ...(from === undefined ? {} : { from }),
      ...{ embedded: 0, cached: 0, msLeft: null, error: null, report: null },
      ofChunks: this.parts.library.documents.counts().chunks,
    };
    this.last = null;
    const over = Promise.resolve().then(() => this.work(current));
    const current: Current = { requestId, stopper, wanted: 'cancelled', over };
    this.current = current;
    // A waiting caller gets its failure; without one, its state has it.
    current.over.catch(() => undefined);
    this.change(begun, requestId);
    return begun;
  }

  private async work(current: Current): Promise<RebuildReport> {
    const { turns, vectorTurns, emit, library } = this.parts;
    const { requestId, stopper } = current;
    try {
      await this.getModel(current);
      const inTurn = () => vectorTurns.run(() => this.rebuild(current), stopper.signal);
      const report = await turns.run(inTurn, stopper.signal);
      this.over({ state: 'done', report, share: 1 }, requestId);
      emit({ type: 'library.changed', requestId, libraryVersion: library.version });
      return report;
    } catch (error) {
      if (stopper.signal.aborted) this.over({ state: current.wanted }, requestId);
      else this.over({ state: 'stopped', error: reportOf(error) }, requestId);
      throw error;
    }
  }

  /** Downloads missing files of the model during any ingest. Errors: those of `Models.pull` and `Models.import`. */
  private async getModel({ requestId, stopper: { signal } }: Current): Promise<void> {
    const { models, pulls } = this.parts;
    const { model = '', from } = this.now ?? {};
    if (from === undefined || (await models.isHere(model))) return;
    this.change({ state: 'running', phase: 'fetching', share: 0 }, requestId);
    const left = timeLeft();
    const files = new Map<string, number>();
    const tell: PullProgress = (file, done, ofFile) => {
      files.set(file, done);
      const bytes = [...files.values()].reduce((sum, one) => sum + one, 0);
      const share = Math.min(1, bytes / (models.entry(model).downloadBytes ?? ofFile ?? Number.POSITIVE_INFINITY));
      this.progress({ share, msLeft: left({ share, embedded: 1 }) }, requestId);
    };
    await pulls.run<unknown>(
      () =>
        from === ''
          ? models.pull(model, tell, signal)
          : models.import(from, (_id, ...progress) => tell(...progress), signal, model),
      signal,
    );
    this.change({ state: 'waiting', phase: 'embedding', share: 0, msLeft: null }, requestId);
  }

  private async rebuild({ requestId, stopper }: Current): Promise<RebuildReport> {
    const { library, ingestModel, writingTimes } = this.parts;
    const { model = '', profile = '', place } = this.now ?? {};
    // Ingests may have gone first.
    const behind = this.now ? this.shareBehind(this.now) : 0;
    this.change({ state: 'running', share: behind, ofChunks: library.documents.counts().chunks }, requestId);
    const started = performance.now();
    const opened = await ingestModel.openFor(model, stopper.signal);
    const { entry } = opened;
    const left = timeLeft();
    try {
      const { reindex } = await import('./reindex-job');
      const tell = (progress: ReindexProgress) => {
        const writes = progress.phase === 'writing';
        // Stored vectors come first: the share stays until they are through.
        const share = writes ? progress.share : Math.max(behind, progress.share);
        this.progress({ ...progress, share, msLeft: writes ? null : left(progress) }, requestId);
      };
      const held = library.index.manifest?.profile;
      const limits = await this.parts.limits();
      const asked = held !== undefined && profileOfId(held).name === profile ? undefined : profile;
      const cutBy = profileForRebuild(library, asked, limits);
      const recuts = held !== cutBy;
      const report = await reindex(library, { opened, entry, place }, cutBy, stopper.signal, tell);
      writingTimes.rebuilt(library.index.places.now.uri, recuts, { chunks: report.chunks, ms: report.msWriting });
      return { ...report, ms: Math.round(performance.now() - started) };
    } finally {
      await opened.embedder.dispose();
    }
  }

  private over(end: Partial<Rebuild>, requestId: string): void {
    const { now } = this;
    this.current = null;
    if (!now) return;
    const ended: Rebuild = { ...now, ...end, msLeft: null };
    this.now = null;
    if (canGoOn.includes(ended.state)) this.keep(ended);
    else {
      this.keep(null);
      this.last = ended;
    }
    this.tell(requestId);
  }

  private change(change: Partial<Rebuild> & Pick<Rebuild, 'state'>, requestId: string): void {
    const now = { ...this.now, ...change } as Rebuild;
    this.now = now;
    this.keep(now);
    this.tell(requestId);
  }

  private progress(change: Partial<Rebuild>, requestId: string): void {
    if (!this.now) return;
    const before = this.now.phase;
    this.now = { ...this.now, ...change };
    const time = performance.now();
    if (before === this.now.phase && time - this.toldAt < msBetweenEvents) return;
    this.toldAt = time;
    if (time - this.notedAt >= msBetweenNotes) {
      this.notedAt = time;
      this.keep(this.now);
    }
    this.tell(requestId);
  }

  private tell(requestId: string): void {
    this.parts.emit({ type: 'library.rebuild', requestId, rebuild: this.get() });
  }

  private kept(): Rebuild | null {
    const text = this.parts.library.setting(settingKey);
    return text ? (JSON.parse(text) as Rebuild) : null;
  }

  private keep(rebuild: Rebuild | null): void {
    this.parts.library.setSetting(settingKey, rebuild ? JSON.stringify(rebuild) : '');
  }
}

/** Time left by the pace since the model first had something to do: what comes from the cache takes none. */
function timeLeft(): (progress: Pick<ReindexProgress, 'share' | 'embedded'>) => number | null {
  let from: { readonly at: number; readonly share: number } | null = null;
  return ({ share, embedded }) => {
    if (embedded === 0) return null;
    const at = performance.now();
    from ??= { at, share };
    return share > from.share ? Math.round(((at - from.at) / (share - from.share)) * (1 - share)) : null;
  };
}

/** So many chunks went into an index in so many milliseconds, embedding left out. */
export interface WritingTime {
  readonly chunks: number;
  readonly ms: number;
}

/** A rebuild that cuts again, one that keeps the chunks, or commits of an ingest. */
type Work = 'kept' | 'recut' | 'ingest';

/** Measured times of writing an index on this computer, by its place and kind of work. */
export class WritingTimes {
  private readonly figures: FiguresHere<WritingTime>;

  constructor(private readonly library: Library) {
    this.figures = new FiguresHere(library, 'writing-times');
  }

  rebuilt(uri: string | null, recuts: boolean, taken: WritingTime): void {
    this.remember(recuts ? 'recut' : 'kept', uri, taken);
  }

  /** A commit of an ingest. A small one tells less, since beginning costs as much for one chunk as for hundreds. */
  ingested(taken: WritingTime): void {
    const uri = this.library.index.places.now.uri;
    const before = this.figures.all()[keyOf('ingest', uri)];
    if (!before || taken.chunks * 2 >= before.chunks) this.remember('ingest', uri, taken);
  }

  /** The time nearest to a rebuild of an index there; null if this computer has written none. */
  nearestTo(uri: string | null, recuts: boolean): WritingTime | null {
    const order: readonly Work[] = recuts ? ['recut', 'kept', 'ingest'] : ['kept', 'recut', 'ingest'];
    const times = this.figures.all();
    return order.map((work) => times[keyOf(work, uri)]).find((found) => found !== undefined) ?? null;
  }

  private remember(work: Work, uri: string | null, taken: WritingTime): void {
    if (taken.chunks > 0 && taken.ms > 0) this.figures.set(keyOf(work, uri), taken);
  }
}

const keyOf = (work: Work, uri: string | null): string => `${work} ${uri ?? ''}`;
