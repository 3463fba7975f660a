import { FolderPlus, X } from 'lucide-react';
import { useEffect } from 'react';
import { Button, IconButton } from '../components/Button';
import { ErrorNote } from '../components/ErrorNote';
import { formatBytes } from '../components/quantities';
import { host } from '../state/host';
import { useLibrary } from '../state/library';
import { useRebuild } from '../state/rebuild';
import { useSettings } from '../state/settings';
import { sayError } from '../state/undoable-delete';
import { t } from '../strings/index';
import { BackupGroup } from './care/BackupGroup';
import { CheckGroup } from './care/CheckGroup';
import { IndexPlaceGroup } from './care/IndexPlaceGroup';
import { RebuildGroup } from './care/RebuildGroup';
import { DecidedBy, SettingGroup } from './SettingRow';
import { useAnswer } from './use-answer';

const parts = ['uploads', 'index', 'catalogue', 'models'] as const;

/** Where things lie and how much room they take. */
export function StorageSection() {
  const { report, take } = useSettings();
  const { data, error, ask } = useAnswer('app.status', {});
  const documents = useLibrary((state) => state.documents);
  const rebuilt = useRebuild((state) => state.rebuild?.state);
  // The list of documents is fetched anew whenever the library has changed: then all of this may be another.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the answer is another one when these are
  useEffect(() => void ask(), [ask, documents, rebuilt]);
  if (!report) return null;
  const folders = report.fields.modelFolders;

  async function change(route: 'settings.addModelFolder' | 'settings.removeModelFolder', path: string): Promise<void> {
    const refused = await take(host().request(route, { path }));
    if (refused) sayError(refused);
  }

  async function add(): Promise<void> {
    const [path] = await host().chooseFiles('folder');
    if (path !== undefined) await change('settings.addModelFolder', path);
  }

  return (
    <>
      {error ? (
        <div className="pt-6">
          <ErrorNote error={error} />
        </div>
      ) : null}
      {data ? (
        <SettingGroup title={t('settings.disk')}>
          <dl className="tabular grid grid-cols-[minmax(0,1fr)_auto] gap-y-2">
            {parts.map((part) =>
              data.disk ? (
                <div key={part} className="contents">
                  <dt>{t(`settings.diskPart.${part}`)}</dt>
                  <dd className="text-right">{formatBytes(data.disk[part])}</dd>
                </div>
              ) : null,
            )}
            <dt className="border-t border-hairline pt-2 font-medium">{t('settings.library')}</dt>
            <dd className="border-t border-hairline pt-2 text-right font-medium">{formatBytes(data.bytes)}</dd>
          </dl>
          <p className="content mt-2 break-all text-12 text-soft" data-testid="library-folder">
            {data.library}
          </p>
        </SettingGroup>
      ) : null}
      {data ? <RebuildGroup status={data} /> : null}
      {data ? <IndexPlaceGroup status={data} /> : null}
      <CheckGroup />
      <BackupGroup />
      <SettingGroup
        title={t('settings.modelFolders')}
        help={t('settings.modelFoldersHelp')}
        action={
          host().host === 'desktop' ? (
            <Button icon={<FolderPlus size={14} aria-hidden />} onClick={() => void add()}>
              {t('settings.addModelFolder')}
            </Button>
          ) : null
        }
      >
        {folders.value.length === 0 ? <p className="text-muted">{t('settings.noModelFolders')}</p> : null}
        <ul>
          {folders.value.map((folder) => (
            <li key={folder} className="flex items-center gap-2 border-b border-hairline py-1">
              <span className="content min-w-0 flex-1 break-all">{folder}</span>
              <IconButton
                label={t('settings.removeModelFolder', { folder })}
                onClick={() => void change('settings.removeModelFolder', folder)}
              >
                <X size={14} aria-hidden />
              </IconButton>
            </li>
          ))}
        </ul>
        <DecidedBy variable={folders.variable} />
      </SettingGroup>
    </>
  );
}
