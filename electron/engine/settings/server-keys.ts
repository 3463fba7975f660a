import type { KeyState } from '@shared/contract';
import type { ProviderId, ProviderServers } from '@shared/providers';

interface HeldKey {
  readonly key: string;
  readonly kept: 'encrypted' | 'session';
}

/**
 * Keys of model servers, in memory only. A key belongs to the provider and the origin that it was entered for and is
 * sent to no other, so that an address which is changed later cannot draw it away. A key of the environment belongs to
 * the environment's address, where that is not set to the provider's own.
 */
export class ServerKeys {
  readonly #held = new Map<string, HeldKey>();

  /** @param environment the servers that it names, each with the key for it, empty where there is none */
  constructor(private readonly environment: ProviderServers) {}

  /** Whether the environment has the key for this address: that one wins. */
  isPinned(provider: ProviderId, address: string): boolean {
    return this.ofEnvironment(provider, address) !== '';
  }

  /** The key for a server's address, empty where there is none. */
  keyFor(provider: ProviderId, address: string): string {
    return this.ofEnvironment(provider, address) || (this.#held.get(nameOf(provider, address))?.key ?? '');
  }

  /** Null forgets it. */
  set(provider: ProviderId, address: string, key: string | null, kept: HeldKey['kept']): void {
    const name = nameOf(provider, address);
    if (key === null) this.#held.delete(name);
    else this.#held.set(name, { key, kept });
  }

  state(provider: ProviderId, address: string): KeyState {
    const origin = originOf(address);
    if (this.isPinned(provider, address)) return { hasKey: true, kept: 'environment', origin };
    const kept = this.#held.get(nameOf(provider, address))?.kept ?? null;
    return { hasKey: kept !== null, kept, origin };
  }

  private ofEnvironment(provider: ProviderId, address: string): string {
    const { baseUrl, apiKey = '' } = this.environment[provider] ?? { baseUrl: '' };
    return originOf(address) === originOf(baseUrl) ? apiKey : '';
  }
}

const nameOf = (provider: ProviderId, address: string): string => `${provider} ${originOf(address)}`;

/** `https://host` with the port where it is not the scheme's own. */
function originOf(address: string): string {
  return URL.canParse(address) ? new URL(address).origin : address;
}
