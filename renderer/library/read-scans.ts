import type { FileReport } from '@shared/contract/index';
import { useQueue } from '../state/ingest-queue';
import { useSettings } from '../state/settings';
import { sayError } from '../state/undoable-delete';

/** Whether a file was refused only because it shows its words instead of holding them. */
export const isScan = (report: FileReport | null): boolean => typeof report?.error?.details?.needsOcr === 'number';

/** Whether text recognition is off and may be switched on here: a variable of the environment decides for good. */
export function useRecognitionOff(): boolean {
  const ocr = useSettings((state) => state.report?.fields['ingest.ocr']);
  return ocr !== undefined && !ocr.value && !ocr.variable;
}

/** Switches text recognition on, for these and all that come, and reads these files of a job once more. */
export async function readScans(jobId: string, paths: readonly string[]): Promise<void> {
  const error = await useSettings.getState().change({ 'ingest.ocr': true });
  if (error) sayError(error);
  else await useQueue.getState().retry(jobId, paths);
}
