import type { FileReport, IngestReport } from '@shared/contract/index';
import { reportOf } from '@shared/errors';
import { t } from '@shared/words/index';
import { host } from '../../bridge/host';
import { fileName } from '../../ui/names';
import { useChat } from '../chat/chat';
import { everywhere } from '../chat/question-draft';
import { useSearch } from '../finding/search';
import { useShell } from '../shell';
import { useToasts } from '../toasts';
import { askOrSay, offerUndo, sayError } from '../undo';
import { isOver, useQueue } from './ingest-queue';
import { useLibrary } from './library';

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
  const say = (text: string) => useToasts.getState().show({ text, life: 8000 });
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
    life: offerLife,
    action: { label: t('chat.askOnlyThese', { count }), run: () => askOnly(documentIds) },
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

/** Ends an ingest and deletes what it has added; documents that were there before stay as they are. */
async function takeBack(jobId: string): Promise<void> {
  const queue = useQueue.getState();
  await queue.cancel(jobId);
  await over(jobId);
  const files = await askOrSay('ingest.files', { jobId });
  if (!files) return;
  const documentIds = addedBy(files.files.flatMap(({ report }) => report ?? []));
  if (documentIds.length > 0) await askOrSay('library.delete', { documentIds: [...documentIds] });
  await queue.dismiss([jobId]);
  await useLibrary.getState().load();
}

/** Documents that were not there before these files. */
export function addedBy(reports: readonly FileReport[]): readonly string[] {
  return reports.flatMap(({ status, documentId }) =>
    documentId !== null && status !== 'unchanged' && status !== 'replaced' ? [documentId] : [],
  );
}

/** Resolves when the job has ended, also where it has already, or is not known here. */
function over(jobId: string): Promise<void> {
  return new Promise((resolve) => {
    let stop: () => void = () => undefined;
    const look = (): void => {
      const job = useQueue.getState().jobs.find((known) => known.jobId === jobId);
      if (job && !isOver(job) && job.state !== 'stopped') return;
      stop();
      resolve();
    };
    stop = useQueue.subscribe(look);
    look();
  });
}

/** What a picture, or a text, is called that comes without a name: after the minute in which it was pasted. */
export const pastedPictureName = (now = new Date()): string => t('queue.pastedPicture', { when: minuteOf(now) });
export const pastedTextName = (now = new Date()): string => t('queue.pastedText', { when: minuteOf(now) });

/** `2026-11-22 09.14` in local time: sorts as it should, and every file system takes it. */
function minuteOf(now: Date): string {
  const two = (part: number): string => String(part).padStart(2, '0');
  const day = [now.getFullYear(), two(now.getMonth() + 1), two(now.getDate())].join('-');
  return `${day} ${two(now.getHours())}.${two(now.getMinutes())}`;
}

/** A text as a file, to be added as a document. */
export const textFile = (text: string): File => new File([text], `${pastedTextName()}.txt`, { type: 'text/plain' });

/** The documents that the files of an ingest became or were already, each once. */
export function documentsOf({ files }: Pick<IngestReport, 'files'>): readonly string[] {
  const ids = files.flatMap(({ documentId, status }) => (documentId && status !== 'failed' ? [documentId] : []));
  return [...new Set(ids)];
}

/** Goes to the question's field, which looks only in these documents. */
function askOnly(documentIds: readonly string[]): void {
  useChat.getState().setScope({ ...everywhere, documentIds });
  useShell.getState().go('chat');
  // The field is there once its room is drawn; a room that comes with it has the focus there by itself.
  requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-composer]')?.focus());
}

/** Goes to the question's field of a new chat, which looks everywhere, or only in these documents. */
export function askAnew(documentIds: readonly string[]): void {
  useChat.getState().startNew();
  askOnly(documentIds);
}

/** Asks at once, in a new chat, what these documents say in short. */
export function summarise(documentIds: readonly string[]): void {
  askAnew(documentIds);
  void useChat.getState().ask(t(documentIds.length === 1 ? 'library.summariseIt' : 'library.summariseThem'));
}

/** Goes to the field that searches for passages, in these documents alone. */
export function findInside(documentIds: readonly string[]): void {
  useSearch.setState({ query: '', scope: { ...everywhere, documentIds } });
  useShell.getState().go('search');
  requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-testid="search-query"]')?.focus());
}
