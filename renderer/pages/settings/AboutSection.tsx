import type { LicenceEntry } from '@shared/contract/index';
import { t } from '@shared/words/index';
import { useState } from 'react';
import { useAnswer } from '../../bridge/use-answer';
import { useSettings } from '../../state/settings';
import { ErrorNote } from '../../ui/Notices';
import { SettingGroup } from './SettingRow';

export function AboutSection() {
  const { data, error } = useAnswer('app.about', {});
  const settingsFile = useSettings((state) => state.report?.file);
  if (!data) return <ErrorNote error={error} around="pt-6" />;
  const { paths, versions } = data;
  const places = [
    [t('library.location'), paths.library],
    [t('settings.settingsFile'), settingsFile ?? paths.settings],
    [t('settings.logFile'), paths.log],
    [t('settings.modelsPlace'), paths.models],
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
