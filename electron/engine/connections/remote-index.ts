import { VitrineError } from '@shared/errors';
import type { EngineOptions } from '../options';
import { isLoopback } from './connection-gate';

/** LanceDB's own address of a store where none is set. */
const awsEndpoint = 'https://s3.amazonaws.com';

/**
 * The index in an object store, as the host names it. LanceDB's native code makes these connections, so they do not go
 * through `connect` of the gate: offline mode refuses them here, before each use, unless the store is on this computer.
 * Errors: `bad-request` for an address of another kind.
 */
export function remoteIndex({ index }: Pick<EngineOptions, 'index'>, isOffline: () => boolean) {
  if (!index) return null;
  const { uri, storage } = index;
  if (uri !== null && !/^s3:\/\/[A-Za-z0-9.-]+(\/[A-Za-z0-9._/-]*)?$/.test(uri)) {
    throw new VitrineError(
      'bad-request',
      `${uri} is no place for an index.`,
      'Give an address such as s3://bucket/prefix, or none for the library folder.',
      { uri },
    );
  }
  const endpoint = storage.endpoint ?? awsEndpoint;
  return {
    uri,
    storage,
    assertReachable() {
      if (!isOffline() || isLoopback(new URL(endpoint))) return;
      throw new VitrineError(
        'offline',
        `Offline mode is on: the index at ${new URL(endpoint).host} was not contacted.`,
        'Switch offline mode off, or keep the index in the library folder.',
      );
    },
  };
}
