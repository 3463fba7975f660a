import type { KeyState } from '@shared/contract';

interface HeldKey {
  readonly key: string;
  readonly kept: 'encrypted' | 'session';
}

/** What a person reads about where a key is. */
const words: Readonly<Record<NonNullable<KeyState['kept']>, string>> = {
  environment: 'The key comes from OPENAI_API_KEY.',
  encrypted: 'The key is kept encrypted by the store of this system.',
  session: 'The key is kept until Vitrine is closed: this system has no store that could encrypt it.',
};

/**
 * Keys of OpenAI-compatible servers, in memory only. A key belongs to the origin that it was entered for and is sent
 * to no other, so that an address which is changed later cannot draw it away. OPENAI_API_KEY has no origin: whoever
 * sets the variable says with OPENAI_BASE_URL where it goes.
 */
export class ServerKeys {
  readonly #held = new Map<string, HeldKey>();

  constructor(private readonly fromEnvironment: string) {}

  get pinned(): boolean {
    return this.fromEnvironment !== '';
  }

  /** The key for a server's address, empty where there is none. */
  keyFor(address: string): string {
    return this.fromEnvironment || (this.#held.get(originOf(address))?.key ?? '');
  }

  /** Null forgets it. */
  set(origin: string, key: string | null, kept: HeldKey['kept']): void {
    if (key === null) this.#held.delete(originOf(origin));
    else this.#held.set(originOf(origin), { key, kept });
  }

  state(address: string): KeyState {
    const origin = originOf(address);
    const kept = this.pinned ? 'environment' : (this.#held.get(origin)?.kept ?? null);
    return { hasKey: kept !== null, kept, origin, message: kept ? words[kept] : `There is no key for ${origin}.` };
  }
}

/** `https://host` with the port where it is not the scheme's own. */
function originOf(address: string): string {
  return URL.canParse(address) ? new URL(address).origin : address;
}
