import { z } from 'zod';
import { type ErrorReport, VitrineError } from '../errors';
import { id, name, route, storeAddress } from './values';

/** `reader`: search and ask. `contributor`: that, and add, sort and delete documents. `owner`: that, and invite and revoke. */
export const teamRoles = ['reader', 'contributor', 'owner'] as const;
export type TeamRole = (typeof teamRoles)[number];

const address = z.url({ protocol: /^https?$/ }).max(1000);
const key = z.string().trim().min(1).max(1000);

const invitation = z.string().trim().min(1).max(20_000);

/** A library of several desks (docs/adr/0050). The host reopens it after `join`, `share`, `unshare` and `leave`. */
export const teamRequests = {
  /** Null in a folder. */
  'team.get': route<TeamReport | null>()({}),
  /** The content of an invitation; connects to nothing. Errors: `team-invitation`. */
  'team.look': route<TeamInvitation>()({ invitation }),
  /** Errors: `team-invitation`, `team-refused`, `team-unreachable`, `team-place` where the library has documents. */
  'team.join': route<{ readonly place: TeamPlaceFacts }>()({ invitation }),
  /** Makes a place of this folder. Goes on where an earlier try was stopped. Told by `team.moving`. */
  'team.share': route<{ readonly place: TeamPlaceFacts; readonly documents: number; readonly files: number }>()({
    name,
    member: name,
    catalogue: address,
    admin: z.strictObject({ url: address, key }),
    files: z.strictObject({
      uri: storeAddress,
      endpoint: address.optional(),
      region: key.optional(),
      accessKeyId: key,
      secretAccessKey: key,
    }),
  }),
  /**
   * Everything of the place into this folder, which is one of its own from then on. The place stays as it is.
   * `missing`: titles of documents whose file the store does not have any more.
   */
  'team.unshare': route<{ readonly documents: number; readonly files: number; readonly missing: readonly string[] }>()(
    {},
  ),
  /** This desk leaves the place: its copy goes, its own conversations stay. */
  'team.leave': route<{ readonly place: TeamPlaceFacts }>()({}),
  'team.sync': route<TeamReport | null>()({}),
  /** The line is in the answer, and nowhere else. */
  'team.invite': route<{ readonly invitation: string }>()({ name, role: z.enum(teamRoles) }),
  'team.revoke': route<TeamReport | null>()({ memberId: id }),
  /** Removes foreign parts from the place's catalogue. For owners. Errors: `schema-foreign` for parts that stay. */
  'team.clean': route<TeamReport | null>()({}),
} as const;

export interface TeamMember {
  readonly memberId: string;
  readonly name: string;
  readonly role: TeamRole;
  readonly invitedAt: string;
  readonly revokedAt: string | null;
  /** The row has no signature of the place: its writer may not invite. It opens nothing. */
  readonly forged: boolean;
  /** Desks on which this member has the place open, last seen first. */
  readonly desks: readonly TeamDesk[];
}

export interface TeamDesk {
  readonly deskId: string;
  readonly name: string;
  /** Since it was last seen, seconds, by the server's clock. */
  readonly seenAgo: number;
  /** Its present change: `ingest`, `delete`, …; null for none. */
  readonly doing: string | null;
  readonly isThis: boolean;
}

export interface TeamPlaceFacts {
  readonly placeId: string;
  readonly name: string;
  readonly url: string;
  /** `s3://bucket/prefix`. */
  readonly files: string;
}

export interface TeamReport {
  readonly place: TeamPlaceFacts;
  readonly me: { readonly memberId: string; readonly name: string; readonly role: TeamRole };
  /** When this desk last heard of the place, ISO 8601; null: not since it was opened. */
  readonly syncedAt: string | null;
  /** Why it does not hear of it now; null where it does. */
  readonly trouble: ErrorReport | null;
  /** Changes of the place that this desk's index does not have yet. */
  readonly behind: number;
  readonly members: readonly TeamMember[];
}

export interface TeamInvitation {
  readonly place: TeamPlaceFacts;
  /** Addresses of its other servers, if they are other hosts: the store of the files, and for owners that of the keys. */
  readonly others: readonly string[];
  readonly name: string;
  readonly role: TeamRole;
}

export interface TeamMove {
  readonly direction: 'share' | 'unshare';
  readonly phase: 'catalogue' | 'files' | 'checking';
  readonly share: number;
}

const text = z.string().min(1);

/** One line for a member: the address of the place, and the key to it. Anyone who has it can act as that member. */
const invitationContent = z.object({
  v: z.literal(1),
  place: z.object({ id: text, name: text, url: address, publicKey: text }),
  files: z.object({
    uri: storeAddress,
    endpoint: address.optional(),
    region: text.optional(),
    accessKeyId: text,
    secretAccessKey: text,
  }),
  member: z.object({ id: text, name: text, role: z.enum(teamRoles) }),
  token: text,
  /** For owners alone: the key for inviting others. */
  owner: z.object({ adminUrl: address, adminKey: text, privateKey: text }).optional(),
});
export type Invitation = Readonly<z.output<typeof invitationContent>>;

const scheme = 'vitrine-team:';

/** `vitrine-team:` and the invitation as JSON in base64url (RFC 4648 §5), without padding. */
export const invitationLine = (content: Invitation): string =>
  scheme + base64url(new TextEncoder().encode(JSON.stringify(content)));

/** Errors: `team-invitation` for other text, for a part of a line, and for one of a newer version. */
export function readInvitation(line: string): Invitation {
  // A mail programme may have broken it into several.
  const packed = line.replace(/\s+/gu, '');
  if (!packed.startsWith(scheme)) throw new VitrineError('team-invitation');
  const content = contentOf(packed.slice(scheme.length));
  if (Number(Object(content).v) > 1) throw new VitrineError('team-invitation', { why: 'newer' });
  const { data, error } = invitationContent.safeParse(content);
  if (!data) throw new VitrineError('team-invitation', { why: 'cut' }, { cause: error });
  return data;
}

function contentOf(packed: string): unknown {
  try {
    const bytes = Uint8Array.from(atob(packed.replaceAll('-', '+').replaceAll('_', '/')), (letter) =>
      letter.charCodeAt(0),
    );
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (cause) {
    throw new VitrineError('team-invitation', { why: 'cut' }, { cause });
  }
}

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
