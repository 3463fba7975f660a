import { VitrineError } from '@shared/errors';
import type { LibraryLock } from './library-lock';

/** What becoming the writer means for an open library. */
interface OpenLibrary {
  readonly folder: string;
  /** Whether the folder still holds the library that this process has open. */
  isInPlace(): boolean;
  /** Reads anew what another process may have written until now, and puts right what it has left half done. */
  takeUp(): void;
}

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

  /** Whether this process may change the library now. Errors: `library-read-only`, `disk-full`, `library-locked` as of `takeUp`. */
  take(): boolean {
    if (this.lock.isHeld) return true;
    const { library } = this;
    if (this.isClosing || !library.isInPlace() || !this.lock.take()) return false;
    try {
      // Looked at again with the lock held: a restored backup may have taken the folder's place in between.
      if (library.isInPlace()) library.takeUp();
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
    if (!this.library.isInPlace()) {
      throw new VitrineError(
        'library-locked',
        'The library in this folder is another one now.',
        'Close this Vitrine and open it again: then it has the library that is there.',
        { folder, why: 'exchanged' },
      );
    }
    throw new VitrineError(
      'library-locked',
      'Another Vitrine has this library open.',
      'Make the change there, or close it and try again here.',
      { folder },
    );
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
