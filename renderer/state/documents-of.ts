import type { IngestReport } from '@shared/contract/index';

/** The documents that the files of an ingest became or were already, each once. */
export function documentsOf({ files }: Pick<IngestReport, 'files'>): readonly string[] {
  const ids = files.flatMap(({ documentId, status }) => (documentId && status !== 'failed' ? [documentId] : []));
  return [...new Set(ids)];
}
