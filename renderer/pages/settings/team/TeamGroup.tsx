import { t } from '@shared/words/index';
import { LogIn, Users } from 'lucide-react';
import { type FormEvent, useEffect, useId, useState } from 'react';
import { host } from '../../../bridge/host';
import { useAnswer, useTask } from '../../../bridge/use-answer';
import { Button } from '../../../ui/Button';
import { Form } from '../../../ui/fields';
import { ErrorNote } from '../../../ui/Notices';
import { PanelEnd, RowPanel, SettingGroup } from '../SettingRow';
import { Moving } from './Moving';
import { TeamPlace } from './TeamPlace';

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
        <Button icon={LogIn} data-testid="team-join" onClick={() => setShows('join')}>
          {t('team.join')}
        </Button>
        <Button icon={Users} data-testid="team-share" onClick={() => setShows('share')}>
          {t('team.share')}
        </Button>
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
            <label key={name} className="contents">
              <span>{t(`team.field.${name}`)}</span>
              <input
                name={name}
                type={type}
                required={required}
                autoComplete="off"
                spellCheck={false}
                placeholder={exampleOf(name)}
                data-testid={`team-${name}`}
                className="content h-8 min-w-0 rounded-md border border-edge bg-case px-3 text-14"
              />
            </label>
          ))}
        </div>
        <ErrorNote error={task.error} around="mt-3" />
        {task.running ? <Moving cancel={task.cancel} /> : null}
        <PanelEnd yes={t('team.shareNow')} testId="team-share-now" disabled={task.running !== null} close={close} />
      </form>
    </RowPanel>
  );
}
