import { type TeamMember, type TeamMove, type TeamReport, type TeamRole, teamRoles } from '@shared/contract/index';
import { t } from '@shared/words/index';
import { FolderDown, LogIn, LogOut, RefreshCw, UserMinus, UserPlus, Users } from 'lucide-react';
import { type FormEvent, useEffect, useId, useState } from 'react';
import { host } from '../../bridge/host';
import { useAnswer, useTask } from '../../bridge/use-answer';
import { askOrSay } from '../../state/undo';
import { Button, CopyButton } from '../../ui/Button';
import { Form, Select } from '../../ui/fields';
import { ErrorNote } from '../../ui/Notices';
import { formatDuration } from '../../ui/quantities';
import { TaskProgress } from '../../ui/TaskProgress';
import { Line, PanelEnd, RowPanel, SettingGroup } from './SettingRow';

export function TeamGroup() {
  const { data, error, ask, current } = useAnswer('team.get', {});
  useEffect(
    () => host().subscribe(({ type }) => void ((type === 'team.changed' || type === 'engine.up') && ask())),
    [ask],
  );
  return (
    <SettingGroup title={t('settings.purpose.team')} help={t('team.help')}>
      <ErrorNote error={error} />
      {data ? <TeamPlace team={data} /> : null}
      {current && !data ? <NoPlace /> : null}
    </SettingGroup>
  );
}

function NoPlace() {
  const [shows, setShows] = useState<'join' | 'share' | null>(null);
  const close = () => setShows(null);
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <Button icon={LogIn} data-testid="team-join" label={t('team.join')} onClick={() => setShows('join')} />
        <Button icon={Users} data-testid="team-share" label={t('team.share')} onClick={() => setShows('share')} />
      </div>
      {shows === 'join' ? <Join close={close} /> : null}
      {shows === 'share' ? <Share close={close} /> : null}
    </>
  );
}

function Join({ close }: { readonly close: () => void }) {
  const [line, setLine] = useState('');
  const { data, error } = useAnswer('team.look', line.trim() === '' ? null : { invitation: line });
  const task = useTask();
  const id = useId();
  return (
    <RowPanel title={t('team.join')} testId="team-join-panel" close={close}>
      <Form className="mt-2" submit={() => void task.run('team.join', { invitation: line })}>
        <label htmlFor={id} className="text-muted">
          {t('team.paste')}
        </label>
        <textarea
          id={id}
          data-testid="team-invitation"
          rows={3}
          spellCheck={false}
          className="content mt-1 w-full rounded-md border border-edge bg-case px-3 py-2 font-mono text-12 break-all"
          value={line}
          onChange={({ target }) => setLine(target.value)}
        />
        {data ? (
          <p className="mt-2" data-testid="team-looked" aria-live="polite">
            {t('team.looked', { name: data.name, place: data.place.name, role: t(`team.role.${data.role}`) })}
            <span className="content block text-12 break-all text-muted">{data.place.url}</span>
          </p>
        ) : null}
        <ErrorNote error={task.error ?? error} around="mt-2" />
        {task.running ? <Moving cancel={task.cancel} /> : null}
        <PanelEnd
          yes={t('team.joinNow')}
          testId="team-join-now"
          disabled={!data || task.running !== null}
          close={close}
        />
      </Form>
    </RowPanel>
  );
}

const fields = [
  ['name', 'text', true],
  ['member', 'text', true],
  ['catalogue', 'url', true],
  ['adminUrl', 'url', true],
  ['adminKey', 'password', true],
  ['uri', 'text', true],
  ['endpoint', 'url', false],
  ['region', 'text', false],
  ['accessKeyId', 'text', true],
  ['secretAccessKey', 'password', true],
] as const;
const examples = ['name', 'member', 'catalogue', 'adminUrl', 'uri', 'endpoint', 'region'] as const;

function exampleOf(name: string): string {
  const found = examples.find((one) => one === name);
  return found ? t(`team.example.${found}`) : '';
}

function Share({ close }: { readonly close: () => void }) {
  const task = useTask();
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const of = (name: (typeof fields)[number][0]): string => String(form.get(name) ?? '').trim();
    const [endpoint, region] = [of('endpoint'), of('region')];
    void task.run('team.share', {
      name: of('name'),
      member: of('member'),
      catalogue: of('catalogue'),
      admin: { url: of('adminUrl'), key: of('adminKey') },
      files: {
        uri: of('uri'),
        ...(endpoint ? { endpoint } : {}),
        ...(region ? { region } : {}),
        accessKeyId: of('accessKeyId'),
        secretAccessKey: of('secretAccessKey'),
      },
    });
  };
  return (
    <RowPanel title={t('team.share')} testId="team-share-panel" close={close}>
      <p className="mt-1 text-muted">{t('team.shareHelp')}</p>
      <form className="mt-3" onSubmit={submit}>
        <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,2fr)] items-center gap-x-4 gap-y-2">
          {fields.map(([name, type, required]) => (
            <Line
              key={name}
              label={t(`team.field.${name}`)}
              around="contents"
              name={name}
              type={type}
              required={required}
              placeholder={exampleOf(name)}
              data-testid={`team-${name}`}
            />
          ))}
        </div>
        <ErrorNote error={task.error} around="mt-3" />
        {task.running ? <Moving cancel={task.cancel} /> : null}
        <PanelEnd yes={t('team.shareNow')} testId="team-share-now" disabled={task.running !== null} close={close} />
      </form>
    </RowPanel>
  );
}

export function Moving({ cancel }: { cancel(): void }) {
  const [move, setMove] = useState<TeamMove | null>(null);
  useEffect(() => host().subscribe((event) => void (event.type === 'team.moving' && setMove(event.move))), []);
  return (
    <div className="mt-3" data-testid="team-moving">
      <TaskProgress
        name={move ? t(`team.phase.${move.phase}`) : t('team.begins')}
        look="font-medium"
        cancelTestId="team-cancel"
        cancel={cancel}
        share={move && { done: move.share, total: 1 }}
        facts=""
      />
    </div>
  );
}

const secondMs = 1000;
/** A desk that was not seen for this long is not open. */
const awayAfter = 60;

function TeamPlace({ team }: { readonly team: TeamReport }) {
  const { place, me, trouble, behind } = team;
  return (
    <>
      <p className="font-medium" data-testid="team-place">
        {place.name}
        <span className="content block text-12 font-normal break-all text-muted">
          {place.url} · {place.files}
        </span>
      </p>
      <p className="mt-1 text-muted">{t('team.me', { name: me.name, role: t(`team.role.${me.role}`) })}</p>
      <div className="mt-3 flex flex-wrap items-center gap-3">
        <Button icon={RefreshCw} data-testid="team-sync" onClick={() => void askOrSay('team.sync', {})}>
          {t('team.sync')}
        </Button>
        <span className="text-12 text-muted" data-testid="team-synced" role="status">
          <Synced at={team.syncedAt} />
          {behind > 0 ? ` · ${t('team.behind', { count: behind })}` : ''}
        </span>
      </div>
      <ErrorNote
        error={trouble}
        action={
          trouble?.code === 'schema-foreign' && me.role === 'owner' ? (
            <Button data-testid="team-clean" label={t('team.clean')} onClick={() => void askOrSay('team.clean', {})} />
          ) : null
        }
        around="mt-2"
      />
      <Members team={team} />
      <WaysOut />
    </>
  );
}

function Synced({ at }: { readonly at: string | null }) {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), secondMs);
    return () => clearInterval(timer);
  }, []);
  if (at === null) return t('team.notSynced');
  const ms = Math.max(0, now - Date.parse(at));
  return ms < 10 * secondMs ? t('team.syncedNow') : t('team.synced', { time: formatDuration(ms) });
}

function Members({ team: { me, members } }: { readonly team: TeamReport }) {
  const isOwner = me.role === 'owner';
  const current = members.filter(({ revokedAt }) => revokedAt === null);
  const revoked = members.filter(({ revokedAt }) => revokedAt !== null);
  return (
    <>
      <h4 className="mt-4 font-medium">{t('team.members')}</h4>
      <ul className="mt-2 space-y-2" data-testid="team-members">
        {current.map((member) => (
          <Member key={member.memberId} member={member} mayRevoke={isOwner && member.memberId !== me.memberId} />
        ))}
      </ul>
      {revoked.length > 0 ? (
        <details className="mt-2 text-muted">
          <summary>{t('team.revoked', { count: revoked.length })}</summary>
          <p className="content">{revoked.map(({ name }) => name).join(', ')}</p>
        </details>
      ) : null}
      {isOwner ? <Invite /> : null}
    </>
  );
}

function Member({ member, mayRevoke }: { readonly member: TeamMember; readonly mayRevoke: boolean }) {
  const [asks, setAsks] = useState(false);
  const { name, role, forged, desks, memberId } = member;
  const open = desks.filter(({ seenAgo }) => seenAgo < awayAfter);
  const doing = open.find((desk) => desk.doing !== null);
  return (
    <li className="flex flex-wrap items-center gap-2">
      <span className="content min-w-40 flex-1 font-medium break-all">
        {name}
        <span className="block text-12 font-normal text-muted">
          {t(`team.role.${role}`)}
          {open.length > 0 ? ` · ${doing ? t('team.adds') : t('team.here')}` : ''}
        </span>
        {forged ? <span className="block text-12 font-normal text-danger">{t('team.forged')}</span> : null}
      </span>
      {mayRevoke ? (
        <Button icon={UserMinus} aria-label={t('team.revokeOf', { name })} onClick={() => setAsks(true)}>
          {t('settings.api.revoke')}
        </Button>
      ) : null}
      {asks ? (
        <div className="w-full">
          <RowPanel title={t('team.revokeOf', { name })} testId="team-revoke-panel" close={() => setAsks(false)}>
            <p className="mt-1 text-muted">{t('team.revokeHelp')}</p>
            <Button
              look="primary"
              className="mt-2"
              data-testid="team-revoke-now"
              label={t('settings.api.revoke')}
              onClick={() => void askOrSay('team.revoke', { memberId }).then(() => setAsks(false))}
            />
          </RowPanel>
        </div>
      ) : null}
    </li>
  );
}

function Invite() {
  const [name, setName] = useState('');
  const [role, setRole] = useState<TeamRole>('contributor');
  const [line, setLine] = useState<string | null>(null);
  const invite = async (): Promise<void> => {
    const made = await askOrSay('team.invite', { name: name.trim(), role });
    if (made === null) return;
    setLine(made.invitation);
    setName('');
  };
  return (
    <>
      <Form className="mt-3 flex flex-wrap items-center gap-2" submit={() => void invite()}>
        <input
          aria-label={t('team.inviteName')}
          placeholder={t('team.inviteName')}
          data-testid="team-invite-name"
          className="content h-8 min-w-0 flex-1 rounded-md border border-edge bg-case px-3 text-14"
          maxLength={200}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <Select<TeamRole>
          data-testid="team-invite-role"
          label={t('team.inviteRole')}
          options={teamRoles}
          value={role}
          nameOf={(one) => t(`team.role.${one}`)}
          choose={setRole}
        />
        <Button type="submit" icon={UserPlus} data-testid="team-invite" disabled={name.trim() === ''}>
          {t('team.invite')}
        </Button>
      </Form>
      {line === null ? null : (
        <RowPanel title={t('team.once')} testId="team-line-panel" close={() => setLine(null)}>
          <p className="mt-1 text-muted">{t('team.onceHelp')}</p>
          <div className="mt-2 flex items-start gap-2">
            <code
              className="content max-h-24 min-w-0 overflow-y-auto font-mono text-12 break-all"
              data-testid="team-line"
            >
              {line}
            </code>
            <CopyButton text={() => line} label={t('team.copy')} />
          </div>
        </RowPanel>
      )}
    </>
  );
}

function WaysOut() {
  const [asks, setAsks] = useState<'unshare' | 'leave' | null>(null);
  const back = useTask();
  const leave = useTask();
  const close = () => setAsks(null);
  return (
    <>
      <div className="mt-6 flex flex-wrap gap-2">
        <Button icon={FolderDown} data-testid="team-back" label={t('team.back')} onClick={() => setAsks('unshare')} />
        <Button icon={LogOut} data-testid="team-leave" label={t('team.leave')} onClick={() => setAsks('leave')} />
      </div>
      {asks === null ? null : (
        <RowPanel title={asks === 'leave' ? t('team.leave') : t('team.back')} testId="team-out-panel" close={close}>
          <p className="mt-1 text-muted">{asks === 'leave' ? t('team.leaveHelp') : t('team.backHelp')}</p>
          <ErrorNote error={asks === 'leave' ? leave.error : back.error} around="mt-2" />
          {back.running ? <Moving cancel={back.cancel} /> : null}
          <PanelEnd
            yes={asks === 'leave' ? t('team.leaveNow') : t('team.backNow')}
            testId="team-out-now"
            disabled={(back.running ?? leave.running) !== null}
            run={() => void (asks === 'leave' ? leave.run('team.leave', {}) : back.run('team.unshare', {}))}
            close={close}
          />
        </RowPanel>
      )}
    </>
  );
}
