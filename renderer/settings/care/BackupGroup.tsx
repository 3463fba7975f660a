import { AppWindow, Archive, ArchiveRestore } from 'lucide-react';
import { Button } from '../../components/Button';
import { CopyButton } from '../../components/CopyButton';
import { ErrorNote } from '../../components/ErrorNote';
import { formatBytes, formatDuration, formatWhen } from '../../components/quantities';
import { host } from '../../state/host';
import { useCare } from '../../state/library-care';
import { t } from '../../strings/index';
import { SettingGroup } from '../SettingRow';
import { CareProgressBar } from './CareProgressBar';
import { RestoreDialog } from './RestoreDialog';

const dayLength = 'YYYY-MM-DD'.length;

/** The library as one file, and back. A browser tab has neither: it cannot say where on the disk. */
export function BackupGroup() {
  const { running, failed, backUp, chooseBackup } = useCare();
  const failure = failed && (failed.task === 'backup' || failed.task === 'restore') ? failed.error : null;
  if (host().host !== 'desktop') {
    return (
      <SettingGroup title={t('care.backup')} help={t('care.backupHelp')}>
        <p className="text-muted">{t('care.elsewhere')}</p>
      </SettingGroup>
    );
  }
  return (
    <SettingGroup title={t('care.backup')} help={t('care.backupHelp')}>
      <div className="flex flex-wrap gap-2">
        <Button
          data-testid="care-backup"
          icon={<Archive size={14} aria-hidden />}
          disabled={running !== null}
          onClick={() => void backUp(`Vitrine ${new Date().toISOString().slice(0, dayLength)}.vitrine`)}
        >
          {t('care.backUp')}
        </Button>
        <Button
          data-testid="care-restore"
          icon={<ArchiveRestore size={14} aria-hidden />}
          disabled={running !== null}
          onClick={() => void chooseBackup()}
        >
          {t('care.restore')}
        </Button>
      </div>
      <CareProgressBar tasks={['backup', 'restore']} />
      {failure ? (
        <div className="mt-3">
          <ErrorNote error={failure} />
        </div>
      ) : null}
      <div aria-live="polite">
        <BackedUp />
        <Restored />
      </div>
      <RestoreDialog />
    </SettingGroup>
  );
}

function BackedUp() {
  const { backup } = useCare();
  if (!backup) return null;
  const { path, bytes, sha256, documents, files, missing, changed, ms } = backup;
  return (
    <div data-testid="care-backed-up" className="mt-3">
      <p>{t('care.backedUp', { documents, files, size: formatBytes(bytes), time: formatDuration(ms) })}</p>
      <p className="content break-all text-12 text-soft">{path}</p>
      {missing + changed > 0 ? <p className="text-caution">{t('care.odd', { count: missing + changed })}</p> : null}
      <div className="mt-1 flex items-center gap-2 text-12">
        <span className="shrink-0 text-muted">{t('care.checksum')}</span>
        <code data-testid="care-checksum" className="content min-w-0 break-all">
          {sha256}
        </code>
        <CopyButton text={() => sha256} label={t('care.copyChecksum')} />
      </div>
    </div>
  );
}

function Restored() {
  const { restored, opened, openRestored } = useCare();
  if (!restored) return null;
  const { documents, madeAt, replaced, folder } = restored;
  return (
    <div data-testid="care-restored" className="mt-3">
      <p>{t('care.restored', { documents, when: formatWhen(madeAt, new Date()) })}</p>
      <p className="content break-all text-12 text-soft">
        {replaced === null ? t('care.liesAt', { folder }) : t('care.keptAt', { folder: replaced })}
      </p>
      {replaced === null ? (
        <div className="mt-2 flex flex-wrap items-center gap-3">
          <Button
            data-testid="care-open-restored"
            icon={<AppWindow size={14} aria-hidden />}
            onClick={() => void openRestored()}
          >
            {t('care.openRestored')}
          </Button>
          <p className="text-12 text-muted" aria-live="polite">
            {opened === null ? t('care.openRestoredHelp') : t(opened ? 'care.opens' : 'care.opensNot')}
          </p>
        </div>
      ) : null}
    </div>
  );
}
