import { appendFileSync, closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';

export interface EngineLog {
  /** One line of JSON: the request's id is on every line that belongs to it (C11). No document text, no keys. */
  write(requestId: string, event: string, facts?: Readonly<Record<string, unknown>>): void;
  close(): void;
}

/** What readers of such logs take for an ordinary line. */
const level = 30;

/** Null for silence. A log that cannot be written never stops the engine. */
export function openLog(file: string | null): EngineLog {
  let open = file === null ? null : opened(file);
  const close = (): void => {
    if (open !== null) closeSync(open);
    open = null;
  };
  return {
    write(requestId, event, facts = {}) {
      if (open === null) return;
      const time = new Date().toISOString();
      try {
        appendFileSync(open, `${JSON.stringify({ level, time, requestId, event, ...facts })}\n`);
      } catch (error) {
        // Such as a full disk: said once, and silence from then on.
        console.error('The log cannot be written:', error);
        close();
      }
    },
    close,
  };
}

function opened(file: string): number | null {
  try {
    mkdirSync(dirname(file), { recursive: true });
    return openSync(file, 'a');
  } catch (error) {
    console.error('The log cannot be written:', error);
    return null;
  }
}
