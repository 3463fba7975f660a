import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { teamRoles } from '@shared/contract';
import { VitrineError } from '@shared/errors';
import { rememberSecrets } from '@shared/secrets';
import { z } from 'zod';
import { replaceFile } from '../files';
import { ownPath, partAt, removeOwnNow } from '../own-files';

/** A desk's facts about its place, in the library folder: a copy of the folder has them, but no keys. */
const deskFile = z.object({
  v: z.literal(1),
  deskId: z.string(),
  name: z.string(),
  place: z.object({ id: z.string(), name: z.string(), url: z.string(), publicKey: z.string() }),
  files: z.object({ uri: z.string(), endpoint: z.string().optional(), region: z.string().optional() }),
  member: z.object({ id: z.string(), name: z.string(), role: z.enum(teamRoles) }),
});
export type Desk = Readonly<z.output<typeof deskFile>>;
export type TeamFiles = Desk['files'];

/** The keys to the place, outside every library. */
const deskKeys = z.object({
  token: z.string(),
  accessKeyId: z.string(),
  secretAccessKey: z.string(),
  owner: z.object({ adminUrl: z.string(), adminKey: z.string(), privateKey: z.string() }).optional(),
});
export type DeskKeys = Readonly<z.output<typeof deskKeys>>;

const noKeys: DeskKeys = { token: '', accessKeyId: '', secretAccessKey: '' };
const remembered = new Map<string, DeskKeys>();

const fileOf = (libraryFolder: string, isMade: boolean): string =>
  ownPath(libraryFolder, isMade ? 'desk.json' : 'desk-in-the-making.json');

/** Errors: `library-damaged`. @param isMade false for a place in the making */
export function readDesk(libraryFolder: string, isMade = true): Desk | null {
  const file = fileOf(libraryFolder, isMade);
  if (!existsSync(file)) return null;
  try {
    return deskFile.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    throw new VitrineError('library-damaged', { why: 'catalogue', place: file }, { cause: error });
  }
}

/** Makes the folder a desk from its next opening on. Errors: `settings-invalid`. */
export function writeDesk(
  libraryFolder: string,
  keyFolder: string | null,
  desk: Omit<Desk, 'v' | 'deskId' | 'name'>,
  keys: DeskKeys,
  isMade = true,
): Desk {
  const deskId = randomUUID();
  const whole: Desk = { v: 1, deskId, name: `${desk.member.name}@${hostname()}-${deskId.slice(0, 4)}`, ...desk };
  const keyFile = keyFileOf(keyFolder, whole);
  const file = fileOf(libraryFolder, isMade);
  rememberSecrets(keys.token, keys.secretAccessKey);
  try {
    if (keyFile === null) remembered.set(deskId, keys);
    else {
      mkdirSync(dirname(keyFile), { recursive: true, mode: 0o700 });
      replaceFile(keyFile, `${JSON.stringify(keys)}\n`, 0o600);
    }
    replaceFile(file, `${JSON.stringify(whole, null, 2)}\n`);
    return whole;
  } catch (error) {
    throw new VitrineError('settings-invalid', { file, why: 'not-written' }, { cause: error });
  }
}

/** From its next opening on, the folder belongs to no place, and the copy of the place is removed. */
export function forgetDesk(libraryFolder: string, keyFolder: string | null, desk: Desk): void {
  const keyFile = keyFileOf(keyFolder, desk);
  for (const isMade of [true, false]) removeOwnNow(...partAt(fileOf(libraryFolder, isMade)));
  remembered.delete(desk.deskId);
  if (keyFile !== null) rmSync(keyFile, { force: true });
}

export const finishDesk = (libraryFolder: string): void =>
  renameSync(fileOf(libraryFolder, false), fileOf(libraryFolder, true));

/** Without keys, as after a copy to another computer, a desk reads what it has, and hears of nothing new. */
export function deskKeysOf(keyFolder: string | null, desk: Desk): DeskKeys {
  const file = keyFileOf(keyFolder, desk);
  if (file === null) return remembered.get(desk.deskId) ?? noKeys;
  try {
    const keys = deskKeys.parse(JSON.parse(readFileSync(file, 'utf8')));
    rememberSecrets(keys.token, keys.secretAccessKey);
    return keys;
  } catch {
    return noKeys;
  }
}

/** Its name holds the addresses too: no library gets a token sent to another server by writing another one down. */
function keyFileOf(keyFolder: string | null, { deskId, place, files }: Desk): string | null {
  if (keyFolder === null) return null;
  const { uri, endpoint, region } = files;
  const name = createHash('sha256')
    .update(JSON.stringify([deskId, place.id, place.url, uri, endpoint, region]))
    .digest('hex');
  return join(keyFolder, `team-${name}.json`);
}
