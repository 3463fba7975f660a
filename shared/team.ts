import { z } from 'zod';
import { teamRoles } from './contract/team';
import { VitrineError } from './errors';

const text = z.string().min(1);
const address = z.url({ protocol: /^https?$/ });

/** One line for a member: the address of the place, and the key to it. Anyone who has it can act as that member. */
const invitation = z.object({
  v: z.literal(1),
  place: z.object({ id: text, name: text, url: address, publicKey: text }),
  files: z.object({
    uri: text,
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
export type Invitation = Readonly<z.output<typeof invitation>>;

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
  const { data, error } = invitation.safeParse(content);
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
