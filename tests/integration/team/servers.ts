import { findS3Server, openS3Store, type S3Store } from '../s3-store';
import { findSqld, openSqld, type SqldServer } from '../sqld-server';

export interface ServerPrograms {
  readonly sqld: string;
  readonly python: string;
}

export interface PlaceServers {
  readonly catalogue: SqldServer;
  readonly store: S3Store;
}

/** The programs; null, with a line that says so, where one of them cannot be had. */
export async function findServers(): Promise<ServerPrograms | null> {
  const [sqld, python] = [await findSqld(), findS3Server()];
  return sqld !== null && python !== null ? { sqld, python } : null;
}

export async function openServers({ sqld, python }: ServerPrograms, folder: string): Promise<PlaceServers> {
  const [catalogue, store] = await Promise.all([openSqld(sqld, folder), openS3Store(python)]);
  return { catalogue, store };
}
