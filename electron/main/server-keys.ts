import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import type { EngineClient, SettingsReport } from '@shared/contract';
import { type ErrorReport, issueOf, type Result, VitrineError } from '@shared/errors';
import { bucketOf, isServer } from '@shared/providers';
import type { ZodError } from 'zod';

/** The system's way to keep a secret: Electron's safeStorage, or a test's replacement. */
export interface Cipher {
  /** False if any user could read the encrypted text: then nothing is written. */
  available(): boolean;
  encrypt(text: string): Buffer;
  /** Throws for what another user or another machine has encrypted. */
  decrypt(bytes: Buffer): string;
}

interface StoredKey {
  /** `openai https://host`: a provider's server; `s3://bucket`: a store, whose keys are JSON. */
  readonly place: string;
  readonly key: string;
}

/** Keys of model servers and stores, encrypted by the system, in a file of the user's data folder: never in the library, which travels. */
export class KeyStore {
  constructor(
    private readonly file: string,
    private readonly cipher: Cipher,
  ) {}

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

/**
 * Takes a key that a person has entered: the engine gets it, and the system stores it as well as it can. This function
 * decides the place, whatever the page says. The answer never holds the key.
 */
export async function takeKey(engine: EngineClient, store: KeyStore, input: unknown, requestId: string) {
  // With the first key: the start does without the schemas.
  const { requests } = await import('@shared/contract');
  const parsed = requests['settings.setKey'].safeParse(input);
  if (!parsed.success) return unfit(parsed.error);
  const { provider, key } = parsed.data;
  const give = (kept: Kept) => engine.request('settings.setKey', { provider, key, kept }, { requestId });
  return giveAndKeep(store, give, ({ keys }) => {
    const origin = keys[provider]?.origin ?? null;
    return origin === null ? null : { place: `${provider} ${origin}`, key };
  });
}

export async function takeStoreKeys(engine: EngineClient, store: KeyStore, input: unknown, requestId: string) {
  const parsed = await parsedStoreKeys(input);
  if (!parsed.success) return unfit(parsed.error);
  const { address, keys } = parsed.data;
  const give = (kept: Kept) => engine.request('settings.setStoreKeys', { address, keys, kept }, { requestId });
  const key = keys === null ? null : JSON.stringify(keys);
  return giveAndKeep(store, give, () => ({ place: bucketOf(address) ?? address, key }));
}

type Kept = KeyStore['kept'];

/** Gives a key to the engine and, once that has taken it, to the store; what the store cannot keep is for this session. */
async function giveAndKeep(
  store: KeyStore,
  give: (kept: Kept) => Promise<Result<SettingsReport>>,
  keptAs: (report: SettingsReport) => { readonly place: string; readonly key: string | null } | null,
): Promise<Result<SettingsReport>> {
  const answer = await give(store.kept);
  const entry = answer.ok ? keptAs(answer.data) : null;
  if (entry === null) return answer;
  try {
    store.put(entry.place, entry.key);
    return answer;
  } catch (error) {
    console.warn(`The key could not be kept: ${String(error)}`);
    return give('session');
  }
}

const unfit = (error: ZodError): { readonly ok: false; readonly error: ErrorReport } => ({
  ok: false,
  error: new VitrineError('bad-request', { why: 'key', ...issueOf(error) }).report(),
});

/** With the first keys: the start does without the schemas. */
async function parsedStoreKeys(input: unknown) {
  const { requests } = await import('@shared/contract');
  return requests['settings.setStoreKeys'].safeParse(input);
}

/** Null for a key with another purpose: it is left out, and the later keys are still passed on. */
function keptKeys(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    console.warn(`Keys of a store are damaged: ${error instanceof Error ? error.name : 'no JSON'}`);
    return null;
  }
}

/** Gives the engine the stored keys: at the start, and after its thread has restarted. */
export async function handOverKeys(engine: EngineClient, store: KeyStore): Promise<void> {
  for (const { place, key } of store.all()) {
    if (place.startsWith('s3://')) {
      const parsed = await parsedStoreKeys({ address: place, keys: keptKeys(key), kept: 'encrypted' });
      if (parsed.success && parsed.data.keys) await engine.request('settings.setStoreKeys', parsed.data);
      continue;
    }
    const [name, origin] = place.split(' ');
    // Refused where the environment has a key for it: that one wins, and the report says so.
    const provider = name !== undefined && isServer(name) ? name : null;
    if (provider) await engine.request('settings.setKey', { provider, key, origin, kept: 'encrypted' });
  }
}
