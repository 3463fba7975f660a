import type {
  CareProgress,
  CheckReport,
  Finding,
  LibraryStatus,
  RepairPlan,
  RepairReport,
  SettingsReport,
} from '@shared/contract/index';
import { t } from '@shared/words/index';
import { saidFinding } from '@shared/words/said';
import {
  AppWindow,
  Archive,
  ArchiveRestore,
  Check,
  FolderInput,
  FolderPlus,
  ShieldCheck,
  Wrench,
  X,
} from 'lucide-react';
import { Dialog } from 'radix-ui';
import { useEffect, useId, useState } from 'react';
import { host } from '../../bridge/host';
import { useAnswer } from '../../bridge/use-answer';
import { useLibrary } from '../../state/library/library';
import { type CareTask, careShare, useCare, useRebuild } from '../../state/library/library-care';
import { useSettings } from '../../state/settings';
import { isGranted } from '../../state/undo';
import { Button, Buttons, CopyButton, IconButton } from '../../ui/Button';
import { CheckRow, DialogForm, FormDialog } from '../../ui/fields';
import { ErrorNote } from '../../ui/Notices';
import { fileName } from '../../ui/names';
import { formatBytes, formatDuration, formatWhen } from '../../ui/quantities';
import { TaskProgress } from '../../ui/TaskProgress';
import { IndexPlaceGroup } from './IndexPlaceGroup';
import { DecidedBy, Figures, SettingGroup } from './SettingRow';
import { RebuildGroup } from './search-models/RebuildGroup';
import { TeamGroup } from './TeamGroup';

const parts = ['uploads', 'index', 'catalogue', 'models'] as const;

export function StorageSection() {
  const report = useSettings((state) => state.report);
  const { data, error, ask } = useAnswer('app.status', {});
  const documents = useLibrary((state) => state.documents);
  const moved = useCare((state) => state.moved);
  const rebuilt = useRebuild((state) => state.rebuild?.state);
  // The list of documents is fetched again after every change of the library: all of this can then differ.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the answer is another one when these are
  useEffect(() => void ask(), [ask, documents, rebuilt, moved]);
  if (!report) return null;
  return (
    <>
      <ErrorNote error={error} around="pt-6" />
      {data ? (
        <>
          <LibraryPlace status={data} />
          <RebuildGroup status={data} />
          <IndexPlaceGroup status={data} />
        </>
      ) : null}
      <TeamGroup />
      <CheckGroup />
      <BackupGroup />
      <ModelFolders folders={report.fields.modelFolders} />
    </>
  );
}

function LibraryPlace({ status }: { readonly status: LibraryStatus }) {
  const { running, failed, moved, move } = useCare();
  return (
    <SettingGroup
      title={t('disk.title')}
      action={
        host().host === 'desktop' ? (
          <Button data-testid="care-move" icon={FolderInput} disabled={running !== null} onClick={() => void move()}>
            {t('care.move')}
          </Button>
        ) : null
      }
    >
      <Figures rows={parts.map((part) => [part, t(`disk.${part}`), formatBytes(status.disk[part])])}>
        <dt className="border-t border-hairline pt-2 font-medium">{t('library.location')}</dt>
        <dd className="border-t border-hairline pt-2 text-right font-medium">{formatBytes(status.bytes)}</dd>
      </Figures>
      <p className="content mt-2 break-all text-12 text-soft" data-testid="library-folder">
        {status.library}
      </p>
      <p className="content mt-2 text-12 text-soft">
        {t('disk.moveHelp')} {host().host === 'desktop' ? null : t('disk.moveElsewhere')}
      </p>
      <CareProgressBar tasks={['move']} />
      <ErrorNote error={failed?.task === 'move' ? failed.error : null} around="mt-3" />
      <div aria-live="polite">
        {moved ? (
          <p data-testid="care-moved" className="content mt-3 break-words">
            {t('care.moved', { folder: moved.folder })}{' '}
            {moved.left === null ? null : t('care.movedLeft', { folder: moved.left })}
          </p>
        ) : null}
      </div>
    </SettingGroup>
  );
}

function ModelFolders({ folders }: { readonly folders: SettingsReport['fields']['modelFolders'] }) {
  const take = useSettings((state) => state.take);

  const change = (route: 'settings.addModelFolder' | 'settings.removeModelFolder', path: string) =>
    isGranted(take(host().request(route, { path })));

  async function add(): Promise<void> {
    const [path] = await host().chooseFiles('folder');
    if (path !== undefined) await change('settings.addModelFolder', path);
  }

  return (
    <SettingGroup
      title={t('settings.modelFolders')}
      help={t('settings.modelFoldersHelp')}
      action={
        host().host === 'desktop' ? (
          <Button icon={FolderPlus} label={t('settings.addModelFolder')} onClick={() => void add()} />
        ) : null
      }
    >
      {folders.value.length === 0 ? <p className="text-muted">{t('settings.noModelFolders')}</p> : null}
      <ul>
        {folders.value.map((folder) => (
          <li key={folder} className="flex items-center gap-2 border-b border-hairline py-1">
            <span className="content min-w-0 flex-1 break-all">{folder}</span>
            <IconButton
              icon={X}
              iconSize={14}
              label={t('settings.removeModelFolder', { folder })}
              onClick={() => void change('settings.removeModelFolder', folder)}
            />
          </li>
        ))}
      </ul>
      <DecidedBy variable={folders.variable} />
    </SettingGroup>
  );
}

function CheckGroup() {
  const { running, failed, plan, repaired, check } = useCare();
  const failure = failed && (failed.task === 'check' || failed.task === 'repair') ? failed.error : null;
  return (
    <SettingGroup
      title={t('care.check')}
      help={t('care.checkHelp')}
      action={
        <Button data-testid="care-check" icon={ShieldCheck} disabled={running !== null} onClick={() => void check()}>
          {t('care.checkNow')}
        </Button>
      }
    >
      <CareProgressBar tasks={['check', 'repair']} />
      <ErrorNote error={failure} />
      <div aria-live="polite">
        {plan ? <Planned plan={plan} /> : null}
        {repaired ? <Repaired report={repaired} /> : null}
      </div>
    </SettingGroup>
  );
}

function Planned({ plan: { check, steps } }: { readonly plan: RepairPlan }) {
  const { running, repair } = useCare();
  if (check.findings.length === 0) return <Well check={check} />;
  const canRepair = steps.some(({ act }) => act !== 'left');
  return (
    <div data-testid="care-findings">
      <Findings title={t('care.found')} findings={check.findings} />
      <h4 className="mt-4 font-medium">{t('care.would')}</h4>
      <ul data-testid="care-plan" className="mt-1 list-disc pl-5">
        {steps.map(({ act, kind, count }) => (
          <li key={`${act} ${kind}`}>{t(`care.plan.${act}`, { count })}</li>
        ))}
      </ul>
      {canRepair ? (
        <Button
          look="primary"
          className="mt-3"
          data-testid="care-repair"
          icon={Wrench}
          disabled={running !== null}
          label={t('care.repair')}
          onClick={() => void repair()}
        />
      ) : null}
    </div>
  );
}

const Well = ({ check: { looked, ms } }: { readonly check: CheckReport }) => (
  <div data-testid="care-well" className="flex gap-2">
    <Check size={16} aria-hidden className="mt-0.5 shrink-0 text-accent" />
    <div>
      <p className="font-medium">{t('care.well')}</p>
      <p className="tabular text-12 text-soft">{t('care.wellFacts', { ...looked, time: formatDuration(ms) })}</p>
    </div>
  </div>
);

const Repaired = ({ report: { done, after, jobId, setAside } }: { readonly report: RepairReport }) => (
  <div data-testid="care-repaired">
    {done.length === 0 ? (
      <p>{t('care.nothingToDo')}</p>
    ) : (
      <>
        <h4 className="font-medium">{t('care.did')}</h4>
        <ul className="mt-1 list-disc pl-5">
          {done.map(({ act, kind, count }) => (
            <li key={`${act} ${kind}`}>{t(`care.done.${act}`, { count })}</li>
          ))}
        </ul>
      </>
    )}
    {jobId === null ? null : <p className="mt-2">{t('care.readAgain')}</p>}
    {setAside === null ? null : (
      <p className="content mt-2 break-words" data-testid="care-set-aside">
        {t('care.setAside', { folder: setAside })}
      </p>
    )}
    <div className="mt-4">
      {after.findings.length === 0 ? (
        <Well check={after} />
      ) : (
        <Findings title={t('care.leftOver')} findings={after.findings} />
      )}
    </div>
  </div>
);

const Findings = ({ title, findings }: { readonly title: string; readonly findings: readonly Finding[] }) => (
  <>
    <h4 className="font-medium">{title}</h4>
    <ul className="mt-1 list-disc pl-5">
      {findings.map(({ kind, count, examples }) => (
        <li key={kind} data-testid="care-finding" data-kind={kind}>
          {saidFinding(kind, count)}
          {examples.length > 0 ? (
            <details className="text-12 text-soft">
              <summary>{t('care.examples')}</summary>
              <ul className="font-mono">
                {examples.map((example) => (
                  <li key={example} className="break-all">
                    {example}
                  </li>
                ))}
              </ul>
            </details>
          ) : null}
        </li>
      ))}
    </ul>
  </>
);

const forgetChosen = () => useCare.setState({ chosen: null });

/** The library as one file, and back. A browser tab has neither: it cannot say where on the disk. */
function BackupGroup() {
  const { running, failed, chosen, backUp, chooseBackup } = useCare();
  const failure = failed && (failed.task === 'backup' || failed.task === 'restore') ? failed.error : null;
  const group = { title: t('care.backup'), help: t('care.backupHelp') };
  const [today] = new Date().toISOString().split('T');
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
        <Buttons
          disabled={running !== null}
          acts={[
            {
              id: 'care-backup',
              icon: Archive,
              label: t('care.backUp'),
              run: () => backUp(`Vitrine ${today}.vitrine`),
            },
            { id: 'care-restore', icon: ArchiveRestore, label: t('care.restore'), run: chooseBackup },
          ]}
        />
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

function CareProgressBar({ tasks }: { readonly tasks: readonly CareTask[] }) {
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
        share={known && careShare(known)}
        facts={known ? factsOf(known) : ''}
      />
    </div>
  );
}

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
