import { VitrineError } from '@shared/errors';
import type { PipelineLimits } from '@shared/limits';
import { safeDisplayName } from './display-name';
import type { RecognisedPage } from './recognised-page';

/** What a reader may use of the limits; a limit that is passed refuses the file alone. */
export type ReadLimits = Pick<
  PipelineLimits['ingest'],
  'maxFileBytes' | 'maxPages' | 'maxExpandedBytes' | 'maxEntries' | 'maxExpansionRatio' | 'maxDepth'
>;

/** What every reader gets beside the content. */
export interface ReadContext {
  /** For messages only. */
  readonly fileName: string;
  readonly limits: ReadLimits;
  readonly signal?: AbortSignal | undefined;
  /** What text recognition found on pages without text; absent where it is off. */
  readonly recognised?: readonly RecognisedPage[] | undefined;
}

export function damaged({ fileName }: ReadContext, what: string, cause?: unknown): VitrineError {
  return new VitrineError(
    'damaged',
    `"${safeDisplayName(fileName)}" is damaged: ${what}.`,
    'Get the file again from where it came from, or open it in another program and save it anew.',
    undefined,
    { cause },
  );
}

export function encrypted({ fileName }: ReadContext): VitrineError {
  return new VitrineError(
    'encrypted',
    `"${safeDisplayName(fileName)}" is protected by a password.`,
    'Open it with its password in the program that made it, save a copy without one, and add the copy.',
  );
}

export function copyProtected({ fileName }: ReadContext): VitrineError {
  return new VitrineError(
    'encrypted',
    `"${safeDisplayName(fileName)}" is copy-protected (DRM).`,
    'Only the reader of the shop that sold it can open it. Add another edition, one without copy protection.',
    { why: 'copy-protected' },
  );
}

export function noText({ fileName }: ReadContext): VitrineError {
  return new VitrineError(
    'no-text',
    `"${safeDisplayName(fileName)}" has no text in it.`,
    'Add a file that has text in it.',
  );
}

/** Where text recognition is off. */
export const recognitionHint =
  'Switch on text recognition (OCR) under Settings, Documents, or use vitrine ingest --ocr, and add it again.';

/**
 * A picture, or a PDF that is made of pictures.
 * @param pages how many of them there are
 */
export function needsRecognition(
  { fileName, recognised }: Pick<ReadContext, 'fileName' | 'recognised'>,
  code: 'no-text' | 'unsupported',
  what: string,
  pages: number,
): VitrineError {
  const name = safeDisplayName(fileName);
  if (recognised) {
    const trouble = recognised.find((page) => page.trouble)?.trouble;
    return new VitrineError(
      'no-text',
      `No text was recognised in "${name}"${trouble ? `: ${trouble}` : ''}.`,
      'Scan it upright and at 300 dots an inch, and choose its language under Settings, Documents.',
      { pages },
    );
  }
  return new VitrineError(code, `"${name}" ${what}.`, recognitionHint, { pages, needsOcr: pages });
}

/** Pages, 1-based, that a refused file wants to have recognised; empty where recognition would be no help. */
export function pagesToRecognise(error: unknown): number[] {
  const pages = error instanceof VitrineError ? error.report().details?.needsOcr : undefined;
  return typeof pages === 'number' ? Array.from({ length: pages }, (_, index) => index + 1) : [];
}

/** @param limit the member of ingest's limits that is passed */
export function overLimit(
  { fileName, limits }: ReadContext,
  limit: Exclude<keyof ReadLimits, 'maxPages'>,
  what: string,
): VitrineError {
  return new VitrineError(
    'too-large',
    `"${safeDisplayName(fileName)}" ${what}; the limit is ${limits[limit]}.`,
    `Split the file, or raise ingest.${limit} in the limits.`,
    { [limit]: limits[limit] },
  );
}

/** @param unit what the format's pages are, in the plural */
export function tooManyPages({ fileName, limits }: ReadContext, pages: number, unit: string): VitrineError {
  return new VitrineError(
    'too-many-pages',
    `"${safeDisplayName(fileName)}" has ${pages} ${unit}; the limit is ${limits.maxPages}.`,
    'Split the file, or raise ingest.maxPages in the limits.',
    { pages, maxPages: limits.maxPages },
  );
}
