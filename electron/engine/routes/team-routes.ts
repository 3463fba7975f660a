import { randomUUID } from 'node:crypto';
import type { TeamInvitation, TeamPlaceFacts, teamRequests } from '@shared/contract';
import { type Invitation, invitationLine, readInvitation } from '@shared/contract/team';
import { VitrineError } from '@shared/errors';
import { teamFetch, teamServers } from '../connections/native-places';
import type { Uses } from '../engine-context';
import type { RouteContext } from '../events';
import { profileForIngest } from '../jobs/ingest/chunk-profiles';
import type { TeamSync } from '../jobs/team/team-sync';
import { assertOwn, partAt, removeOwn } from '../own-files';
import { Replica, shareLibrary, teamFolder, unshareLibrary } from '../store';
import {
  type Desk,
  type DeskKeys,
  deskKeysOf,
  FileStore,
  finishDesk,
  forgetDesk,
  invite,
  MemberKeys,
  memberStatement,
  newKeys,
  newMember,
  type OwnerKeys,
  readDesk,
  revoke,
  writeDesk,
} from '../team';
import type { RoutesOf } from './lazy-routes';

type Parts = Uses<'options' | 'connections' | 'config' | 'library' | 'team' | 'ingestModel' | 'emit'>;

const factsOf = ({ place: { id, name, url }, files: { uri } }: Pick<Desk, 'place' | 'files'>): TeamPlaceFacts => ({
  placeId: id,
  name,
  url,
  files: uri,
});

/** Returns the addresses of an invitation that are not on the host of its catalogue. */
function otherServers({ place: { url }, files: { endpoint, uri }, owner }: Invitation): string[] {
  const addresses = [endpoint ?? uri, ...(owner ? [owner.adminUrl] : [])];
  return addresses.filter((address) => new URL(address).hostname !== new URL(url).hostname);
}

/** Errors: `team-place` in a folder. */
function placed({ team }: Uses<'team'>): TeamSync {
  if (!team) throw new VitrineError('team-place', { why: 'none' });
  return team;
}

/** Errors: `team-place` if the library belongs to one, `library-linked`, those of the library's lock. */
function unplaced({ team, library }: Uses<'library' | 'team'>): void {
  library.assertWritable();
  if (team) throw new VitrineError('team-place', { why: 'member' });
  assertOwn(library.folder);
}

/** The desk of a place that is about to be left. Errors: `team-place` in a folder, otherwise as `unplaced`. */
function leaving(parts: Uses<'library' | 'team'>): Desk {
  const { desk } = placed(parts);
  parts.library.assertWritable();
  assertOwn(parts.library.folder);
  return desk;
}

const keyFolderOf = ({ options }: Uses<'options'>): string | null => options.permissionFolder ?? null;

const serversOf = (parts: Uses<'options' | 'connections'>, desk: Desk, keys: DeskKeys) =>
  teamServers(parts.options.replicaThreadFile, parts.connections, desk, keys);

export const teamRoutes: RoutesOf<keyof typeof teamRequests> = {
  'team.get': async ({ team }) => team?.report() ?? null,
  'team.sync': async (parts) => {
    const team = placed(parts);
    await team.now();
    return team.report();
  },
  'team.clean': async (parts) => {
    await owned(parts).replica.clean();
    await parts.team?.now();
    return placed(parts).report();
  },
  'team.look': async (_parts, { invitation }): Promise<TeamInvitation> => {
    const content = readInvitation(invitation);
    const { name, role } = content.member;
    return { place: factsOf(content), others: otherServers(content), name, role };
  },
  'team.join': async (parts, { invitation }) => join(parts, readInvitation(invitation)),
  'team.share': share,
  'team.unshare': async (parts, _input, context) => {
    const desk = leaving(parts);
    const done = await unshareLibrary(parts.library, { desk: `${desk.name}:` }, moving(parts, context, 'unshare'));
    forgetDesk(parts.library.folder, keyFolderOf(parts), desk);
    return done;
  },
  'team.leave': async (parts) => {
    const desk = leaving(parts);
    parts.library.place?.end(false);
    forgetDesk(parts.library.folder, keyFolderOf(parts), desk);
    return { place: factsOf(desk) };
  },
  'team.invite': async (parts, who) => {
    const { desk, people, owner, replica } = owned(parts);
    const invitation = await invite({ ...people, place: desk.place }, owner, who, replica, teamFetch(parts.options));
    await parts.team?.now();
    return { invitation: invitationLine(invitation) };
  },
  'team.revoke': async (parts, { memberId }) => {
    const { desk, people, owner, replica } = owned(parts);
    await revoke({ ...people, place: desk.place }, owner, memberId, replica, teamFetch(parts.options));
    await parts.team?.now();
    return placed(parts).report();
  },
};

function moving({ emit }: Uses<'emit'>, { requestId, signal }: RouteContext, direction: 'share' | 'unshare') {
  return {
    signal,
    onProgress: (phase: 'catalogue' | 'files' | 'checking', part: number) =>
      emit({ type: 'team.moving', requestId, move: { direction, phase, share: part } }),
  };
}

/** Errors: `team-place` for a desk without ownership. */
function owned(parts: Uses<'options' | 'library' | 'team'>) {
  const { desk } = placed(parts);
  const keys = deskKeysOf(keyFolderOf(parts), desk);
  const { replica } = parts.library;
  if (!keys.owner || !replica) throw new VitrineError('team-place', { why: 'not-owner' });
  const { accessKeyId, secretAccessKey } = keys;
  return { desk, owner: keys.owner, replica, people: { files: { ...desk.files, accessKeyId, secretAccessKey } } };
}

const deskOf = ({ place, files: { uri, endpoint, region }, member }: Invitation) => ({
  place,
  files: { uri, ...(endpoint ? { endpoint } : {}), ...(region ? { region } : {}) },
  member,
});

const keysIn = ({ token, files: { accessKeyId, secretAccessKey }, owner }: Invitation): DeskKeys => ({
  token,
  accessKeyId,
  secretAccessKey,
  ...(owner ? { owner } : {}),
});

async function join(parts: Uses<'options' | 'connections' | 'library' | 'team'>, invitation: Invitation) {
  unplaced(parts);
  const { library } = parts;
  if (library.documents.list().length > 0) throw new VitrineError('team-place', { why: 'has-documents' });
  const desk = writeDesk(library.folder, keyFolderOf(parts), deskOf(invitation), keysIn(invitation), false);
  try {
    const { server } = serversOf(parts, desk, keysIn(invitation));
    const replica = await Replica.open(teamFolder(library.folder), server, desk.deskId);
    try {
      await replica.sync();
      const [place] = replica.rows<{ id: string }>('SELECT place_id AS id FROM team_place');
      if (place?.id !== invitation.place.id) throw new VitrineError('team-refused');
    } finally {
      replica.close();
    }
    finishDesk(library.folder);
    return { place: factsOf(desk) };
  } catch (error) {
    forgetDesk(library.folder, keyFolderOf(parts), desk);
    await removeOwn(...partAt(teamFolder(library.folder)));
    throw error;
  }
}

type ShareInput = Parameters<RoutesOf<'team.share'>['team.share']>[1];

async function share(parts: Parts, input: ShareInput, context: RouteContext) {
  unplaced(parts);
  const { library, ingestModel, config } = parts;
  const send = teamFetch(parts.options);
  await new FileStore(input.files, send).check();
  if (!library.index.manifest) {
    const { id: modelId, dimension } = await ingestModel.entryInUse();
    const profile = profileForIngest(library, undefined, await config.limits());
    await library.change(() => library.index.create({ modelId, dimension, profile }));
  }
  const { desk, keys, owner, row } = inTheMaking(parts, input);
  const team = serversOf(parts, desk, keys);
  await new MemberKeys(desk.place, owner, send).make(row);
  await Replica.make(team.server);
  const { modelId, dimension, profile } = library.index.manifest ?? { modelId: '', dimension: 0, profile: '' };
  const complete = [
    {
      sql: 'INSERT OR REPLACE INTO team_place (place_id, name, model_id, dimension, profile, created_at) VALUES (?, ?, ?, ?, ?, ?)',
      args: [desk.place.id, desk.place.name, modelId, dimension, profile, new Date().toISOString()],
    },
    memberStatement(row),
  ];
  const moved = await shareLibrary(
    library,
    team,
    { placeId: desk.place.id, complete },
    moving(parts, context, 'share'),
  );
  finishDesk(library.folder);
  return { place: factsOf(desk), ...moved };
}

/** The place as an earlier try began it, or a new one. Its keys are on this disk before any server knows them. */
function inTheMaking(parts: Uses<'options' | 'library'>, { name, member, catalogue, admin, files }: ShareInput) {
  const { folder } = parts.library;
  const keyFolder = keyFolderOf(parts);
  const begun = readDesk(folder, false);
  const kept = begun?.place.url === catalogue ? deskKeysOf(keyFolder, begun).owner : undefined;
  const { publicKey, privateKey } = begun && kept ? { ...kept, ...begun.place } : newKeys();
  const owner: OwnerKeys = { adminUrl: admin.url, adminKey: admin.key, privateKey };
  const place = { id: begun && kept ? begun.place.id : randomUUID(), name, url: catalogue, publicKey };
  const { row, invitation } = newMember({ place, files }, owner, { name: member, role: 'owner' });
  if (begun) forgetDesk(folder, keyFolder, begun);
  const desk = writeDesk(folder, keyFolder, deskOf(invitation), keysIn(invitation), false);
  return { desk, keys: keysIn(invitation), owner, row };
}
