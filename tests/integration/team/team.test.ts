import { join } from 'node:path';
import { invitationLine, readInvitation } from '@shared/contract/team';
import { describe, expect, it } from 'vitest';
import { type TestDesk, TestPlace } from './open-desk';

const place = await TestPlace.ready();

describe.skipIf(!place.programs)('a library of several desks', () => {
  let ann: TestDesk;
  let bob: TestDesk;
  let line: string;

  it('is made of a folder, which keeps what it had', async () => {
    ann = await place.desk('ann');
    await ann.add({
      'kettle.txt': 'The red kettle stands on the walnut table.',
      'lid.txt': 'A lid of beech wood lies beside it.',
    });
    const before = await ann.ask('library.list', {});
    const shared = await ann.ask('team.share', place.form);
    expect(shared).toMatchObject({ documents: 2, files: 2, place: { name: 'Kitchen' } });
    expect(await ann.ask('library.list', {})).toEqual(before);
    expect((await ann.ask('search.run', { query: 'walnut table' })).results[0]?.text).toContain('walnut');
    const report = await ann.ask('team.sync', {});
    expect(report).toMatchObject({ trouble: null, behind: 0, me: { name: 'Ann', role: 'owner' } });
  }, 120_000);

  it('is joined by an invitation, with index and files', async () => {
    ({ invitation: line } = await ann.ask('team.invite', { name: 'Bob', role: 'contributor' }));
    bob = await place.desk('bob');
    expect(await bob.ask('team.look', { invitation: line })).toMatchObject({
      name: 'Bob',
      role: 'contributor',
      place: { name: 'Kitchen' },
      others: [],
    });
    const content = readInvitation(line);
    const files = { ...content.files, endpoint: 'https://store.example' };
    const elsewhere = invitationLine({ ...content, files });
    expect((await bob.ask('team.look', { invitation: elsewhere })).others).toEqual([files.endpoint]);
    await bob.ask('team.join', { invitation: line });
    await bob.ask('team.sync', {});
    expect(await bob.titles()).toEqual(['kettle', 'lid']);
    const [hit] = (await bob.ask('search.run', { query: 'walnut table' })).results;
    expect(hit?.text).toContain('walnut');
    const [document] = await bob.ask('library.list', {});
    const file = await bob.ask('library.file', { documentId: document?.documentId ?? '' });
    expect(Buffer.from(file.base64, 'base64').toString()).toMatch(/kettle|lid/u);
    expect(await bob.findings()).toEqual([]);
  }, 120_000);

  it('is changed by both at the same time', async () => {
    const many = (name: string) =>
      Object.fromEntries(
        Array.from({ length: 8 }, (_none, at) => [
          `${name}${at}.txt`,
          `${name} number ${at} about spoons.\n\nA paragraph that is the same everywhere.`,
        ]),
      );
    await Promise.all([ann.add(many('ann')), bob.add(many('bob'))]);
    await ann.ask('team.sync', {});
    await bob.ask('team.sync', {});
    const titles = await ann.titles();
    expect(titles).toHaveLength(18);
    expect(await bob.titles()).toEqual(titles);
    for (const one of [ann, bob]) expect(await one.findings()).toEqual([]);
    const mine = (await bob.ask('library.list', {})).find(({ title }) => title === 'kettle');
    await bob.ask('library.delete', { documentIds: [mine?.documentId ?? ''] });
    await ann.ask('team.sync', {});
    expect(await ann.titles()).not.toContain('kettle');
    expect(
      (await ann.ask('search.run', { query: 'red kettle walnut', mode: 'keyword' })).results.filter(({ text }) =>
        text.includes('walnut'),
      ),
    ).toEqual([]);
  }, 120_000);

  it('lets a reader read, and refuses a revoked member', async () => {
    const cleo = await place.joined('Cleo', ann, 'reader');
    expect(await cleo.titles()).toHaveLength(17);
    expect(await cleo.refusal('ingest.run', { paths: [join(place.folder, 'ann-files')] })).toBe('team-read-only');
    const [one] = await cleo.ask('library.list', {});
    expect(await cleo.refusal('library.delete', { documentIds: [one?.documentId ?? ''] })).toBe('team-read-only');
    expect(await cleo.refusal('team.invite', { name: 'Dan', role: 'reader' })).toBe('team-place');
    const members = (await ann.ask('team.sync', {}))?.members ?? [];
    expect(members.map(({ name, role, forged }) => [name, role, forged])).toEqual([
      ['Ann', 'owner', false],
      ['Bob', 'contributor', false],
      ['Cleo', 'reader', false],
    ]);
    await ann.ask('team.revoke', { memberId: members[1]?.memberId ?? '' });
    expect((await bob.ask('team.sync', {}))?.trouble?.code).toBe('team-refused');
    expect(await bob.titles()).toHaveLength(17);
    const stranger = await place.desk('stranger');
    expect(await stranger.refusal('team.join', { invitation: line })).toBe('team-refused');
    expect(await ann.refusal('team.revoke', { memberId: members[0]?.memberId ?? '' })).toBe('team-place');
  }, 120_000);

  it('can be searched without its servers, and catches up', async () => {
    const eve = await place.joined('Eve', ann);
    await place.catalogue.kill();
    expect((await eve.ask('team.sync', {}))?.trouble?.code).toBe('team-unreachable');
    expect((await eve.ask('search.run', { query: 'spoons' })).results.length).toBeGreaterThan(0);
    const report = await eve.engine.request('ingest.run', { paths: [join(place.folder, 'ann-files', 'kettle.txt')] });
    expect(report.ok ? report.data.totals : report.error.code).toBe('team-unreachable');
    await place.catalogue.start();
    expect((await eve.ask('team.sync', {}))?.trouble).toBeNull();
    await expect.poll(() => eve.titles(), { timeout: 20_000 }).toContain('kettle');
    await ann.ask('team.sync', {});
    expect(await ann.titles()).toEqual(await eve.titles());
  }, 120_000);

  it('takes what a member adds in the moment of joining', async () => {
    const { invitation } = await ann.ask('team.invite', { name: 'Ida', role: 'contributor' });
    const ida = await place.desk('ida');
    await ida.ask('team.join', { invitation });
    await ida.add({ 'sieve.txt': 'The sieve hangs over the sink.' });
    const [added] = (await ida.ask('library.list', {})).filter(({ title }) => title === 'sieve');
    await ida.ask('library.delete', { documentIds: [added?.documentId ?? ''] });
    await ida.ask('team.sync', {});
    await ann.ask('team.sync', {});
    expect(await ida.titles()).toEqual(await ann.titles());
    expect(await ida.findings()).toEqual([]);
  }, 120_000);

  it('comes back into a folder, whole', async () => {
    const before = await ann.ask('library.list', {});
    const back = await ann.ask('team.unshare', {});
    expect(back.missing).toEqual([]);
    expect(back.documents).toBe(before.length);
    expect(await ann.ask('team.get', {})).toBeNull();
    expect((await ann.ask('library.list', {})).map(({ documentId }) => documentId).sort()).toEqual(
      before.map(({ documentId }) => documentId).sort(),
    );
    expect(await ann.findings()).toEqual([]);
    expect((await ann.ask('search.run', { query: 'spoons' })).results.length).toBeGreaterThan(0);
  }, 120_000);
});
