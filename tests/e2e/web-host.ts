/** Starts the built web host on a library, and says where a browser finds it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { cleanEnvironment, project } from './app';

export interface WebHost {
  readonly host: ChildProcess;
  /** With the token that lets a browser in. */
  readonly address: string;
}

export async function startWebHost(library: string, env: Readonly<Record<string, string>> = {}): Promise<WebHost> {
  const host = spawn(process.execPath, [join(project, 'out/main/web.cjs'), '--library', library], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...cleanEnvironment(), XDG_CONFIG_HOME: join(tmpdir(), 'vitrine-tests'), ...env },
  });
  // The person at the terminal says yes to what the host asks there.
  host.stderr.on('data', (said) => {
    process.stderr.write(said);
    if (String(said).includes('Type y and Enter')) host.stdin.write('y\n');
  });
  const [line] = await once(createInterface(host.stdout), 'line');
  const address = /http:\/\/\S+/.exec(String(line))?.[0];
  if (!address) throw new Error(`The web host printed no address but: ${line}`);
  return { host, address };
}
