import { VitrineError } from '@shared/errors';
import type { PipelineLimits } from '@shared/limits';
import { asReason } from '@shared/words/sayings';
import type { RecognisedPage } from './ocr/recognised-page';

/** The limits of a reader; exceeding one refuses the file alone. */
export type ReadLimits = Pick<
  PipelineLimits['ingest'],
  'maxFileBytes' | 'maxPages' | 'maxExpandedBytes' | 'maxEntries' | 'maxExpansionRatio' | 'maxDepth'
>;

/** A reader's input beside the content. */
export interface ReadContext {
  /** Its ending tells kinds of text apart. */
  readonly fileName: string;
  readonly limits: ReadLimits;
  readonly signal?: AbortSignal | undefined;
  /** Called when a page or a part is done: a reading with progress is distinguished from a hanging one. */
  goesOn?(): void;
  /** Recognised text of pages without text; absent if recognition is off. */
  readonly recognised?: readonly RecognisedPage[] | undefined;
  /** Opens a PDF that wants one. */
  readonly password?: string | undefined;
}

/**
 * A picture, or a PDF that is made of pictures.
 * @param pages how many of them there are
 */
export function needsRecognition(
  { recognised }: Pick<ReadContext, 'recognised'>,
  kind: 'scan' | 'picture',
  pages: number,
): VitrineError {
  if (recognised) {
    const trouble = recognised.find((page) => page.trouble)?.trouble;
    if (!trouble) return new VitrineError('no-text', { why: 'not-recognised', pages });
    return new VitrineError('no-text', { ...asReason(trouble), why: 'recognition-failed', pages });
  }
  const facts = { pages, needsOcr: pages };
  return kind === 'scan'
    ? new VitrineError('no-text', { why: kind, ...facts })
    : new VitrineError('unsupported', { why: kind, ...facts });
}

/** Pages, 1-based, that a refused file wants to have recognised; empty where recognition would be no help. */
export function pagesToRecognise(error: unknown): number[] {
  const pages = error instanceof VitrineError ? error.report().details?.needsOcr : undefined;
  return typeof pages === 'number' ? Array.from({ length: pages }, (_, index) => index + 1) : [];
}

/** @param limit the member of ingest's limits that is passed */
export function overLimit(
  { limits }: ReadContext,
  limit: Exclude<keyof ReadLimits, 'maxFileBytes' | 'maxPages'>,
): VitrineError {
  const { maxExpandedBytes, maxEntries, maxExpansionRatio, maxDepth } = limits;
  const passed = {
    maxExpandedBytes: { why: 'unpacked', maxExpandedBytes },
    maxEntries: { why: 'parts', maxEntries },
    maxExpansionRatio: { why: 'ratio', maxExpansionRatio },
    maxDepth: { why: 'depth', maxDepth },
  } as const;
  return new VitrineError('too-large', passed[limit]);
}

export function tooManyPages({ limits }: ReadContext, pages: number): VitrineError {
  return new VitrineError('too-many-pages', { why: 'pages', pages, maxPages: limits.maxPages });
}
