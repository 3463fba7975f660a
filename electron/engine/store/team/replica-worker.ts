/** The thread that keeps a replica up to date: libSQL waits for its server in the thread that asks it. */
import { parentPort, workerData } from 'node:worker_threads';
import { SqliteConnection } from '../../sqlite';
import type { ReplicaWork } from './replica';

const { file, url, token } = workerData as ReplicaWork;
let connection: SqliteConnection | null = null;

parentPort?.on('message', (turn: number) => {
  try {
    connection ??= new SqliteConnection(file, { url, token });
    connection.sync();
    parentPort?.postMessage({ turn });
  } catch (error) {
    // It is reopened the next time: a server that came back may have another log of changes.
    connection?.close();
    connection = null;
    parentPort?.postMessage({ turn, failure: error instanceof Error ? error.message : String(error) });
  }
});
