import type { LicenceEntry, UpdateReport } from '@shared/contract/index';
import { t } from '@shared/words/index';
import { useEffect, useState } from 'react';
import { host } from '../../bridge/host';
import { useAnswer, useTask } from '../../bridge/use-answer';
import { useSettings } from '../../state/settings';
import { Button } from '../../ui/Button';
import { ErrorNote } from '../../ui/Notices';
import { formatBytes } from '../../ui/quantities';
import { byteProgress, TaskProgress } from '../../ui/TaskProgress';
import { SettingGroup, SettingSwitch } from './SettingRow';

export function AboutSection() {
  const { data, error } = useAnswer('app.about', {});
  const settingsFile = useSettings((state) => state.report?.file);
  if (!data) return <ErrorNote error={error} around="pt-6" />;
  const { paths, versions } = data;
  const places = [
    [t('library.location'), paths.library],
    [t('settings.settingsFile'), settingsFile ?? paths.settings],
    [t('settings.logFile'), paths.log],
    [t('disk.models'), paths.models],
    [t('settings.configPlace'), paths.config],
  ] as const;
  const runtimes = [
    ['Electron', versions.electron],
    ['Chromium', versions.chromium],
    ['Node.js', versions.node],
  ] as const;
  const runsOn = runtimes.flatMap(([name, version]) => (version === null ? [] : [`${name} ${version}`])).join(' · ');
  return (
    <>
      <SettingGroup title={t('app.name')} help={t('settings.version', { version: data.version })}>
        <p>{t('settings.licence', { licence: data.licence })}</p>
        <p className="tabular mt-1 text-soft">
          {t('settings.runtimes')} {runsOn}
        </p>
        <dl className="content mt-4 space-y-2">
          {places.map(([name, place]) =>
            place === null ? null : (
              <div key={name}>
                <dt className="text-12 text-muted">{name}</dt>
                <dd className="break-all">{place}</dd>
              </div>
            ),
          )}
        </dl>
      </SettingGroup>
      {host().host === 'desktop' ? <UpdatesGroup /> : null}
      <SettingGroup title={t('settings.thirdParty')}>
        {data.thirdParty.length === 0 ? <p className="text-muted">{t('settings.noThirdParty')}</p> : null}
        <ul>
          {data.thirdParty.map((entry) => (
            <Licence key={`${entry.name} ${entry.version}`} entry={entry} />
          ))}
        </ul>
      </SettingGroup>
    </>
  );
}

function UpdatesGroup() {
  const { data, put } = useAnswer('updates.get', {});
  const { running, error, cancel, run } = useTask();
  const [progress, setProgress] = useState({ done: 0, total: 0 });
  useEffect(() => host().subscribe((event) => void (event.type === 'updates.progress' && setProgress(event))), []);
  if (!data) return null;
  const ask = async (route: 'updates.check' | 'updates.download'): Promise<void> => {
    const told = await run(route, {});
    if (told) put(told);
  };
  const { setUp, found, ready, installs } = data;
  return (
    <SettingGroup
      title={t('settings.purpose.update')}
      help={setUp ? t('settings.updates.help') : t('settings.updates.none')}
    >
      {setUp ? (
        <>
          <div className="flex flex-wrap items-center gap-3">
            <Button data-testid="updates-check" disabled={running !== null} onClick={() => void ask('updates.check')}>
              {t('settings.updates.check')}
            </Button>
            {found && !ready ? (
              <Button
                look="primary"
                data-testid="updates-download"
                disabled={running !== null}
                label={t('settings.updates.download')}
                onClick={() => void ask('updates.download')}
              />
            ) : null}
            {ready && installs ? (
              <Button
                look="primary"
                data-testid="updates-install"
                label={t('settings.updates.install')}
                onClick={() => void host().request('updates.install', {})}
              />
            ) : null}
          </div>
          <UpdateState update={data} isChecking={running === 'updates.check'} />
          {running === 'updates.download' ? (
            <TaskProgress
              name={t('settings.updates.downloading')}
              cancelTestId="updates-cancel"
              cancel={cancel}
              {...byteProgress(progress.done, found?.bytes ?? null)}
            />
          ) : null}
          <ErrorNote error={error} around="mt-2" />
          <SettingSwitch path="updates.daily" label={t('settings.updates.daily')} testId="setting-updates-daily" />
        </>
      ) : null}
    </SettingGroup>
  );
}

function UpdateState({ update, isChecking }: { readonly update: UpdateReport; readonly isChecking: boolean }) {
  const { found, ready, checkedAt, installs } = update;
  return (
    <p className="content mt-2 break-all text-muted" role="status" data-testid="updates-state">
      {isChecking ? t('settings.updates.checking') : stateOf(update)}
      {ready && !installs ? ` ${t('settings.updates.byHand', { file: ready.file })}` : ''}
      {!found && checkedAt !== null ? t('settings.updates.newest') : ''}
    </p>
  );
}

function stateOf({ ready, found }: UpdateReport): string {
  if (ready) return t('settings.updates.ready', { version: ready.version });
  return found ? t('settings.updates.found', { version: found.version, size: formatBytes(found.bytes) }) : '';
}

function Licence({ entry }: { readonly entry: LicenceEntry }) {
  const [open, setOpen] = useState(false);
  return (
    <li className="border-b border-hairline">
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className="flex items-baseline gap-3 py-1.5">
          <span className="min-w-0 flex-1 truncate">
            {entry.name} <span className="tabular text-12 text-muted">{entry.version}</span>
          </span>
          <span className="text-12 text-soft">{entry.licence}</span>
        </summary>
        {open ? <LicenceText entry={entry} /> : null}
      </details>
    </li>
  );
}

function LicenceText({ entry }: { readonly entry: LicenceEntry }) {
  const { data, error } = useAnswer('app.licenceText', { name: entry.name, version: entry.version });
  if (error) return <ErrorNote error={error} />;
  return <pre className="content mb-3 overflow-x-auto text-12 whitespace-pre-wrap text-soft">{data?.text}</pre>;
}
