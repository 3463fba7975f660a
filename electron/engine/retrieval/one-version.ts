import type { Library } from '../store';

/** Looks beside changes that go on; from then on, those that have not begun wait until there is an answer. */
const freeLooks = 3;
/** Another process that changes the library waits for nobody: then the last of these looks is the answer. */
const mostLooks = 12;

interface Looking<T> {
  look(): Promise<T>;
  /** Whether rows that the text index does not know yet matter to it. */
  readonly byWords: boolean;
  /** What another look could say nothing better of. */
  isFinal(found: T): boolean;
}

/** What a search has found. */
export interface Seen<T> {
  readonly found: T;
  /** Whether the next search at this version would find the same: rows that were folded in meanwhile score otherwise. */
  readonly isLasting: boolean;
}

/**
 * Looks at index and catalogue until both were read at one version of the library: a commit between the two would let
 * a document that is replaced be found neither in its old nor in its new state. Waits once for new rows to be folded
 * into the text index, and not within a look, since that waits for the change that goes on, and so for its commit.
 * Errors: those of a look at one version.
 */
export async function seenAtOneVersion<T>(
  library: Library,
  { look, byWords, isFinal }: Looking<T>,
  signal?: AbortSignal,
): Promise<Seen<T>> {
  let letGo: (() => void) | null = null;
  try {
    for (let looks = 1; ; looks += 1) {
      if (byWords && looks === 1) await library.index.folded(signal);
      signal?.throwIfAborted();
      if (looks > freeLooks) letGo ??= library.holdChanges();
      const { version } = library;
      const isOver = () => looks === mostLooks || library.version === version;
      try {
        const found = await look();
        if (isOver() || isFinal(found)) return { found, isLasting: looks === 1 };
      } catch (error) {
        if (isOver() || signal?.aborted) throw error;
      }
    }
  } finally {
    letGo?.();
  }
}
