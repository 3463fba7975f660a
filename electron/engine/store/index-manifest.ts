import { VitrineError } from '@shared/errors';
import type { MeasuredVectors } from './vector-index';

/** What the index was made with. Rows made with anything else may not be mixed in (I13). */
export interface IndexManifest {
  readonly schemaVersion: 1;
  readonly modelId: string;
  readonly dimension: number;
  readonly profile: string;
  readonly table: string;
  /** How vectors are searched; absent where all are compared. */
  readonly vectors?: MeasuredVectors;
}

/**
 * Where the manifest is kept: in the catalogue, so that one commit changes the chunks and the table they are in, other
 * processes see it at once, and a deleted index folder takes no knowledge with it.
 */
export interface ManifestKeeper {
  read(): string | null;
  write(manifest: string): void;
}

export type IndexKind = Pick<IndexManifest, 'modelId' | 'dimension' | 'profile'>;

/** Refuses a model or profile that an index was not made with; null: any profile. Errors: `index-mismatch`. */
export function assertMatches(manifest: IndexManifest | null, modelId: string, profile: string | null): void {
  if (!manifest) return;
  if (manifest.modelId === modelId && (profile === null || manifest.profile === profile)) return;
  throw new VitrineError(
    'index-mismatch',
    `This library was indexed with ${manifest.modelId} and the chunk profile ${manifest.profile}; ${modelId}${profile ? ` and ${profile}` : ''} cannot be mixed into it.`,
    'Rebuild the library: vitrine reindex --model NAME. Nothing is parsed again, and cached vectors are used.',
    { index: { modelId: manifest.modelId, profile: manifest.profile }, asked: { modelId, profile } },
  );
}
