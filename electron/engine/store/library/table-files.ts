import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Where the typed tables of contents are kept, a file each. They are made of texts, so that no backup has them, and go with
 * their content.
 */
export class TableFiles {
  private readonly folder: string;

  constructor(libraryFolder: string) {
    this.folder = join(libraryFolder, 'tables');
  }

  /** The file of a content, which need not be there. */
  path(contentId: string): string {
    return join(this.folder, `${contentId}.db`);
  }

  remove(contentIds: readonly string[]): void {
    for (const contentId of contentIds) rmSync(this.path(contentId), { force: true });
  }

  /** Takes away what no content is known of, and what was not finished. Errors: those of the file system. */
  removeStrays(isKnown: (contentId: string) => boolean): void {
    if (!existsSync(this.folder)) return;
    for (const name of readdirSync(this.folder)) {
      if (!name.endsWith('.db') || !isKnown(name.slice(0, -'.db'.length))) rmSync(join(this.folder, name));
    }
  }
}
