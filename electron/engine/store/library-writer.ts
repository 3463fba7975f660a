import type { WhyReadOnly } from '@shared/contract';
import { VitrineError } from '@shared/errors';
import type { LibraryLock } from './library-lock';

/** What becoming the writer means for an open library. */
interface OpenLibrary {
  readonly folder: string;
  /** Whether the folder still holds the library that this process has open, another one, or none. */
  inPlace(): 'here' | 'exchanged' | 'gone';
  /** Reads anew what another process may have written until now, and puts right what it has left half done. */
  takeUp(): void;
}

const refusals: Readonly<Record<WhyReadOnly, { message: string; hint: string; details: { why?: WhyReadOnly } }>> = {
  held: {
    message: 'Another Vitrine has this library open.',
    hint: 'Make the change there, or close it and try again here.',
    details: {},
  },
  exchanged: {
    message: 'The library in this folder is another one now.',
    hint: 'Close this Vitrine and open it again: then it has the library that is there.',
    details: { why: 'exchanged' },
  },
  gone: {
    message: 'The folder of the library is not there any more.',
    hint: 'Plug its disk in again or move the folder back, then close this Vitrine and open it again.',
    details: { why: 'gone' },
  },
};

/**
 * Whether this process may change a library: the one place that asks the lock. Who met it held by another process is
 * not a reader for good, but takes it when a change is asked for, or when its host looks again, once the other is gone
 * (docs/adr/0038). A writer stays one until it closes the library.
 */
export class LibraryWriter {
  /** Called when this process has become the writer of a library that it had open to read. */
  onTaken: () => void = () => undefined;
  private isClosing = false;

  constructor(
    private readonly lock: LibraryLock,
    private readonly library: OpenLibrary,
  ) {}

  get isWriter(): boolean {
    return this.lock.isHeld;
  }

  /** Why this process may not change the library now; null where it may. */
  get whyNot(): WhyReadOnly | null {
    if (this.isWriter) return null;
    try {
      const place = this.library.inPlace();
      return place === 'here' ? 'held' : place;
    } catch {
      // A folder that cannot be looked into; whoever asks for a change is told why.
      return 'gone';
    }
  }

  /** Whether this process may change the library now. Errors: `library-read-only`, `disk-full`, `library-locked` as of `takeUp`. */
  take(): boolean {
    if (this.lock.isHeld) return true;
    const { library } = this;
    if (this.isClosing || library.inPlace() !== 'here' || !this.lock.take()) return false;
    try {
      // Looked at again with the lock held: a restored backup may have taken the folder's place in between.
      if (library.inPlace() === 'here') library.takeUp();
      else this.lock.release();
    } catch (error) {
      this.lock.release();
      throw error;
    }
    if (this.lock.isHeld) this.onTaken();
    return this.lock.isHeld;
  }

  /** Errors: `library-locked`, those of `take`. */
  assert(): void {
    if (this.take()) return;
    const { folder } = this.library;
    const { message, hint, details } = refusals[this.whyNot ?? 'held'];
    throw new VitrineError('library-locked', message, hint, { folder, ...details });
  }

  /** Takes the lock no more: the library is being closed. */
  stopTaking(): void {
    this.isClosing = true;
  }

  release(): void {
    this.isClosing = true;
    this.lock.release();
  }
}
