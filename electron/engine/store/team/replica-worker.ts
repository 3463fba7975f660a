/** The thread that keeps a replica up to date: libSQL waits for its server in the thread that asks it. */
import { parentPort, workerData } from 'node:worker_threads';
import Database from 'libsql';
import type { ReplicaWork } from './replica';

const { file, url, token } = workerData as ReplicaWork;
let database: Database.Database | null = null;

parentPort?.on('message', (turn: number) => {
  try {
    // `readYourWrites` off: nothing is written by this connection.
    database ??= new Database(file, { syncUrl: url, authToken: token, readYourWrites: false } as Database.Options);
    database.sync();
    parentPort?.postMessage({ turn });
  } catch (error) {
    // It is opened anew the next time: a server that came back may have another log of changes.
    database?.close();
    database = null;
    parentPort?.postMessage({ turn, failure: error instanceof Error ? error.message : String(error) });
  }
});
