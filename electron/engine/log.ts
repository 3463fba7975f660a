import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { dataWithoutSecrets } from '@shared/secrets';
import { type Logger, pino } from 'pino';

export interface EngineLog {
  /** One line of JSON: the request's id is on every line that belongs to it (C11). No document text, no keys. */
  write(requestId: string, event: string, facts?: Readonly<Record<string, unknown>>): void;
  close(): void;
}

interface OpenLog {
  readonly logger: Logger;
  end(): void;
}

/** Null for silence. The file is opened by the first line. A log that cannot be written never stops the engine. */
export function openLog(file: string | null): EngineLog {
  let open: OpenLog | null = null;
  let isOver = file === null;
  return {
    write(requestId, event, facts = {}) {
      // Later endings have no receiver.
      if (isOver || file === null) return;
      open ??= openedLog(file);
      isOver = open === null;
      open?.logger.info(dataWithoutSecrets({ requestId, event, ...facts }));
    },
    close() {
      isOver = true;
      open?.end();
    },
  };
}

/** Null where it cannot be written, which is said once; a library that may only be read is no fault of the log. */
function openedLog(file: string): OpenLog | null {
  try {
    if (!existsSync(dirname(file))) mkdirSync(dirname(file));
    const destination = pino.destination({ dest: file, sync: true });
    destination.on('error', () => destination.destroy());
    return {
      logger: pino({ base: null, timestamp: pino.stdTimeFunctions.isoTime }, destination),
      end: () => destination.end(),
    };
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    if (!['EROFS', 'EACCES'].includes(code)) console.error(`The log cannot be written: ${message}`);
    return null;
  }
}
