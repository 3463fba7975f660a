import { reportOf, VitrineError } from '@shared/errors';
import type { SerialQueue } from '../../async';
import type { Library } from '../../store';
import type { IngestModel } from './ingest-model';

export interface EmbedLaterParts {
  readonly library: Library;
  readonly ingestModel: IngestModel;
  readonly turns: SerialQueue;
  onEmbedded(): void;
  log(what: string, facts: object): void;
}

/** Embeds waiting texts as soon as the model is here, one content at a time: an end loses no finished work. */
export class EmbedLater {
  private running: Promise<void> | null = null;
  private readonly stopper = new AbortController();

  /** @param starts whether this host stays open long enough; others leave it to `vitrine reindex` */
  constructor(
    private readonly parts: EmbedLaterParts,
    private readonly starts: boolean,
  ) {}

  /** Checks for waiting texts and for the model. Failures go to the log. */
  soon(): void {
    const { library, turns } = this.parts;
    const { signal } = this.stopper;
    if (!this.starts || !library.writable || this.running || signal.aborted) return;
    try {
      if (library.contents.unembedded().length === 0) return;
    } catch (error) {
      this.tell(error);
      return;
    }
    this.running = turns
      .run(() => this.work(signal), signal)
      .catch((error: unknown) => this.tell(error))
      .finally(() => {
        this.running = null;
      });
  }

  private tell(error: unknown): void {
    const report = reportOf(error);
    // Not there yet is no failure.
    if (report.code !== 'model-missing') this.parts.log('embed.later', { ...report });
  }

  async close(): Promise<void> {
    this.stopper.abort(new VitrineError('cancelled', { why: 'closing' }));
    await this.running;
  }

  private async work(signal: AbortSignal): Promise<void> {
    const { library, ingestModel, onEmbedded, log } = this.parts;
    const waiting = library.contents.unembedded();
    if (waiting.length === 0) return;
    const model = await ingestModel.open();
    const { recutContent } = await import('./embed-content');
    for (const contentId of waiting) {
      signal.throwIfAborted();
      const stored = library.contents.get(contentId);
      if (stored) await recutContent(library, stored, model, signal);
    }
    library.compactSoon(true);
    log('embed.later', { contents: waiting.length });
    onEmbedded();
  }
}
