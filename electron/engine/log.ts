import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { pino } from 'pino';

export interface EngineLog {
  /** One line of JSON: the request's id is on every line that belongs to it (C11). No document text, no keys. */
  write(requestId: string, event: string, facts?: Readonly<Record<string, unknown>>): void;
  close(): void;
}

/** Null for silence. A log that cannot be written never stops the engine. */
export function openLog(file: string | null): EngineLog {
  if (file === null) return { write: () => {}, close: () => {} };
  let destination: ReturnType<typeof pino.destination>;
  try {
    mkdirSync(dirname(file), { recursive: true });
    destination = pino.destination({ dest: file, sync: true });
    destination.on('error', () => destination.destroy());
  } catch (error) {
    console.error(`The log cannot be written: ${error instanceof Error ? error.message : String(error)}`);
    return { write: () => {}, close: () => {} };
  }
  let closed = false;
  const log = pino({ base: null, timestamp: pino.stdTimeFunctions.isoTime }, destination);
  return {
    write(requestId, event, facts = {}) {
      // What ends after the engine has nobody to tell.
      if (!closed) log.info({ requestId, event, ...facts });
    },
    close() {
      closed = true;
      destination.end();
    },
  };
}
