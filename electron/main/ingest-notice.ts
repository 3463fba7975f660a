import type { EngineEvent } from '@shared/contract';
import type { NativeWords } from './native-words';

/** A job that took less was awaited, not left alone, ms. */
const longMs = 10_000;

/** What the system says when a long ingest has ended while nobody looks at the window; null where it says nothing. */
export function ingestNotice(
  event: EngineEvent,
  windowIsHidden: boolean,
  words: NativeWords,
): { readonly title: string; readonly body: string } | null {
  if (event.type !== 'ingest.finished' || !windowIsHidden || event.report.cancelled) return null;
  const { ms, files, failed } = event.report.totals;
  if (ms < longMs) return null;
  return { title: words.ingested, body: words.ingestedDetail(files - failed, failed) };
}
