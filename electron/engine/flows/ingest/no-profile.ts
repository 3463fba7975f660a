import { VitrineError } from '@shared/errors';
import type { PipelineLimits } from '@shared/limits';

/** `bad-request`: a chunk profile that the limits do not have. */
export function noProfile(profile: string, { profiles }: PipelineLimits['ingest']): VitrineError {
  const names = Object.keys(profiles).join(', ');
  return new VitrineError('bad-request', `There is no chunk profile ${profile}.`, `Choose one of: ${names}.`, {
    profile,
    why: 'no-profile',
  });
}
