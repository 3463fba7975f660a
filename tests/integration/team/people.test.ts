import { createPrivateKey, randomUUID, sign } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TeamRole } from '@shared/contract';
import { type Invitation, invitationLine, readInvitation } from '@shared/contract/team';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type AdminFetch,
  invite,
  isSigned,
  MemberKeys,
  type MemberRow,
  memberRows,
  memberStatement,
  newKeys,
  newMember,
  type OwnerKeys,
  type PlaceOfPeople,
  type PlaceWriter,
  revoke,
  teamSchema,
} from '../../../electron/engine/team/people';
import { temporaryFolder } from '../../temporary-folder';
import { findSqld, openSqld, type SqldServer } from '../sqld-server';

const program = await findSqld();

interface Statement {
  readonly sql: string;
  readonly args?: readonly (string | null)[];
}
interface Answer {
  readonly status: number;
  readonly text: string;
  readonly rows: Record<string, string | null>[][];
}

/** One transaction, as a desk sends it. */
async function ask(server: SqldServer, token: string, statements: readonly Statement[]): Promise<Answer> {
  const steps = statements.map(({ sql, args = [] }, at) => ({
    stmt: { sql, args: args.map((value) => (value === null ? { type: 'null' } : { type: 'text', value })) },
    ...(at > 0 ? { condition: { type: 'ok', step: at - 1 } } : {}),
  }));
  const response = await fetch(`${server.url}/v2/pipeline`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ requests: [{ type: 'batch', batch: { steps } }, { type: 'close' }] }),
  });
  const text = await response.text();
  const results = response.ok ? (JSON.parse(text).results[0].response?.result.step_results ?? []) : [];
  return {
    status: response.status,
    text,
    rows: results.map((result: { cols: { name: string }[]; rows: { value?: string }[][] } | null) =>
      (result?.rows ?? []).map((row) =>
        Object.fromEntries(row.map(({ value = null }, at) => [result?.cols[at]?.name, value])),
      ),
    ),
  };
}

const whatReads: Statement = { sql: 'SELECT count(*) AS members FROM team_members' };
const whatWrites: Statement = { sql: "INSERT INTO team_leases (name, desk_id, until) VALUES ('other', 'me', 0)" };

class TestPlace {
  readonly people: PlaceOfPeople;
  readonly keys: OwnerKeys;
  readonly first: { row: MemberRow; invitation: Invitation };

  constructor(readonly server: SqldServer) {
    const { publicKey, privateKey } = newKeys();
    const { url, adminUrl, adminKey } = server;
    this.keys = { adminUrl, adminKey, privateKey };
    this.people = {
      place: { id: randomUUID(), name: 'Bureau', url, publicKey },
      files: { uri: 's3://bucket', accessKeyId: 'id', secretAccessKey: 'secret' },
    };
    this.first = newMember(this.people, this.keys, { name: 'Olga', role: 'owner' });
  }

  get members(): MemberKeys {
    return new MemberKeys(this.people.place, this.keys, fetch);
  }

  async make(): Promise<this> {
    await this.members.make(this.first.row);
    const made = await this.ask(this.first.invitation, ...teamSchema.map((sql) => ({ sql })));
    expect(made.status).toBe(200);
    await this.ask(this.first.invitation, memberStatement(this.first.row));
    return this;
  }

  ask({ token }: Pick<Invitation, 'token'>, ...statements: Statement[]): Promise<Answer> {
    return ask(this.server, token, statements);
  }

  /** Access of an owner's desk; the copy is of now. */
  async desk(): Promise<PlaceWriter> {
    const sql = `SELECT member_id AS memberId, name, role, public_key AS publicKey, invited_at AS invitedAt,
      revoked_at AS revokedAt, signature FROM team_members ORDER BY invited_at, member_id`;
    const { rows } = await this.ask(this.first.invitation, { sql });
    return {
      rows: <T>() => (rows[0] ?? []) as T[],
      write: async (statements) => {
        const { status, text, rows: written } = await this.ask(this.first.invitation, ...statements);
        if (status !== 200 || text.includes('"code":"SQL')) throw new Error(text);
        return written;
      },
    };
  }

  async rows(): Promise<MemberRow[]> {
    return memberRows(await this.desk());
  }

  async invite(name: string, role: TeamRole, send: AdminFetch = fetch): Promise<Invitation> {
    return invite(this.people, this.keys, { name, role }, await this.desk(), send);
  }

  async revoke(memberId: string, send: AdminFetch = fetch): Promise<void> {
    await revoke(this.people, this.keys, memberId, await this.desk(), send);
  }
}

describe.skipIf(program === null)('who gets into a team place', () => {
  let server: SqldServer;
  let place: TestPlace;

  beforeEach(async () => {
    const folder = temporaryFolder();
    // As in docs/guide/team.md: the other half of this key does not exist.
    const keyFile = join(folder, 'nobody.pem');
    await writeFile(keyFile, newKeys().publicKey);
    server = await openSqld(program ?? '', join(folder, 'data'), { keyFile });
    place = new TestPlace(server);
    expect((await place.ask(place.first.invitation, { sql: 'SELECT 1' })).status).toBe(404);
    await place.make();
  });
  afterEach(() => server.kill());

  it('is who was invited: readers read, contributors and owners write', async () => {
    const reader = await place.invite('Rita', 'reader');
    const contributor = await place.invite('Carl', 'contributor');
    expect(await place.ask(reader, whatReads)).toMatchObject({ status: 200, rows: [[{ members: '3' }]] });
    expect((await place.ask(reader, whatWrites)).status).toBe(403);
    expect((await place.ask(contributor, whatWrites)).status).toBe(200);
    expect((await place.ask({ token: '' }, whatReads)).status).toBe(401);
    expect(reader.owner).toBeUndefined();
    expect(readInvitation(invitationLine(contributor))).toEqual(contributor);
    expect((await place.rows()).map(({ name, role }) => [name, role])).toEqual([
      ['Olga', 'owner'],
      ['Rita', 'reader'],
      ['Carl', 'contributor'],
    ]);
    expect((await place.rows()).every((row) => isSigned(row, place.people.place.publicKey))).toBe(true);
  });

  it('is out at once after the revocation, and the others continue', async () => {
    const reader = await place.invite('Rita', 'reader');
    const contributor = await place.invite('Carl', 'contributor');
    await place.revoke(contributor.member.id);
    expect((await place.ask(contributor, whatReads)).status).toBe(401);
    expect((await place.ask(reader, whatReads)).status).toBe(200);
    const row = (await place.rows()).find(({ name }) => name === 'Carl');
    expect(row?.revokedAt).toMatch(/^\d{4}-/u);
    expect(row && isSigned(row, place.people.place.publicKey)).toBe(true);
  });

  it('does not change when the server is killed and starts again', async () => {
    const reader = await place.invite('Rita', 'reader');
    const contributor = await place.invite('Carl', 'contributor');
    await place.revoke(contributor.member.id);
    await server.kill();
    await server.start();
    expect((await place.ask(reader, whatReads)).status).toBe(200);
    expect((await place.ask(contributor, whatReads)).status).toBe(401);
    expect((await place.ask({ token: '' }, whatReads)).status).toBe(401);
  });

  it('is no member of another place, and none with a token signed alone', async () => {
    const other = new TestPlace(server);
    expect((await place.ask(other.first.invitation, whatReads)).status).toBe(401);
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from('{"a":"rw"}').toString('base64url')}.`;
    expect((await place.ask({ token: unsigned }, whatReads)).status).toBe(401);
    const reader = await place.invite('Rita', 'reader');
    const [head, , signature] = reader.token.split('.');
    const raised = [head, Buffer.from('{"a":"rw"}').toString('base64url'), signature].join('.');
    expect((await place.ask({ token: raised }, whatReads)).status).toBe(401);
  });

  it('is no owner whom a contributor has written down', async () => {
    const contributor = await place.invite('Carl', 'contributor');
    const own = (await place.rows()).find(({ name }) => name === 'Carl');
    if (!own) throw new Error('no row');
    const strange = newMember({ ...place.people }, { ...place.keys, privateKey: newKeys().privateKey }, own);
    const forged = [
      { ...own, memberId: 'raised', role: 'owner' as const },
      { ...strange.row, memberId: 'stranger', role: 'owner' as const },
    ];
    expect((await place.ask(contributor, ...forged.map(memberStatement))).status).toBe(200);
    const rows = await place.rows();
    expect(rows.filter((row) => !isSigned(row, place.people.place.publicKey)).map(({ memberId }) => memberId)).toEqual(
      expect.arrayContaining(['raised', 'stranger']),
    );
    expect((await place.ask(strange.invitation, whatReads)).status).toBe(401);
    await expect(
      invite(
        place.people,
        { ...place.keys, adminKey: 'guessed' },
        { name: 'Eve', role: 'owner' },
        await place.desk(),
        fetch,
      ),
    ).rejects.toMatchObject({ code: 'team-admin' });
    await place.revoke('stranger');
    expect((await place.rows()).map(({ memberId }) => memberId)).not.toContain('stranger');
  });

  it('is revoked whatever a member has done to the own row', async () => {
    const gone = await place.invite('Gus', 'contributor');
    const changed = await place.invite('Carl', 'contributor');
    await place.ask(gone, { sql: 'DELETE FROM team_members WHERE member_id = ?', args: [gone.member.id] });
    await place.ask(changed, {
      sql: "UPDATE team_members SET public_key = 'another' WHERE member_id = ?",
      args: [changed.member.id],
    });
    await place.revoke(changed.member.id);
    expect((await place.ask(changed, whatReads)).status).toBe(401);
    // An owner's work repairs the others' rows.
    expect((await place.rows()).map(({ name }) => name)).toContain('Gus');
    await place.revoke(gone.member.id);
    expect((await place.ask(gone, whatReads)).status).toBe(401);
    expect((await place.rows()).every((row) => isSigned(row, place.people.place.publicKey))).toBe(true);
  });

  it('is revoked though a member holds up or has broken the catalogue', async () => {
    const hostile = await place.invite('Carl', 'contributor');
    await place.ask(hostile, {
      sql: "INSERT INTO team_leases (name, desk_id, until) VALUES ('members', 'me', 99999999999)",
    });
    await place.invite('Rita', 'reader');
    await place.ask(hostile, { sql: 'DROP TABLE team_leases' }, { sql: 'DROP TABLE team_members' });
    await expect(place.invite('Ruth', 'reader')).rejects.toThrow('team_leases');
    await expect(place.revoke(hostile.member.id)).rejects.toThrow('team_members');
    expect((await place.ask(hostile, { sql: 'SELECT 1' })).status).toBe(401);
  });

  it('stays out when the previous row is written back', async () => {
    const accomplice = await place.invite('Anna', 'contributor');
    const contributor = await place.invite('Carl', 'contributor');
    const before = (await place.rows()).find(({ name }) => name === 'Carl');
    if (!before) throw new Error('no row');
    await place.revoke(contributor.member.id);
    expect((await place.ask(accomplice, memberStatement(before))).status).toBe(200);
    await place.invite('Rita', 'reader');
    expect((await place.ask(contributor, whatReads)).status).toBe(401);
  });

  it('has an owner always', async () => {
    const { id } = place.first.invitation.member;
    await expect(place.revoke(id)).rejects.toMatchObject({ code: 'team-place', details: { why: 'last-owner' } });
    await expect(place.revoke('nobody')).rejects.toMatchObject({ code: 'team-place', details: { why: 'no-member' } });
    const second = await place.invite('Otto', 'owner');
    expect(second.owner).toEqual(place.keys);
    await place.revoke(second.member.id);
    await expect(place.revoke(id)).rejects.toMatchObject({ details: { why: 'last-owner' } });
    expect((await place.ask(place.first.invitation, whatReads)).status).toBe(200);
  });

  it('is whom any of several owners invites at the same moment, and not whom one of them revokes', async () => {
    const leaving = await place.invite('Carl', 'contributor');
    const slow: AdminFetch = async (url, init) => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      return fetch(url, init);
    };
    const [, ...invited] = await Promise.all([
      place.revoke(leaving.member.id, slow),
      ...['Rita', 'Ruth', 'Rosa'].map((name) => place.invite(name, 'reader', slow)),
    ]);
    for (const one of invited) expect((await place.ask(one, whatReads)).status).toBe(200);
    expect((await place.ask(leaving, whatReads)).status).toBe(401);
    expect((await place.rows()).map(({ name }) => name).sort()).toEqual(['Carl', 'Olga', 'Rita', 'Rosa', 'Ruth']);
  });

  it('keeps what else the operator has set, and has each change on the disk', async () => {
    const url = `${server.adminUrl}/v1/namespaces/127/config`;
    const headers = { authorization: `Basic ${server.adminKey}`, 'content-type': 'application/json' };
    const before = await (await fetch(url, { headers })).json();
    const own = newKeys().publicKey;
    const set = { ...before, txn_timeout_s: 17, jwt_key: `${before.jwt_key}\n${own}` };
    await fetch(url, { method: 'POST', headers, body: JSON.stringify(set) });
    await place.invite('Rita', 'reader');
    const after = await (await fetch(url, { headers })).json();
    expect(after).toMatchObject({ txn_timeout_s: 17, durability_mode: 'strong' });
    expect(after.jwt_key).toContain(own);
    // 2: FULL.
    expect(await place.ask(place.first.invitation, { sql: 'PRAGMA synchronous' })).toMatchObject({
      rows: [[{ synchronous: '2' }]],
    });
  });

  it('does not depend on the inviting clock', async () => {
    const now = Date.now;
    for (const hours of [-1, 1]) {
      Date.now = () => now() + hours * 3_600_000;
      try {
        const reader = await place.invite('Rita', 'reader');
        expect((await place.ask(reader, whatReads)).status).toBe(200);
        const [, claims = ''] = reader.token.split('.');
        expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toEqual({ a: 'ro' });
      } finally {
        Date.now = now;
      }
    }
  });

  it('is the first owner of the last try, and of no other place on the same server', async () => {
    const again = newMember(place.people, place.keys, { name: 'Olga', role: 'owner' });
    await place.members.make(again.row);
    expect((await place.ask(place.first.invitation, whatReads)).status).toBe(401);
    expect((await place.ask(again.invitation, whatReads)).status).toBe(200);
    const other = new TestPlace(server);
    await expect(other.members.make(other.first.row)).rejects.toMatchObject({
      code: 'team-place',
      details: { why: 'taken' },
    });
    expect((await place.ask(other.first.invitation, whatReads)).status).toBe(401);
    expect((await place.ask(again.invitation, whatReads)).status).toBe(200);
  });

  it('finds no place on a server that would forget them', async () => {
    const forgetful = await openSqld(program ?? '', temporaryFolder(), { hasNamespaces: false });
    try {
      const refused = new TestPlace(forgetful);
      await expect(refused.members.make(refused.first.row)).rejects.toMatchObject({ code: 'team-server' });
      // It is so: this is what the refusal is for.
      await new MemberKeys({ ...refused.people.place, url: 'http://localhost' }, refused.keys, fetch).change([
        refused.first.row,
      ]);
      expect((await refused.ask({ token: '' }, { sql: 'SELECT 1' })).status).toBe(401);
      await forgetful.stop();
      await forgetful.start();
      expect((await refused.ask({ token: '' }, { sql: 'SELECT 1' })).status).toBe(200);
    } finally {
      await forgetful.kill();
    }
  });

  it('reports a server that does not answer', async () => {
    await server.kill();
    await expect(place.members.members()).rejects.toMatchObject({ code: 'team-unreachable' });
  });
});

describe('the line of an invitation', () => {
  const people: PlaceOfPeople = {
    place: { id: 'place', name: 'Büro „Süd“ 事務所', url: 'https://team.example.org', publicKey: newKeys().publicKey },
    files: { uri: 's3://bucket/team', accessKeyId: 'id', secretAccessKey: 'secret', region: 'eu-1' },
  };
  const owner: OwnerKeys = { adminUrl: 'https://admin.example.org', adminKey: 'key', privateKey: newKeys().privateKey };
  const { invitation } = newMember(people, owner, { name: 'Zoë', role: 'owner' });
  const line = invitationLine(invitation);

  it('says the same again, also where a mail has broken it', () => {
    expect(line).toMatch(/^vitrine-team:[A-Za-z0-9_-]+$/u);
    expect(readInvitation(line)).toEqual(invitation);
    expect(readInvitation(` ${line.replace(/.{70}/gu, '$&\r\n')}\n`)).toEqual(invitation);
  });

  it('is refused with the reason', () => {
    const other = (content: object) => `vitrine-team:${Buffer.from(JSON.stringify(content)).toString('base64url')}`;
    const reasons = [
      'https://example.org',
      line.slice(0, -10),
      `${line.slice(0, 200)}*${line.slice(200)}`,
      other({ ...invitation, token: '' }),
      other({ ...invitation, place: { ...people.place, url: 'file:///etc' } }),
      other({ v: 2, anything: true }),
    ].map((text) => {
      try {
        return readInvitation(text);
      } catch (error) {
        return (error as { details?: { why?: string } }).details?.why ?? 'none';
      }
    });
    expect(reasons).toEqual(['none', 'cut', 'cut', 'cut', 'cut', 'newer']);
  });
});

describe('the row of a member', () => {
  it('is signed as a whole', () => {
    const place = newKeys();
    const owner: OwnerKeys = { adminUrl: 'https://a.example', adminKey: 'key', privateKey: place.privateKey };
    const people = {
      place: { id: 'place', name: 'Place', url: 'https://a.example', publicKey: place.publicKey },
      files: { uri: 's3://bucket', accessKeyId: 'id', secretAccessKey: 'secret' },
    };
    const { row } = newMember(people, owner, { name: 'Rita', role: 'reader' });
    expect(isSigned(row, place.publicKey)).toBe(true);
    const others: MemberRow[] = [
      { ...row, memberId: 'other' },
      { ...row, name: 'Olga' },
      { ...row, role: 'owner' },
      { ...row, publicKey: newKeys().publicKey },
      { ...row, invitedAt: '2020-01-01T00:00:00.000Z' },
      { ...row, revokedAt: '2020-01-01T00:00:00.000Z' },
      { ...row, signature: '' },
      { ...row, signature: sign(null, Buffer.from('x'), createPrivateKey(place.privateKey)).toString('base64') },
    ];
    expect(others.filter((other) => isSigned(other, place.publicKey))).toEqual([]);
    expect(isSigned(row, newKeys().publicKey)).toBe(false);
    expect(isSigned(row, 'no key')).toBe(false);
  });
});
