/** A network of hosts on this computer, each in a namespace of its own, whose lines can be cut. Wants Linux, root and iproute2. */
import { execFileSync, spawnSync } from 'node:child_process';

const bridge = 'vitrine0';
const prefix = '10.77.0.';

const ip = (...args: string[]): void => void execFileSync('ip', args, { stdio: 'pipe' });

/** Whether hosts can be made here. */
export const hasNetworks = (): boolean =>
  process.platform === 'linux' && process.getuid?.() === 0 && spawnSync('ip', ['netns', 'list']).status === 0;

export interface NetworkHost {
  readonly name: string;
  readonly address: string;
  /** In front of a command that is to run on this host. */
  readonly enter: readonly string[];
  /** The line of this host, out or in again. */
  cut(isCut: boolean): void;
}

/** Hosts of these names, each of which reaches the others. */
export function openNetwork(names: readonly string[]): { readonly hosts: readonly NetworkHost[]; close(): void } {
  const close = (): void => {
    for (const name of names) {
      spawnSync('ip', ['netns', 'del', `vitrine-${name}`]);
      spawnSync('ip', ['link', 'del', `vo-${name}`]);
    }
    spawnSync('ip', ['link', 'del', bridge]);
  };
  close();
  ip('link', 'add', bridge, 'type', 'bridge');
  ip('addr', 'add', `${prefix}1/24`, 'dev', bridge);
  ip('link', 'set', bridge, 'up');
  const hosts = names.map((name, at): NetworkHost => {
    const space = `vitrine-${name}`;
    const [outer, inner] = [`vo-${name}`, `vi-${name}`];
    const address = `${prefix}${at + 10}`;
    ip('netns', 'add', space);
    ip('link', 'add', outer, 'type', 'veth', 'peer', 'name', inner);
    ip('link', 'set', inner, 'netns', space);
    ip('link', 'set', outer, 'master', bridge);
    ip('link', 'set', outer, 'up');
    ip('-n', space, 'addr', 'add', `${address}/24`, 'dev', inner);
    ip('-n', space, 'link', 'set', inner, 'up');
    ip('-n', space, 'link', 'set', 'lo', 'up');
    return {
      name,
      address,
      enter: ['ip', 'netns', 'exec', space],
      cut: (isCut) => ip('link', 'set', outer, isCut ? 'down' : 'up'),
    };
  });
  return { hosts, close };
}
