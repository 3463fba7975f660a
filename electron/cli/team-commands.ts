import { text } from 'node:stream/consumers';
import { type Results, type TeamReport, type TeamRole, teamRoles } from '@shared/contract';
import { t } from '@shared/words/index';
import { errorLine } from '@shared/words/said';
import { type Command, Option } from 'commander';
import { facts, showOver, table } from './render';
import { type Actions, addActions, type MakeCommand, namesOf, type Session } from './session';
import { badUsage } from './usage';

interface TeamOptions {
  readonly as: TeamRole;
  readonly name?: string;
  readonly member?: string;
  readonly catalogue?: string;
  readonly admin?: string;
  readonly files?: string;
  readonly endpoint?: string;
  readonly region?: string;
}

/** The source of secrets: a command line is visible to every user of the computer, and the shell stores it. */
const secrets = ['VITRINE_TEAM_ADMIN_KEY', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'] as const;

export function addTeamCommands(command: MakeCommand): void {
  const team = command('team [action] [argument]', t('terminal.command.team', { actions: namesOf(actions) }))
    .addOption(new Option('--as <role>', t('terminal.option.teamRole')).choices([...teamRoles]).default('contributor'))
    .option('--name <name>', t('terminal.option.teamName'))
    .option('--member <name>', t('terminal.option.teamMember'))
    .option('--catalogue <address>', t('terminal.option.teamCatalogue'))
    .option('--admin <address>', t('terminal.option.teamAdmin', { key: secrets[0] }))
    .option('--files <uri>', t('terminal.option.teamFiles', { keys: secrets.slice(1).join(', ') }))
    .option('--endpoint <address>', t('terminal.option.teamEndpoint'))
    .option('--region <name>', t('terminal.option.teamRegion'));
  addActions(team, actions, {
    usual: 'status',
    refuse: (self) => badUsage(self, () => t('terminal.usage.oneOf', { ways: ofTeam })),
  });
}

const ofTeam =
  'team [status]; join LINE or -; invite NAME [--as ROLE]; revoke MEMBER-ID; sync; clean; back; leave; set-up';

const actions: Actions<TeamOptions> = {
  status: ({ engine }) => engine.show('team.get', {}, reportText),
  async 'join LINE'({ engine }, line: string) {
    const invitation = line === '-' ? await text(process.stdin) : line;
    await engine.show('team.join', { invitation }, ({ place }) => t('terminal.team.joined', { place: place.name }));
  },
  'invite NAME': ({ engine, flags }, name: string) =>
    engine.show('team.invite', { name, role: flags.as }, ({ invitation }) => invitation),
  'revoke MEMBER-ID': ({ engine }, memberId: string) => engine.show('team.revoke', { memberId }, reportText),
  sync: ({ engine }) => engine.show('team.sync', {}, reportText),
  clean: ({ engine }) => engine.show('team.clean', {}, reportText),
  'set-up': ({ engine, flags, self }) => setUp(engine, flags, self),
  back: ({ engine }) => engine.show('team.unshare', {}, backText, showMove),
  leave: ({ engine }) => engine.show('team.leave', {}, ({ place }) => t('terminal.team.left', { place: place.name })),
};

const backText = ({ documents, files, missing }: Results['team.unshare']): string =>
  [
    t('terminal.team.back', { documents, files }),
    ...missing.map((title) => t('terminal.team.missing', { title })),
  ].join('\n');

async function setUp(engine: Session, options: TeamOptions, self: Command): Promise<void> {
  const { name, member, catalogue, admin, files, endpoint, region } = options;
  const [key, accessKeyId, secretAccessKey] = secrets.map((variable) => process.env[variable] ?? '');
  if (!name || !member || !catalogue || !admin || !files || !key || !accessKeyId || !secretAccessKey) {
    const ways = `team set-up --name --member --catalogue --admin --files [--endpoint] [--region]; ${secrets.join(', ')}`;
    badUsage(self, () => t('terminal.usage.oneOf', { ways }));
  }
  await engine.show(
    'team.share',
    {
      name,
      member,
      catalogue,
      admin: { url: admin, key },
      files: {
        uri: files,
        ...(endpoint ? { endpoint } : {}),
        ...(region ? { region } : {}),
        accessKeyId,
        secretAccessKey,
      },
    },
    ({ place, documents }) => t('terminal.team.shared', { place: place.name, documents }),
    showMove,
  );
}

const showMove: Parameters<Session['show']>[3] = (event) => {
  if (event.type !== 'team.moving') return;
  const { phase, share } = event.move;
  showOver(`${t(`team.phase.${phase}`)}: ${t('app.percent', { percent: Math.floor(share * 100) })}`);
};

function reportText(report: TeamReport | null): string {
  if (!report) return t('terminal.team.none');
  const { place, me, syncedAt, trouble, behind, members } = report;
  const now = members.filter(({ revokedAt }) => revokedAt === null);
  return [
    facts([
      [t('settings.purpose.team'), place.name],
      [t('team.field.catalogue'), place.url],
      [t('team.field.uri'), place.files],
      [t('team.field.member'), `${me.name} · ${t(`team.role.${me.role}`)}`],
      [t('terminal.team.synced'), trouble ? errorLine(trouble) : (syncedAt ?? t('team.notSynced'))],
      ...(behind > 0 ? [['', t('team.behind', { count: behind })] as const] : []),
    ]),
    table(now, [
      [t('team.members'), ({ name }) => name],
      [t('team.inviteRole'), ({ role, forged }) => (forged ? t('team.forged') : role)],
      ['id', ({ memberId }) => memberId],
    ]),
  ].join('\n\n');
}
