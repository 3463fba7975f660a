/** A team place whose catalogue, store and desks are each on a host of their own (team-network.ts). */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { RequestOf, Results, RouteName } from '@shared/contract';
import { engineOptions } from '../electron/engine/host-options';
import { EngineProcess } from '../tests/integration/library/engine-process';
import { findSqld } from '../tests/integration/sqld-server';
import { repository } from './benchmark-page';
import { type NetworkHost, openNetwork } from './team-network';

const adminKey = 'administration';
const startMs = 30_000;

/** What can be killed and cut off. */
export interface Target {
  readonly name: string;
  kill(): Promise<void>;
  start(): Promise<void>;
  cut(isCut: boolean): void;
}

export interface TeamBenchDesk extends Target {
  readonly folder: string;
  /** What it said no to last, and why. */
  readonly refused: string;
  /** Resolves when its engine is open. */
  ready(): Promise<void>;
  /** Null where it is refused, or the desk dies. */
  request<R extends RouteName>(route: R, input: RequestOf<R>): Promise<Results[R] | null>;
}

class Server implements Target {
  private child: ChildProcess | null = null;

  constructor(
    readonly name: string,
    private readonly host: NetworkHost,
    private readonly command: readonly string[],
    private readonly health: string,
    private readonly env: Readonly<Record<string, string>> = {},
  ) {}

  async start(): Promise<void> {
    const [program = '', ...args] = [...this.host.enter, ...this.command];
    this.child = spawn(program, args, { stdio: 'ignore', env: { ...process.env, ...this.env } });
    for (const until = Date.now() + startMs; ; await pause(50)) {
      if (await fetch(this.health, { signal: AbortSignal.timeout(1000) }).catch(() => null)) return;
      if (Date.now() > until) throw new Error(`${this.name} does not start.`);
    }
  }

  async kill(): Promise<void> {
    const { child } = this;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const over = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await over;
  }

  cut(isCut: boolean): void {
    this.host.cut(isCut);
  }
}

class Desk implements TeamBenchDesk {
  private engine: EngineProcess | null = null;
  refused = '';
  private opening: Promise<void> = Promise.resolve();

  constructor(
    readonly name: string,
    readonly folder: string,
    private readonly host: NetworkHost,
  ) {}

  start(): Promise<void> {
    this.opening = this.open();
    return this.opening;
  }

  private async open(): Promise<void> {
    const options = {
      ...engineOptions(
        {},
        { appFolder: repository, libraryFolder: this.folder, dataFolder: `${this.folder}-computer` },
      ),
      resumesIngests: true,
      logFile: `${this.folder}.log`,
    };
    this.engine = await EngineProcess.open(options, this.host.enter);
  }

  async ready(): Promise<void> {
    while (!this.engine) {
      await this.opening;
      if (!this.engine) await pause(50);
    }
  }

  async kill(): Promise<void> {
    const { engine } = this;
    this.engine = null;
    await engine?.kill();
  }

  cut(isCut: boolean): void {
    this.host.cut(isCut);
  }

  async request<R extends RouteName>(route: R, input: RequestOf<R>): Promise<Results[R] | null> {
    const { engine } = this;
    if (!engine) return null;
    const result = await Promise.race([engine.request(route, input), engine.over.then(() => null)]);
    if (result && !result.ok) this.refused = `${route}: ${JSON.stringify(result.error)}`;
    return result?.ok ? result.data : null;
  }

  async close(): Promise<void> {
    await this.engine?.close();
  }
}

/**
 * Versity's S3 gateway over a folder, which keeps what it was given over its end: built once by Go. With `--keep-alive` it
 * holds its connections open, as Amazon's, MinIO and Garage do without being told.
 */
function storeProgram(): string {
  const home = join(process.env.XDG_CACHE_HOME || join(process.env.HOME ?? '', '.cache'), 'vitrine', 'bench-store');
  const program = join(home, 'versitygw');
  if (!existsSync(program)) {
    const env = { ...process.env, GOBIN: home };
    execFileSync('go', ['install', 'github.com/versity/versitygw/cmd/versitygw@latest'], { env, stdio: 'pipe' });
  }
  return program;
}

export interface TeamBench {
  readonly desks: readonly TeamBenchDesk[];
  join(desk: TeamBenchDesk): Promise<void>;
  readonly catalogue: Target;
  readonly store: Target;
  close(): Promise<void>;
}

/**
 * A place that the first desk has made and others have joined.
 *
 * @param count of desks
 * @param joined how many of them belong to it
 */
export async function openTeamBench(folder: string, count: number, joined = count): Promise<TeamBench> {
  const sqld = await findSqld();
  if (!sqld) throw new Error('There is no sqld for this machine.');
  const names = ['ann', 'bob', 'cleo', 'dan'].slice(0, count);
  const { hosts, close } = openNetwork([...names, 'catalogue', 'store']);
  const host = (name: string): NetworkHost => hosts.find((one) => one.name === name) as NetworkHost;
  const [first, second] = [host('catalogue'), host('store')];
  const [url, adminUrl] = [`http://${first.address}:8080`, `http://${first.address}:9090`];
  const data = join(folder, 'objects');
  await mkdir(join(data, 'place'), { recursive: true });
  const listen = ['--http-listen-addr', `${first.address}:8080`, '--admin-listen-addr', `${first.address}:9090`];
  const rest = ['--admin-auth-key', adminKey, '--db-path', join(folder, 'sqld'), '--no-welcome', '--enable-namespaces'];
  const catalogue = new Server('catalogue', first, [sqld, ...listen, ...rest], `${url}/health`);
  const endpoint = `http://${second.address}:7070`;
  const keys = { ROOT_ACCESS_KEY: 'access', ROOT_SECRET_KEY: 'secretsecret' };
  const store = new Server(
    'store',
    second,
    [storeProgram(), '--keep-alive', '--quiet', '--port', `${second.address}:7070`, 'posix', data],
    endpoint,
    keys,
  );
  const desks = names.map((name) => new Desk(name, join(folder, name), host(name)));
  await Promise.all([catalogue, store, ...desks].map((one) => one.start()));
  const must = async <T>(what: Promise<T | null>): Promise<T> => {
    const answer = await what;
    if (answer === null) throw new Error(desks.map(({ refused }) => refused).join(' '));
    return answer;
  };
  const [owner, ...others] = desks;
  if (!owner) throw new Error('A place needs a desk.');
  await must(
    owner.request('team.share', {
      name: 'Place',
      member: owner.name,
      catalogue: url,
      admin: { url: adminUrl, key: adminKey },
      files: { uri: 's3://place/files', endpoint, accessKeyId: 'access', secretAccessKey: 'secretsecret' },
    }),
  );
  const invited = async (desk: TeamBenchDesk): Promise<void> => {
    const { invitation } = await must(owner.request('team.invite', { name: desk.name, role: 'contributor' }));
    await must(desk.request('team.join', { invitation }));
  };
  for (const desk of others.slice(0, joined - 1)) await invited(desk);
  return {
    desks,
    join: invited,
    catalogue,
    store,
    async close() {
      for (const desk of desks) await desk.close().catch(() => undefined);
      await Promise.all([catalogue.kill(), store.kill()]);
      close();
    },
  };
}
