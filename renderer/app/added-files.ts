import type { IngestReport } from '@shared/contract/index';
import { reportOf } from '@shared/errors';
import { askOnly } from '../state/ask-about';
import { documentsOf } from '../state/documents-of';
import { fileName } from '../state/file-name';
import { host } from '../state/host';
import { useQueue } from '../state/ingest-queue';
import { useLibrary } from '../state/library';
import { useShell } from '../state/shell';
import { useToasts } from '../state/toasts';
import { offerUndo } from '../state/undoable-change';
import { sayError } from '../state/undoable-delete';
import { t } from '../strings/index';
import { pastedPictureName } from './pasted-name';
import { takeBack } from './take-back';

/** How long it is offered to ask only what was added, in ms: long enough to finish a sentence first. */
const offerLife = 20_000;

interface Adding {
  readonly pasted?: boolean;
  /** Called when what was pasted is taken back. */
  onTakenBack?(): void;
}

/** How long it is offered to take back what was pasted, ms. */
const undoLife = 12_000;

/**
 * Adds files that were dropped or pasted, to the collection that the library shows. Who is asking stays where the
 * question is, and is offered to ask only these once they are read; anybody else sees them come in. What was `pasted`
 * and lies nowhere else (a screenshot, a text) is added under a name of its own, and can be taken back.
 */
export async function addFiles(
  files: readonly File[] | Promise<readonly File[]>,
  { pasted = false, onTakenBack }: Adding = {},
): Promise<void> {
  const asking = isAsking();
  const say = (text: string) => useToasts.getState().show({ text, tone: 'quiet', life: 8000, action: null });
  try {
    const { paths, kept, refused } = await host().dropped(await files, pastedPictureName());
    for (const { name, why } of refused) say(t(`queue.refused.${why}`, { name }));
    if (paths.length === 0) {
      if (refused.length === 0) say(t('queue.droppedNothing'));
      return;
    }
    if (!asking) useShell.getState().go('library');
    const jobId = await useLibrary.getState().addPaths(paths);
    if (jobId === null) return;
    if (pasted && kept.length > 0) offerToTakeBack(jobId, kept, onTakenBack);
    if (asking) whenFinished(jobId, offerToAskOnly);
  } catch (error) {
    sayError(reportOf(error));
  }
}

/** Whether somebody asks. In a library without documents there is nothing to ask: its first ones are seen coming in. */
export function isAsking(): boolean {
  const { documents } = useLibrary.getState();
  return useShell.getState().room === 'chat' && documents !== null && documents.length > 0;
}

function whenFinished(jobId: string, then: (report: IngestReport) => void): void {
  const stop = useQueue.subscribe(({ reports, refusals }) => {
    const report = reports[jobId];
    if (report) then(report);
    if (report || refusals.some(({ id }) => id === jobId)) stop();
  });
}

function offerToAskOnly(report: IngestReport): void {
  const documentIds = documentsOf(report);
  if (documentIds.length === 0 || useShell.getState().room !== 'chat') return;
  const count = documentIds.length;
  useToasts.getState().show({
    text: t('chat.filesAdded', { count }),
    tone: 'quiet',
    life: offerLife,
    action: {
      label: t('chat.askOnlyThese', { count }),
      run: () => askOnly(documentIds),
    },
  });
}

/** Only what was pasted last: several such offers would not be told apart. */
function offerToTakeBack(jobId: string, paths: readonly string[], onTakenBack?: () => void): void {
  const text = t('queue.pasted', { name: paths.map(fileName).join(', ') });
  const undo = (): void => {
    onTakenBack?.();
    void takeBack(jobId);
  };
  offerUndo('pasted', text, undo, undoLife);
}
