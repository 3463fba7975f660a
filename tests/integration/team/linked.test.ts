import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RouteName } from '@shared/contract';
import { invitationLine } from '@shared/contract/team';
import { describe, expect, it } from 'vitest';
import { link, partsOf, sums, unlink } from '../attacks/linked-parts';
import { type TestDesk, TestPlace } from './open-desk';

const place = await TestPlace.ready();

describe.skipIf(!place.programs)('a library of which one part becomes a link', () => {
  let ann: TestDesk;
  const library = join(place.folder, 'ann');
  const victim = join(place.folder, 'Documents');

  /** Links each part in its turn, and expects that these requests refuse it and leave the victim's files as they were. */
  async function expectRefusals(requests: readonly (readonly [RouteName, object])[]): Promise<void> {
    const parts = await partsOf(library);
    expect(parts.length).toBeGreaterThan(12);
    for (const part of parts) {
      await link(library, part, victim);
      const before = await sums(victim);
      const answers: unknown[] = [];
      for (const [route, input] of requests) answers.push(await ann.engine.request(route, input as never));
      expect(await sums(victim), part).toEqual(before);
      await unlink(library, part, victim);
      const refused = { ok: false, error: { code: 'library-linked', details: { parts: part.replaceAll('\\', '/') } } };
      expect(answers, part).toMatchObject(requests.map(() => refused));
    }
  }

  it('is not shared and joins no place', async () => {
    ann = await place.desk('ann');
    await ann.add({ 'deed.txt': 'The deed of the house by the harbour.', 'will.txt': 'The will is in the desk.' });
    await mkdir(victim);
    await writeFile(join(victim, 'will.txt'), 'mine');
    // A part that is not there could not be linked.
    for (const folder of ['config', 'evaluation', 'incoming', 'logs', 'models', 'staging', 'tables', 'team']) {
      await mkdir(join(library, folder), { recursive: true });
      await writeFile(join(library, folder, 'something.bin'), folder);
    }
    const invitation = invitationLine({
      v: 1,
      place: { id: 'place', name: 'Kitchen', url: place.catalogue.url, publicKey: 'key' },
      files: place.store.address,
      token: 'token',
      member: { id: 'member', name: 'Ann', role: 'reader' },
    });
    await expectRefusals([
      ['team.share', place.form],
      ['team.join', { invitation }],
    ]);
    expect(await ann.ask('team.get', {})).toBeNull();
    await ann.ask('team.share', place.form);
  }, 120_000);

  it('is not taken back out of its place, and does not leave it', async () => {
    await ann.ask('team.sync', {});
    await expectRefusals([
      ['team.unshare', {}],
      ['team.leave', {}],
    ]);
    await link(library, 'team', victim);
    const before = await sums(victim);
    await ann.ask('library.rename', {
      documentId: (await ann.ask('library.list', {}))[0]?.documentId ?? '',
      title: 'oath',
    });
    expect((await ann.ask('team.sync', {}))?.trouble?.code).toBe('library-linked');
    expect(await sums(victim)).toEqual(before);
    await unlink(library, 'team', victim);
    expect((await ann.ask('team.sync', {}))?.trouble).toBeNull();
    expect(await ann.titles()).toEqual(['oath', 'will']);
    const bob = await place.joined('bob', ann, 'reader');
    expect(await bob.titles()).toEqual(['oath', 'will']);
    expect(await ann.ask('team.unshare', {})).toMatchObject({ documents: 2, missing: [] });
    expect(await ann.titles()).toEqual(['oath', 'will']);
  }, 120_000);
});
