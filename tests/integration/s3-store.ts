import type { AddressInfo } from 'node:net';
import S3rver from 's3rver';

/** A real S3 server on this computer with the bucket `vitrine`, and what it takes to reach it. */
export interface S3Store {
  readonly endpoint: string;
  readonly storage: Record<string, string>;
  close(): Promise<void>;
}

/** @param directory where the server keeps its objects */
export async function openS3Store(directory: string): Promise<S3Store> {
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: 'vitrine', configs: [] }],
  });
  const { port } = (await server.run()) as AddressInfo;
  const endpoint = `http://127.0.0.1:${port}`;
  return {
    endpoint,
    storage: {
      endpoint,
      region: 'us-east-1',
      accessKeyId: 'S3RVER',
      secretAccessKey: 'S3RVER',
      allowHttp: 'true',
    },
    async close() {
      await server.close();
    },
  };
}
