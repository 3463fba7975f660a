import type { EngineClient, Results } from '@shared/contract';
import { type ErrorReport, issueOf, type Result, VitrineError } from '@shared/errors';
import { bucketOf, keyedProviders } from '@shared/providers';
import type { ZodError } from 'zod';
import type { KeyStore } from './key-store';

type SetKey = Result<Results['settings.setKey']>;

/**
 * Takes a key that a person has entered: the engine gets it, and what it is for is kept as well as this system can.
 * Where it is kept is decided here, whatever the page says. The answer never holds the key.
 */
export async function takeKey(
  engine: EngineClient,
  store: KeyStore,
  input: unknown,
  requestId: string,
): Promise<SetKey> {
  // With the first key: the start does without the schemas.
  const { requests } = await import('@shared/contract');
  const parsed = requests['settings.setKey'].safeParse(input);
  if (!parsed.success) {
    return unfit(parsed.error);
  }
  const { provider, key } = parsed.data;
  const give = (kept: 'encrypted' | 'session') =>
    engine.request('settings.setKey', { provider, key, kept }, { requestId });
  const answer = await give(store.kept);
  const origin = answer.ok ? (answer.data.keys[provider]?.origin ?? null) : null;
  if (!answer.ok || origin === null) return answer;
  try {
    store.put(`${provider} ${origin}`, key);
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

/** The same for the keys of a store that the index may lie in. */
export async function takeStoreKeys(
  engine: EngineClient,
  store: KeyStore,
  input: unknown,
  requestId: string,
): Promise<Result<Results['settings.setStoreKeys']>> {
  const parsed = await parsedStoreKeys(input);
  if (!parsed.success) {
    return unfit(parsed.error);
  }
  const { address, keys } = parsed.data;
  const give = (kept: 'encrypted' | 'session') =>
    engine.request('settings.setStoreKeys', { address, keys, kept }, { requestId });
  const answer = await give(store.kept);
  if (!answer.ok) return answer;
  try {
    store.put(bucketOf(address) ?? address, keys === null ? null : JSON.stringify(keys));
    return answer;
  } catch (error) {
    console.warn(`The keys could not be kept: ${String(error)}`);
    return give('session');
  }
}

/** With the first keys: the start does without the schemas. */
async function parsedStoreKeys(input: unknown) {
  const { requests } = await import('@shared/contract');
  return requests['settings.setStoreKeys'].safeParse(input);
}

/** Null for what was kept as something else: that is left out, and the keys behind it are handed over all the same. */
function keptKeys(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    console.warn(`Keys of a store are damaged: ${error instanceof Error ? error.name : 'no JSON'}`);
    return null;
  }
}

/** Gives the engine the keys that are kept: at the start, and when its thread has started anew. */
export async function handOverKeys(engine: EngineClient, store: KeyStore): Promise<void> {
  for (const { place, key } of store.all()) {
    if (place.startsWith('s3://')) {
      const parsed = await parsedStoreKeys({ address: place, keys: keptKeys(key), kept: 'encrypted' });
      if (parsed.success && parsed.data.keys) await engine.request('settings.setStoreKeys', parsed.data);
      continue;
    }
    const [name, origin] = place.split(' ');
    const provider = keyedProviders.find((id) => id === name);
    // Refused where the environment has a key for it: that one wins, and the report says so.
    if (provider) await engine.request('settings.setKey', { provider, key, origin, kept: 'encrypted' });
  }
}
