import type { KeyState } from '@shared/contract';
import type { ProviderServers, ServerId } from '@shared/providers';
import { rememberSecrets } from '@shared/secrets';

interface HeldKey {
  readonly key: string;
  readonly kept: 'encrypted' | 'session';
}

/** Keys of model servers, in memory only. A key goes to the origin that it was entered for and to no other. */
export class ServerKeys {
  readonly #held = new Map<string, HeldKey>();

  /** @param environment the servers that it names, each with the key for it, empty where there is none */
  constructor(private readonly environment: ProviderServers) {
    rememberSecrets(...Object.values(environment).map((server) => server?.apiKey ?? ''));
  }

  /** Whether the environment has the key for this address: that one wins. */
  isPinned(server: ServerId, address: string): boolean {
    return this.ofEnvironment(server, address) !== '';
  }

  keyFor(server: ServerId, address: string): string {
    return this.ofEnvironment(server, address) || (this.#held.get(nameOf(server, address))?.key ?? '');
  }

  /** Null forgets it. */
  set(server: ServerId, address: string, key: string | null, kept: HeldKey['kept']): void {
    const name = nameOf(server, address);
    if (key === null) this.#held.delete(name);
    else {
      rememberSecrets(key);
      this.#held.set(name, { key, kept });
    }
  }

  state(server: ServerId, address: string): KeyState {
    const origin = originOf(address);
    if (this.isPinned(server, address)) return { hasKey: true, kept: 'environment', origin };
    const kept = this.#held.get(nameOf(server, address))?.kept ?? null;
    return { hasKey: kept !== null, kept, origin };
  }

  private ofEnvironment(server: ServerId, address: string): string {
    const { baseUrl, apiKey = '' } = this.environment[server] ?? { baseUrl: '' };
    return originOf(address) === originOf(baseUrl) ? apiKey : '';
  }
}

const nameOf = (server: ServerId, address: string): string => `${server} ${originOf(address)}`;

/** `https://host` with the port where it is not the scheme's own. */
function originOf(address: string): string {
  return URL.canParse(address) ? new URL(address).origin : address;
}
