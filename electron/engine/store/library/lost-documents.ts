import type { ContentStore } from '../catalogue/contents';
import { unlessDamaged } from '../errors';
import type { UnsettledChange } from './unsettled-change';
import type { UploadStore } from './uploads';

interface Parts {
  readonly contents: ContentStore;
  readonly unsettled: UnsettledChange;
  readonly uploads: UploadStore;
  setting(key: string): string | null;
  setSetting(key: string, value: string): void;
}

const key = 'documents-lost';

/** Stored files of a lost catalogue, perhaps the last copies: remembered until somebody reads them in again. */
export class LostDocuments {
  constructor(private readonly library: Parts) {}

  private get isMet(): boolean {
    return this.library.setting(key) === '1';
  }

  /** Paths of the stored files. None in a team place, whose store has them. */
  async files(): Promise<string[]> {
    const { contents, unsettled, uploads } = this.library;
    if (uploads.remote || !(this.isMet || contents.isEmpty)) return [];
    const known = contents.ids().map((contentId) => contents.storedPath(contentId));
    return uploads.strays(new Set([...known, ...(unsettled.files ?? [])]));
  }

  /** Returns the paths as `files` does; none if the catalogue is damaged, which a check reports by itself. */
  async filesIfReadable(): Promise<string[]> {
    let files: string[] = [];
    await unlessDamaged(async () => {
      files = await this.files();
    });
    return files;
  }

  /** Looks for them when the library is opened. Returns whether there are any. */
  async meet(): Promise<boolean> {
    const isLost = (await this.files()).length > 0;
    if (isLost !== this.isMet) this.library.setSetting(key, isLost ? '1' : '0');
    return isLost;
  }
}
