import type { CareProgress } from '@shared/contract/index';
import { t } from '@shared/words/index';
import { AppWindow, Archive, ArchiveRestore } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { useId, useState } from 'react';
import { host } from '../../bridge/host';
import { type CareTask, useCare } from '../../state/library/library-care';
import { Button, CopyButton } from '../../ui/Button';
import { CheckRow, DialogForm, FormDialog } from '../../ui/fields';
import { ErrorNote } from '../../ui/Notices';
import { fileName } from '../../ui/names';
import { formatBytes, formatDuration, formatWhen } from '../../ui/quantities';
import { TaskProgress } from '../../ui/TaskProgress';
import { SettingGroup } from './SettingRow';

const dayLength = 'YYYY-MM-DD'.length;

const forgetChosen = () => useCare.setState({ chosen: null });

/** The library as one file, and back. A browser tab has neither: it cannot say where on the disk. */
export function BackupGroup() {
  const { running, failed, chosen, backUp, chooseBackup } = useCare();
  const failure = failed && (failed.task === 'backup' || failed.task === 'restore') ? failed.error : null;
  const group = { title: t('care.backup'), help: t('care.backupHelp') };
  if (host().host !== 'desktop') {
    return (
      <SettingGroup {...group}>
        <p className="text-muted">{t('care.elsewhere')}</p>
      </SettingGroup>
    );
  }
  return (
    <SettingGroup {...group}>
      <div className="flex flex-wrap gap-2">
        <Button
          data-testid="care-backup"
          icon={Archive}
          disabled={running !== null}
          onClick={() => void backUp(`Vitrine ${new Date().toISOString().slice(0, dayLength)}.vitrine`)}
        >
          {t('care.backUp')}
        </Button>
        <Button
          data-testid="care-restore"
          icon={ArchiveRestore}
          disabled={running !== null}
          onClick={() => void chooseBackup()}
        >
          {t('care.restore')}
        </Button>
      </div>
      <CareProgressBar tasks={['backup', 'restore']} />
      <ErrorNote error={failure} around="mt-3" />
      <div aria-live="polite">
        <BackedUp />
        <Restored />
      </div>
      <FormDialog testId="restore-dialog" open={chosen !== null} close={forgetChosen}>
        {chosen === null ? null : <Places path={chosen} />}
      </FormDialog>
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
        <CopyButton text={() => sha256} label={t('document.copyChecksum')} />
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
          <Button data-testid="care-open-restored" icon={AppWindow} onClick={() => void openRestored()}>
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

export function CareProgressBar({ tasks }: { readonly tasks: readonly CareTask[] }) {
  const { running, progress, cancel } = useCare();
  if (!running || !tasks.includes(running.task)) return null;
  const known = progress !== null && progress.filesTotal > 0 ? progress : null;
  return (
    <div data-testid="care-progress" data-task={running.task} className="mt-3">
      <TaskProgress
        name={t(`care.running.${running.task}`)}
        look="font-medium"
        cancelTestId="care-cancel"
        cancel={cancel}
        share={known && shareOf(known)}
        facts={known ? factsOf(known) : ''}
      />
    </div>
  );
}

const shareOf = ({ bytesDone, bytesTotal, filesDone, filesTotal }: CareProgress) =>
  bytesTotal > 0 ? { done: bytesDone, total: bytesTotal } : { done: filesDone, total: filesTotal };

function factsOf({ bytesDone, bytesTotal, filesDone: done, filesTotal: total }: CareProgress): string {
  if (bytesTotal === 0) return t('care.looked', { done, total });
  return t('care.progress', { done, total, bytes: formatBytes(bytesDone), all: formatBytes(bytesTotal) });
}

function Places({ path }: { readonly path: string }) {
  const restore = useCare((state) => state.restore);
  const [where, setWhere] = useState<'here' | 'new-folder'>('new-folder');
  const name = useId();
  const places = [
    { where: 'new-folder', label: t('care.newFolder'), help: t('care.newFolderHelp') },
    { where: 'here', label: t('care.here'), help: t('care.hereHelp') },
  ] as const;
  return (
    <DialogForm
      title={t('care.restoreTitle')}
      submit={() => void restore(where)}
      save={where === 'here' ? t('care.restoreHere') : t('care.chooseFolder')}
      saveTestId="restore-start"
      close={forgetChosen}
    >
      <Dialog.Description className="content mt-2 break-words text-soft">
        {t('care.restoreFile', { name: fileName(path) })}
      </Dialog.Description>
      <fieldset className="mt-4 space-y-3">
        <legend className="sr-only">{t('care.restoreTitle')}</legend>
        {places.map((place) => (
          // The system's own: with one that a script draws, an arrow pressed shortly moved the focus and not the choice.
          <CheckRow
            key={place.where}
            type="radio"
            name={name}
            data-testid={`restore-${place.where}`}
            title={place.label}
            help={place.help}
            checked={where === place.where}
            turn={() => setWhere(place.where)}
          />
        ))}
      </fieldset>
    </DialogForm>
  );
}
