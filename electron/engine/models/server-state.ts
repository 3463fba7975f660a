import type { EmbeddingServer } from '@shared/contract';
import { reportOf } from '@shared/errors';

type Fault = Extract<EmbeddingServer['state'], 'down' | 'late' | 'wrong-url' | 'key-refused' | 'failing'>;

const keyRefused = [401, 403];
const serverFault = 500;

/** Why a server could not tell its models, by what `metadataOf` or its parsing has thrown. */
export function faultOf(error: unknown): Fault {
  const { code, details } = reportOf(error);
  const status = Number(details?.status ?? 0);
  if (keyRefused.includes(status)) return 'key-refused';
  if (code === 'model-missing' || (code === 'model-failed' && status < serverFault)) return 'wrong-url';
  if (status >= serverFault || code === 'rate-limited') return 'failing';
  return code === 'model-unreachable' ? 'down' : 'late';
}
