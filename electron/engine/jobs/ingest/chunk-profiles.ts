import { VitrineError } from '@shared/errors';
import { type PipelineLimits, profileId, profileOfId } from '@shared/limits';
import type { Library } from '../../store';

export function noProfile(profile: string, { profiles }: PipelineLimits['ingest']): VitrineError {
  return new VitrineError('bad-request', { why: 'no-profile', profile, profiles: Object.keys(profiles) });
}

/** The id of a profile by the numbers that the limits give it now. Errors: `bad-request`. */
function asInLimits(name: string, { ingest }: PipelineLimits): string {
  const profile = ingest.profiles[name];
  if (!profile) throw noProfile(name, ingest);
  return profileId(name, profile);
}

/** A new member of a place has no index yet; the place decides its form. */
function inIndex({ index, place }: Library): { readonly id: string; readonly name: string } | null {
  const kind = index.manifest ?? place?.kind;
  return kind ? { id: kind.profile, name: profileOfId(kind.profile).name } : null;
}

/** Returns the index's profile for new documents: a library has one. Errors: `bad-request`, `team-fixed`. */
export function profileForIngest(library: Library, asked: string | undefined, limits: PipelineLimits): string {
  const held = library.replica || library.documents.counts().chunks > 0 ? inIndex(library) : null;
  if (held && (asked === undefined || asked === held.name)) return held.id;
  if (library.replica) throw new VitrineError('team-fixed');
  return asInLimits(asked ?? inIndex(library)?.name ?? limits.ingest.profile, limits);
}

/** Returns the profile of a rebuild, with the limits' present numbers if they have it. Errors: `bad-request`. */
export function profileForRebuild(library: Library, asked: string | undefined, limits: PipelineLimits): string {
  const held = inIndex(library);
  if (held && asked === undefined && (library.replica || !limits.ingest.profiles[held.name])) return held.id;
  return asInLimits(asked ?? held?.name ?? limits.ingest.profile, limits);
}

/** Whether a rebuild without options would cut documents in another way. */
export function isCutAnew(library: Library, limits: PipelineLimits): boolean {
  const held = inIndex(library);
  return (
    held !== null && library.documents.counts().chunks > 0 && profileForRebuild(library, undefined, limits) !== held.id
  );
}
