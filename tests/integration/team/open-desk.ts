import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RequestOf, Results, RouteName } from '@shared/contract';
import { afterAll, beforeAll } from 'vitest';
import type { Engine } from '../../../electron/engine/engine';
import { openExchangeableEngine } from '../../../electron/engine/host/exchangeable-engine';
import { temporaryFolder } from '../../temporary-folder';
import { ensureBuilt } from '../cli/vitrine-command';
import { project, testOptions } from '../open-test-engine';
import type { SqldServer } from '../sqld-server';
import { findServers, openServers, type PlaceServers, type ServerPrograms } from './servers';

/** Real servers of a place for the tests of a file, and desks on computers of their own as far as an engine can tell. */
export class TestPlace {
  readonly folder = temporaryFolder();
  private readonly opened: Engine[] = [];
  private servers: PlaceServers | null = null;

  /** @param programs null: nothing can be started here, and the tests are skipped */
  private constructor(readonly programs: ServerPrograms | null) {
    beforeAll(async () => {
      if (!programs) return;
      ensureBuilt();
      this.servers = await openServers(programs, join(this.folder, 'sqld'));
    }, 300_000);
    afterAll(async () => {
      for (const engine of this.opened) await engine.close();
      await this.servers?.catalogue.kill();
      await this.servers?.store.close();
    });
  }

  static async ready(): Promise<TestPlace> {
    return new TestPlace(await findServers());
  }

  private get running() {
    if (!this.servers) throw new Error('The servers do not run.');
    return this.servers;
  }

  get catalogue(): SqldServer {
    return this.running.catalogue;
  }

  get store() {
    return this.running.store;
  }

  get form(): RequestOf<'team.share'> {
    const { url: catalogue, adminUrl: url, adminKey: key } = this.catalogue;
    return { name: 'Kitchen', member: 'Ann', catalogue, admin: { url, key }, files: this.store.address };
  }

  async desk(name: string): Promise<TestDesk> {
    const engine = await openExchangeableEngine({
      ...testOptions(join(this.folder, name)),
      permissionFolder: join(this.folder, `${name}-computer`),
      replicaThreadFile: join(project, 'out', 'main', 'replica-worker.cjs'),
      resumesIngests: true,
    });
    this.opened.push(engine);
    const source = join(this.folder, `${name}-files`);
    await mkdir(source, { recursive: true });
    return new TestDesk(name, engine, source);
  }

  async joined(
    name: string,
    owner: TestDesk,
    role: RequestOf<'team.invite'>['role'] = 'contributor',
  ): Promise<TestDesk> {
    const { invitation } = await owner.ask('team.invite', { name, role });
    const desk = await this.desk(name);
    await desk.ask('team.join', { invitation });
    await desk.ask('team.sync', {});
    return desk;
  }
}

export class TestDesk {
  constructor(
    readonly name: string,
    readonly engine: Engine,
    readonly source: string,
  ) {}

  async ask<R extends RouteName>(route: R, input: RequestOf<R>, requestId?: string): Promise<Results[R]> {
    const result = await this.engine.request(route, input, requestId ? { requestId } : undefined);
    if (!result.ok) throw new Error(`${route}: ${JSON.stringify(result.error)}`);
    return result.data;
  }

  async refusal<R extends RouteName>(route: R, input: RequestOf<R>, requestId?: string): Promise<string | null> {
    const result = await this.engine.request(route, input, requestId ? { requestId } : undefined);
    return result.ok ? null : result.error.code;
  }

  async add(files: Readonly<Record<string, string>>): Promise<Results['ingest.run']> {
    for (const [file, text] of Object.entries(files)) await writeFile(join(this.source, file), text);
    return this.ask('ingest.run', { paths: Object.keys(files).map((file) => join(this.source, file)) });
  }

  async titles(): Promise<string[]> {
    return (await this.ask('library.list', {})).map(({ title }) => title).sort();
  }

  async findings() {
    return (await this.ask('library.check', { depth: 'whole' })).findings;
  }
}
