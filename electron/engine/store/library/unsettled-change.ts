interface Settings {
  setting(key: string): string | null;
  setSetting(key: string, value: string): void;
}

const key = 'index-unsettled';
const settled = '0';

/** Marks a change, with its stored files, until it is settled. After a failure only those files are removed. */
export class UnsettledChange {
  constructor(private readonly library: Settings) {}

  /** Its stored files; null where all is settled. */
  get files(): readonly string[] | null {
    const mark = this.library.setting(key) ?? settled;
    if (mark === settled) return null;
    const files: unknown = JSON.parse(mark);
    // An older Vitrine wrote 1.
    return Array.isArray(files) ? files : [];
  }

  begin(): void {
    this.library.setSetting(key, '[]');
  }

  /** Leaves a mark for the next opening. */
  leave(): void {
    if (this.files === null) this.begin();
  }

  add(stored: readonly string[]): void {
    const { files } = this;
    if (files === null || stored.length === 0) return;
    this.library.setSetting(key, JSON.stringify([...new Set([...files, ...stored])]));
  }

  end(): void {
    this.library.setSetting(key, settled);
  }
}
