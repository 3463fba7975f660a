import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';

/** The system's way to keep a secret: Electron's safeStorage, or a test's replacement. */
export interface Cipher {
  /** False if any user could read the encrypted text: then nothing is written. */
  available(): boolean;
  encrypt(text: string): Buffer;
  /** Throws for what another user or another machine has encrypted. */
  decrypt(bytes: Buffer): string;
}

interface StoredKey {
  /**
   * The purpose of the key. `openai https://host`: a provider's server; `s3://bucket`: a store, whose keys are JSON.
   */
  readonly place: string;
  readonly key: string;
}

/** Keys of model servers and stores, encrypted by the system, in a file of the user's data folder: never in the library, which travels. */
export class KeyStore {
  constructor(
    private readonly file: string,
    private readonly cipher: Cipher,
  ) {}

  /** The storage of the next entered key. */
  get kept(): 'encrypted' | 'session' {
    return this.cipher.available() ? 'encrypted' : 'session';
  }

  /** Every key that can be read; one that cannot must be entered again. */
  all(): StoredKey[] {
    if (!this.cipher.available()) return [];
    return Object.entries(this.#read()).flatMap(([place, encrypted]) => {
      try {
        return [{ place, key: this.cipher.decrypt(Buffer.from(encrypted, 'base64')) }];
      } catch (error) {
        console.warn(`The key for ${place} cannot be decrypted: enter it again. ${String(error)}`);
        return [];
      }
    });
  }

  /** Keeps a key, or forgets it (null); forgetting works without a cipher too. Throws what the file system throws. */
  put(place: string, key: string | null): void {
    const { [place]: _before, ...others } = this.#read();
    const encrypted = key !== null && this.cipher.available() ? this.cipher.encrypt(key).toString('base64') : null;
    const next = encrypted === null ? others : { ...others, [place]: encrypted };
    if (Object.keys(next).length === 0) {
      rmSync(this.file, { force: true });
      return;
    }
    writeFileSync(`${this.file}.part`, `${JSON.stringify(next)}\n`, { mode: 0o600 });
    renameSync(`${this.file}.part`, this.file);
  }

  /** Places with their keys, each key encrypted, base64. */
  #read(): Record<string, string> {
    try {
      const found = Object.entries(JSON.parse(readFileSync(this.file, 'utf8')) as Record<string, unknown>);
      const isText = (entry: [string, unknown]): entry is [string, string] => typeof entry[1] === 'string';
      return found.every(isText) ? Object.fromEntries(found.filter(isText)) : {};
    } catch {
      // No key yet, or a damaged file: keys are entered again.
      return {};
    }
  }
}
