import { existsSync, readdirSync } from 'node:fs';
import { ownPath, removeOwnNow } from '../../own-files';

/** The typed tables of contents. They can be made again from texts, so no backup has them. */
export class TableFiles {
  constructor(private readonly libraryFolder: string) {}

  private get folder(): string {
    return ownPath(this.libraryFolder, 'tables');
  }

  /** The file of a content, which need not be there. Errors: `library-linked`. */
  path(contentId: string): string {
    return ownPath(this.libraryFolder, 'tables', `${contentId}.db`);
  }

  remove(contentIds: readonly string[]): void {
    for (const contentId of contentIds) removeOwnNow(this.libraryFolder, 'tables', `${contentId}.db`);
  }

  /** Removes files of unknown contents, and unfinished ones. Errors: those of the file system. */
  removeStrays(isKnown: (contentId: string) => boolean): void {
    if (!existsSync(this.folder)) return;
    for (const name of readdirSync(this.folder)) {
      if (!name.endsWith('.db') || !isKnown(name.slice(0, -'.db'.length)))
        removeOwnNow(this.libraryFolder, 'tables', name);
    }
  }
}
