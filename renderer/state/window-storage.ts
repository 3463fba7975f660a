/** Something that was read from disk: written by this window, by an earlier version of it, or by something else. */
export type StoredPart = Readonly<Record<string, unknown>>;
export const isPart = (value: unknown): value is StoredPart => typeof value === 'object' && value !== null;
export const isText = (value: unknown): value is string => typeof value === 'string';
export const textsOf = (value: unknown): readonly string[] => (Array.isArray(value) ? value.filter(isText) : []);

/** A change is written so much later at the latest, ms: nothing is written letter by letter or line by line. */
const writtenWithinMs = 400;

/**
 * On the desktop the next start has the stored data; a browser tab, which may serve another library, has it until it
 * closes.
 */
export const windowStorage = (): Storage => (window.vitrine ? localStorage : sessionStorage);

/** The stored value of this key; null for none, and for another program's value. */
export function readKept(key: string): unknown {
  try {
    return JSON.parse(windowStorage().getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

/** Returns a function that has `now` stored soon, and when the window closes; nothing beyond `mostCharacters`. */
export function keepWriting(key: string, mostCharacters: number, now: () => unknown): () => void {
  let written = windowStorage().getItem(key);
  let timer: ReturnType<typeof setTimeout> | null = null;
  function write(): void {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    const text = JSON.stringify(now());
    if (text === written || text.length > mostCharacters) return;
    try {
      windowStorage().setItem(key, text);
      written = text;
    } catch {
      // No room: the next start has the older data.
    }
  }
  window.addEventListener('pagehide', write);
  return () => {
    timer ??= setTimeout(write, writtenWithinMs);
  };
}
