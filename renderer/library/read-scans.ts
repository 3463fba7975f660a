import type { HostBridge } from '@shared/contract/bridge';
import type { FileReport } from '@shared/contract/index';
import { useEffect, useState } from 'react';
import { host } from '../state/host';
import { useQueue } from '../state/ingest-queue';
import { useSettings } from '../state/settings';
import { sayError } from '../state/undoable-delete';
import type { JobFilePage } from './use-job-files';

/** Whether a file was refused only because it shows its words instead of holding them. */
export const isScan = (report: FileReport | null): boolean => typeof report?.error?.details?.needsOcr === 'number';

/** Whether text recognition is off and may be switched on here: a variable of the environment decides for good. */
export function useRecognitionOff(): boolean {
  const ocr = useSettings((state) => state.report?.fields['ingest.ocr']);
  return ocr !== undefined && !ocr.value && !ocr.variable;
}

/** Files asked for at once. */
const pageFiles = 10_000;
/** How long failures have to rest before all are counted, ms. */
const restMs = 1000;

/** Every file of a job that was refused as a scan or a picture, however many have failed. */
export async function scansOf(jobId: string, engine: Pick<HostBridge, 'request'> = host()): Promise<string[]> {
  const scans: string[] = [];
  for (let offset = 0, total = 1; offset < total; offset += pageFiles) {
    const page = await engine.request('ingest.files', { jobId, stages: ['failed'], limit: pageFiles, offset });
    if (!page.ok) break;
    total = page.data.total;
    scans.push(...page.data.files.filter(({ report }) => isScan(report)).map(({ path }) => path));
  }
  return scans;
}

/**
 * The scans of a job: those of its first failures, and all of them as soon as they are counted.
 * @param failed its first failures, and how many there are
 */
export function useScans(jobId: string, { files, total }: Pick<JobFilePage, 'files' | 'total'>): readonly string[] {
  const [all, setAll] = useState<readonly string[] | null>(null);
  const isWhole = total <= files.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another total is another list
  useEffect(() => {
    if (isWhole) return;
    let gone = false;
    const timer = setTimeout(async () => {
      const scans = await scansOf(jobId);
      if (!gone) setAll(scans);
    }, restMs);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [jobId, total, isWhole]);
  return (isWhole ? null : all) ?? files.filter(({ report }) => isScan(report)).map(({ path }) => path);
}

/** Switches text recognition on, for these and all that come, and reads the scans of a job once more. */
export async function readScans(jobId: string): Promise<void> {
  const scans = await scansOf(jobId);
  if (scans.length === 0) return;
  const error = await useSettings.getState().change({ 'ingest.ocr': true });
  if (error) sayError(error);
  else await useQueue.getState().retry(jobId, scans);
}
