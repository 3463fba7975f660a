import type { TeamDesk, TeamMember } from '@shared/contract';
import type { Desk } from './desk';
import { isSigned, memberRows, type PlaceRows } from './people';

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
  return memberRows(place).map((row) => ({
    memberId: row.memberId,
    name: row.name,
    role: row.role,
    invitedAt: row.invitedAt,
    revokedAt: row.revokedAt,
    forged: !isSigned(row, publicKey),
    desks: desks
      .filter(({ memberId }) => memberId === row.memberId)
      .map(({ memberId: _memberId, ...desk }) => ({ ...desk, isThis: desk.deskId === deskId })),
  }));
}
