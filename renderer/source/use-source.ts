import type { ChunkPlace, DocumentSource } from '@shared/contract/index';
import type { ErrorReport } from '@shared/errors';
import { useEffect, useState } from 'react';
import { host } from '../state/host';

interface LoadedSource {
  readonly source: DocumentSource | null;
  /** With headings and tokens; the same order as in `source`. */
  readonly chunks: readonly ChunkPlace[];
  readonly error: ErrorReport | null;
}

const nothing: LoadedSource = { source: null, chunks: [], error: null };

/** A document's text and chunks; both null and empty while they are fetched. */
export function useSource(documentId: string): LoadedSource {
  const [loaded, setLoaded] = useState<LoadedSource & { readonly id: string }>();
  useEffect(() => {
    let current = true;
    void Promise.all([
      host().request('library.source', { documentId }),
      host().request('library.chunks', { documentId }),
    ]).then(([source, chunks]) => {
      if (!current) return;
      const error = source.ok ? (chunks.ok ? null : chunks.error) : source.error;
      setLoaded({
        id: documentId,
        source: source.ok ? source.data : null,
        chunks: chunks.ok ? chunks.data : [],
        error,
      });
    });
    return () => {
      current = false;
    };
  }, [documentId]);
  return loaded?.id === documentId ? loaded : nothing;
}
