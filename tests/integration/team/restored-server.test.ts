import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RequestOf, Results, RouteName } from '@shared/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Engine } from '../../../electron/engine/engine';
import { openExchangeableEngine } from '../../../electron/engine/host/exchangeable-engine';
import { temporaryFolder } from '../../temporary-folder';
import { ensureBuilt } from '../cli/vitrine-command';
import { project, testOptions } from '../open-test-engine';
import type { SqldServer } from '../sqld-server';
import { findServers, openServers, type PlaceServers } from './servers';

const programs = await findServers();
const folder = temporaryFolder();
const [data, backup] = [join(folder, 'sqld'), join(folder, 'backup')];

describe.skipIf(programs === null)('a server that was restored as docs/guide/team.md has it', () => {
  let catalogue: SqldServer;
  let store: PlaceServers['store'];
  const engines: Engine[] = [];

  beforeAll(async () => {
    ensureBuilt();
    if (programs) ({ catalogue, store } = await openServers(programs, data));
  }, 300_000);
  afterAll(async () => {
    for (const engine of engines) await engine.close();
    await catalogue.kill();
    await store.close();
  });

  async function desk(name: string) {
    const engine = await openExchangeableEngine({
      ...testOptions(join(folder, name)),
      permissionFolder: join(folder, `${name}-computer`),
      replicaThreadFile: join(project, 'out', 'main', 'replica-worker.cjs'),
    });
    engines.push(engine);
    const ask = async <R extends RouteName>(route: R, input: RequestOf<R>): Promise<Results[R]> => {
      const result = await engine.request(route, input);
      if (!result.ok) throw new Error(`${route}: ${JSON.stringify(result.error)}`);
      return result.data;
    };
    const add = async (title: string) => {
      const path = join(folder, `${name}-files`, `${title}.txt`);
      await mkdir(join(path, '..'), { recursive: true });
      await writeFile(path, `${title} is a word of ${name}.`);
      await ask('ingest.run', { paths: [path] });
    };
    const titles = async () => {
      const trouble = (await ask('team.sync', {}))?.trouble?.code ?? null;
      return trouble ?? (await ask('library.list', {})).map(({ title }) => title).sort();
    };
    const findings = async () => (await ask('library.check', { depth: 'whole' })).findings;
    return { ask, add, titles, findings };
  }

  it('is followed by each desk, with the members of the backup', async () => {
    const ann = await desk('ann');
    await ann.add('kettle');
    await ann.ask('team.share', {
      name: 'Kitchen',
      member: 'Ann',
      catalogue: catalogue.url,
      admin: { url: catalogue.adminUrl, key: catalogue.adminKey },
      files: store.address,
    });
    const bob = await desk('bob');
    const { invitation } = await ann.ask('team.invite', { name: 'Bob', role: 'contributor' });
    await bob.ask('team.join', { invitation });
    expect(await bob.titles()).toEqual(['kettle']);
    await catalogue.stop();
    await cp(data, backup, { recursive: true });
    await catalogue.start();

    await bob.add('later');
    expect(await ann.titles()).toEqual(['kettle', 'later']);
    const members = (await ann.ask('team.get', {}))?.members ?? [];
    await ann.ask('team.revoke', { memberId: members.find(({ name }) => name === 'Bob')?.memberId ?? '' });
    expect(await bob.titles()).toBe('team-refused');

    await catalogue.stop();
    await rm(data, { recursive: true });
    await cp(backup, data, { recursive: true });
    await rm(join(data, 'dbs', '127', 'wallog'));
    await catalogue.start();
    expect(await ann.titles()).toEqual(['kettle']);
    // As the guide says: members revoked since the backup must be revoked again.
    expect(await bob.titles()).toEqual(['kettle']);
    await ann.add('lid');
    await bob.add('pot');
    for (const one of [ann, bob]) {
      expect(await one.titles()).toEqual(['kettle', 'lid', 'pot']);
      expect(await one.findings()).toEqual([]);
    }
  }, 120_000);
});
