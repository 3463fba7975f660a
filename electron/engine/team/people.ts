import { createPrivateKey, createPublicKey, generateKeyPairSync, randomUUID, sign, verify } from 'node:crypto';
import { type TeamDesk, type TeamMember, type TeamRole, teamRoles } from '@shared/contract';
import type { Invitation } from '@shared/contract/team';
import { VitrineError } from '@shared/errors';
import { z } from 'zod';
import { pause } from '../async';
import type { Desk } from './desk';
import tables from './schema.json';

const memberRow = z.object({
  memberId: z.string(),
  name: z.string(),
  role: z.enum(teamRoles),
  /** PEM (SubjectPublicKeyInfo) of the member's Ed25519 key. */
  publicKey: z.string(),
  /** ISO 8601, as the next. */
  invitedAt: z.string(),
  revokedAt: z.string().nullable(),
  /** Ed25519 by the place's key, base64. */
  signature: z.string(),
});
export type MemberRow = Readonly<z.output<typeof memberRow>>;
type UnsignedRow = Omit<MemberRow, 'signature'>;

export interface PlaceRows {
  rows<T>(sql: string, ...values: string[]): T[];
}

/** Writes one transaction to the place's catalogue; the rows of each statement. */
export interface PlaceWriter extends PlaceRows {
  write(statements: readonly { sql: string; args: (string | null)[] }[]): Promise<Record<string, unknown>[][]>;
}

export type OwnerKeys = NonNullable<Invitation['owner']>;

/** Through the connection gate. */
export type AdminFetch = (
  url: URL,
  init: { method: string; headers: Record<string, string>; body?: string; signal: AbortSignal },
) => Promise<Response>;

const signedPart = ({ memberId, name, role, publicKey, invitedAt, revokedAt }: UnsignedRow): Buffer =>
  Buffer.from(JSON.stringify([memberId, name, role, publicKey, invitedAt, revokedAt]));

export function isSigned(row: MemberRow, placeKey: string): boolean {
  try {
    return verify(null, signedPart(row), createPublicKey(placeKey), Buffer.from(row.signature, 'base64'));
  } catch {
    return false;
  }
}

const withSignature = (row: UnsignedRow, privateKey: string): MemberRow => ({
  ...row,
  signature: sign(null, signedPart(row), createPrivateKey(privateKey)).toString('base64'),
});

export function newKeys(): { readonly publicKey: string; readonly privateKey: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  return {
    publicKey: String(publicKey.export({ type: 'spki', format: 'pem' })).trim(),
    privateKey: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
  };
}

/** A key whose tokens the server takes; `row` is null where no member of this place bears it. */
interface KeyEntry {
  readonly key: string;
  /** The row of the list; empty after a key that the operator has added. */
  readonly label: string;
  readonly row: MemberRow | null;
}

const config = z.looseObject({ jwt_key: z.string().nullish() });

const patienceMs = 5000;
const mostTries = 3;

/**
 * sqld's list of the keys whose tokens it takes (docs/adr/0050). It decides, and `team_members` is a copy to read. Each
 * key is followed by the member's signed row, which sqld ignores.
 */
export class MemberKeys {
  /** sqld's name for the database: the first part of its host's name. */
  private readonly namespace: string;

  constructor(
    private readonly place: Pick<Invitation['place'], 'url' | 'publicKey'>,
    private readonly owner: Pick<OwnerKeys, 'adminUrl' | 'adminKey'>,
    private readonly send: AdminFetch,
  ) {
    const [first = '', ...others] = new URL(place.url).hostname.split('.');
    this.namespace = others.length > 0 ? first : 'default';
  }

  /** Makes the database for the first owner. Errors: as `change`, `team-place`, `team-server` if it forgets members. */
  async make(first: MemberRow): Promise<void> {
    // A server without namespaces answers for any name, and loses its list of keys whenever it restarts.
    const stranger = Buffer.from(`vitrine-${randomUUID()}`).toString('base64').replaceAll('=', '');
    const url = new URL(`${this.place.url.replace(/\/+$/u, '')}/v2/pipeline`);
    const body = '{"requests":[]}';
    const { status } = await this.answered(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-namespace-bin': stranger },
      body,
    });
    if (status !== 404) throw new VitrineError('team-server');
    const isThere = (await this.ask('GET', 'config')) !== null;
    if (!isThere) await this.ask('POST', 'create', { jwt_key: textOf(entryOf(first)) });
    const entries = this.entriesOf(await this.config());
    if (entries.some(({ label, row }) => label && !row)) throw new VitrineError('team-place', { why: 'taken' });
    const earlier = entries.flatMap(({ row }) => row?.memberId ?? []);
    await this.change([first], earlier);
  }

  /** Members whose tokens the server takes, as the place has signed them. Errors: as `change`. */
  async members(): Promise<MemberRow[]> {
    return this.entriesOf(await this.config()).flatMap(({ row }) => row ?? []);
  }

  /** Adds members and removes others. Errors: `offline`, `team-unreachable`, `team-admin`, `team-busy`. */
  async change(coming: readonly MemberRow[], going: readonly string[] = []): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      const before = await this.config();
      const entries = this.entriesOf(before).filter(
        ({ key, row }) => !going.includes(row?.memberId ?? '') && !coming.some(({ publicKey }) => publicKey === key),
      );
      const jwt_key = [...entries, ...coming.map(entryOf)].map(textOf).join('\n');
      // Strong: confirmed data is on the server's disk.
      await this.ask('POST', 'config', { ...before, durability_mode: 'strong', jwt_key });
      if ((await this.config()).jwt_key === jwt_key) return;
      if (tries === mostTries) throw new VitrineError('team-busy');
    }
  }

  private entriesOf({ jwt_key }: z.output<typeof config>): KeyEntry[] {
    return [...(jwt_key ?? '').matchAll(entryPattern)].map(({ 1: key = '', 2: label = '' }) => {
      const row = rowIn(label);
      return { key, label, row: row && row.publicKey === key && isSigned(row, this.place.publicKey) ? row : null };
    });
  }

  private async config(): Promise<z.output<typeof config>> {
    const found = await this.ask('GET', 'config');
    if (found === null) throw new VitrineError('team-unreachable');
    try {
      return config.parse(JSON.parse(found));
    } catch (cause) {
      throw new VitrineError('team-unreachable', {}, { cause });
    }
  }

  private async ask(method: 'GET' | 'POST', what: 'config' | 'create', body?: object): Promise<string | null> {
    const url = new URL(`${this.owner.adminUrl.replace(/\/+$/u, '')}/v1/namespaces/${this.namespace}/${what}`);
    const { status, text } = await this.answered(url, {
      method,
      headers: {
        authorization: `Basic ${this.owner.adminKey}`,
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (status === 401 || status === 403) throw new VitrineError('team-admin');
    if (status === 404) return null;
    if (status !== 200) throw new VitrineError('team-unreachable', {}, { cause: new Error(text.slice(0, 300)) });
    return text;
  }

  private async answered(url: URL, init: Omit<Parameters<AdminFetch>[1], 'signal'>) {
    try {
      const response = await this.send(url, { ...init, signal: AbortSignal.timeout(patienceMs) });
      return { status: response.status, text: await response.text() };
    } catch (cause) {
      throw cause instanceof VitrineError ? cause : new VitrineError('team-unreachable', {}, { cause });
    }
  }
}

const entryPattern =
  /(-----BEGIN PUBLIC KEY-----[\s\S]*?-----END PUBLIC KEY-----)(?:\s*vitrine-member: ([A-Za-z0-9_-]+))?/gu;

/** The key comes first: sqld takes a list that begins with anything else for one bare key. */
const textOf = ({ key, label }: KeyEntry): string => (label ? `${key}\nvitrine-member: ${label}` : key);

const entryOf = (row: MemberRow): KeyEntry => ({
  key: row.publicKey,
  label: Buffer.from(JSON.stringify(row)).toString('base64url'),
  row,
});

function rowIn(label: string): MemberRow | null {
  try {
    return memberRow.parse(JSON.parse(Buffer.from(label, 'base64url').toString()));
  } catch {
    return null;
  }
}

export interface PlaceOfPeople {
  readonly place: Invitation['place'];
  readonly files: Invitation['files'];
}

/** A member with a key of its own, whose private half signs one token and is forgotten. */
export function newMember(
  { place, files }: PlaceOfPeople,
  owner: OwnerKeys,
  { name, role }: { readonly name: string; readonly role: TeamRole },
): { readonly row: MemberRow; readonly invitation: Invitation } {
  const { publicKey, privateKey } = newKeys();
  const member = { id: randomUUID(), name, role };
  const invitedAt = new Date().toISOString();
  const row = { memberId: member.id, name, role, publicKey, invitedAt, revokedAt: null };
  return {
    row: withSignature(row, owner.privateKey),
    invitation: {
      v: 1,
      place,
      files,
      member,
      token: tokenOf(role, privateKey),
      ...(role === 'owner' ? { owner } : {}),
    },
  };
}

/** A JWT (RFC 7519, EdDSA of RFC 8037) that does not end by a clock: it ends when its key is taken out. */
function tokenOf(role: TeamRole, privateKey: string): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const text = `${part({ alg: 'EdDSA', typ: 'JWT' })}.${part({ a: role === 'reader' ? 'ro' : 'rw' })}`;
  return `${text}.${sign(null, Buffer.from(text), createPrivateKey(privateKey)).toString('base64url')}`;
}

export const memberStatement = ({ memberId, name, role, publicKey, invitedAt, revokedAt, signature }: MemberRow) => ({
  sql: `INSERT OR REPLACE INTO team_members (member_id, name, role, public_key, invited_at, revoked_at, signature)
    VALUES (?, ?, ?, ?, ?, ?, ?)`,
  args: [memberId, name, role, publicKey, invitedAt, revokedAt, signature],
});

/** Invites a member. Errors: those of `MemberKeys`, `team-refused`, `team-read-only`. */
export async function invite(
  people: PlaceOfPeople,
  owner: OwnerKeys,
  who: { readonly name: string; readonly role: TeamRole },
  writer: PlaceWriter,
  fetch: AdminFetch,
): Promise<Invitation> {
  const keys = new MemberKeys(people.place, owner, fetch);
  const { row, invitation } = newMember(people, owner, who);
  return inTurn(writer, async () => {
    await keys.change([row]);
    await writer.write((await keys.members()).map(memberStatement));
    return invitation;
  });
}

/** Ends a member's access at once. Errors: as `invite`, `team-place` for the last owner or an unknown member. */
export async function revoke(
  { place }: PlaceOfPeople,
  owner: OwnerKeys,
  memberId: string,
  writer: PlaceWriter,
  fetch: AdminFetch,
): Promise<void> {
  const keys = new MemberKeys(place, owner, fetch);
  await inTurn(
    writer,
    async () => {
      const members = await keys.members();
      const others = members.filter((one) => one.memberId !== memberId);
      const member = members.find((one) => one.memberId === memberId);
      if (member?.role === 'owner' && !others.some(({ role }) => role === 'owner'))
        throw new VitrineError('team-place', { why: 'last-owner' });
      if (member) await keys.change([], [memberId]);
      const copy = memberRows(writer).find((one) => one.memberId === memberId);
      if (!member && !copy) throw new VitrineError('team-place', { why: 'no-member' });
      // A member's own entries are not signed, and a row without rights is not a member's.
      const row = member ?? (copy && isSigned(copy, place.publicKey) ? copy : null);
      const revokedAt = row?.revokedAt ?? new Date().toISOString();
      await writer.write([
        ...others.map(memberStatement),
        row
          ? memberStatement(withSignature({ ...row, revokedAt }, owner.privateKey))
          : { sql: 'DELETE FROM team_members WHERE member_id = ?', args: [memberId] },
      ]);
    },
    'anyhow',
  );
}

/** For how long an owner may change the members before others take over, s; longer than all its requests together. */
const turnS = 60;
const turnPauseMs = 500;

/** Lets one owner at a time change the list of keys. Errors: `team-busy`. @param how `anyhow` if nobody may block it */
async function inTurn<T>(writer: PlaceWriter, work: () => Promise<T>, how: 'in turn' | 'anyhow' = 'in turn') {
  const me = randomUUID();
  try {
    await takeTurn(writer, me);
  } catch (error) {
    if (how === 'in turn') throw error;
  }
  try {
    return await work();
  } finally {
    // A lease that cannot be returned expires.
    await writer
      .write([{ sql: `DELETE FROM team_leases WHERE name = 'members' AND desk_id = ?`, args: [me] }])
      .catch(() => undefined);
  }
}

async function takeTurn(writer: PlaceWriter, me: string): Promise<void> {
  for (let waited = 0; waited <= turnS * 1000; waited += turnPauseMs) {
    const [, [holder] = []] = await writer.write([
      {
        sql: `INSERT INTO team_leases (name, desk_id, until) VALUES ('members', ?, unixepoch() + ${turnS})
          ON CONFLICT (name) DO UPDATE SET desk_id = excluded.desk_id, until = excluded.until
          WHERE until NOT BETWEEN unixepoch() AND unixepoch() + ${turnS}`,
        args: [me],
      },
      { sql: `SELECT desk_id AS holder FROM team_leases WHERE name = 'members'`, args: [] },
    ]);
    if (holder?.holder === me) return;
    await pause(turnPauseMs);
  }
  throw new VitrineError('team-busy');
}

export const memberRows = (place: PlaceRows): MemberRow[] =>
  place.rows<MemberRow>(
    `SELECT member_id AS memberId, name, role, public_key AS publicKey, invited_at AS invitedAt, revoked_at AS revokedAt,
       signature FROM team_members ORDER BY invited_at, member_id`,
  );

/** Shows the other members that this desk is there, and what it changes now; desks that were not seen for a month go. */
export function deskRows({ deskId, member, name }: Desk, doing: string | null) {
  return [
    {
      sql: `INSERT OR REPLACE INTO team_desks (desk_id, member_id, name, seen_at, doing) VALUES (?, ?, ?, unixepoch(), ?)`,
      args: [deskId, member.id, name, doing],
    },
    { sql: 'DELETE FROM team_desks WHERE seen_at < unixepoch() - 2592000', args: [] },
  ];
}

/** Returns members by invitation, each with its desks. A row without the place's signature is marked as forged. */
export function membersOf(place: PlaceRows, { deskId, place: { publicKey } }: Desk): TeamMember[] {
  const desks = place.rows<Omit<TeamDesk, 'isThis'> & { readonly memberId: string }>(
    // The clock of the last seen desk, which is the server's.
    `SELECT desk_id AS deskId, member_id AS memberId, name, doing,
       (SELECT max(seen_at) FROM team_desks) - seen_at AS seenAgo FROM team_desks ORDER BY seen_at DESC`,
  );
  return memberRows(place).map((row) => {
    const { publicKey: _key, signature: _signature, ...member } = row;
    const own = desks.filter(({ memberId }) => memberId === row.memberId);
    return {
      ...member,
      forged: !isSigned(row, publicKey),
      desks: own.map(({ memberId: _memberId, ...desk }) => ({ ...desk, isThis: desk.deskId === deskId })),
    };
  });
}

/** Tables of a place's catalogue beyond those of a folder. Times are the server's clock, Unix seconds. */
export const teamSchema: readonly string[] = tables.map((lines) => lines.join('\n'));
