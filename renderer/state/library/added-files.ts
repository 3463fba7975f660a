import { defaultCollection } from '@shared/collection-names';
import type { FileReport, IngestReport } from '@shared/contract/index';
import { reportOf } from '@shared/errors';
import { t } from '@shared/words/index';
import { collectionName } from '@shared/words/said';
import { host, newId } from '../../bridge/host';
import { fileName } from '../../ui/names';
import { useChat } from '../chat/chat';
import { everywhere } from '../chat/question-draft';
import { useSearch } from '../finding/search';
import { useShell } from '../shell';
import { noticeLife, useToasts } from '../toasts';
import { askOrSay, chooseOrSay, offerUndo, toastError } from '../undo';
import { isOver, useQueue } from './ingest-queue';
import { useLibrary } from './library';

interface Adding {
  readonly pasted?: boolean;
  /** The question that is being written is to be about them. */
  readonly attached?: boolean;
  onTakenBack?(): void;
}

const undoLife = 12_000;

/**
 * Adds dropped or pasted files to the open collection, otherwise to the default one. A person who is asking stays
 * there; from other rooms the library opens. A paste without a file gets a made-up name, and can be undone.
 */
export async function addFiles(
  files: readonly File[] | Promise<readonly File[]>,
  { pasted = false, attached = false, onTakenBack }: Adding = {},
): Promise<void> {
  const collection = useLibrary.getState().collectionInView();
  // At once: in a browser it takes a while until all of them are sent.
  if (!pasted && !attached) showComing();
  const say = (text: string) => useToasts.getState().show({ text, life: 8000 });
  try {
    const { paths, kept, refused } = await host().dropped(await files, pastedPictureName());
    for (const { name, why } of refused) say(t(`queue.refused.${why}`, { name }));
    if (paths.length === 0) {
      if (refused.length === 0) say(t('queue.droppedNothing'));
      return;
    }
    if (attached) return await attach(paths);
    showComing();
    const jobId = await useQueue.getState().enqueue(paths, collection);
    if (jobId === null) return;
    if (pasted && kept.length > 0) offerToTakeBack(jobId, kept, onTakenBack);
  } catch (error) {
    toastError(reportOf(error));
  }
}

function showComing(): void {
  if (isAsking() || useShell.getState().room === 'library') return;
  useLibrary.getState().setCollection(null);
  useShell.getState().go('library');
}

/** Whether a person is asking. In a library without documents there is no question: its first ones are shown. */
function isAsking(): boolean {
  const { documents } = useLibrary.getState();
  return useShell.getState().room === 'chat' && documents !== null && documents.length > 0;
}

const told = new Map<string, string>();

/**
 * Reports the end of a job in a word, outside the room that shows it: files that need a person, otherwise the next
 * questions. For files that come unasked, as from a watched folder, only the former.
 */
export function sayAdded(jobId: string, report: IngestReport): void {
  const { room } = useShell.getState();
  const { own, earlier } = useQueue.getState();
  const { exchanges, attached } = useChat.getState();
  const { failed } = report.totals;
  const added = documentsOf(report);
  // The list of documents may not have the new ones yet.
  const isWhole = (useLibrary.getState().documents ?? []).every(({ documentId }) => added.includes(documentId));
  if (report.cancelled || room === 'library' || failed + added.length === 0) return;
  if (failed === 0) {
    if (!own.has(jobId) && !earlier.has(jobId)) return;
    // It is said where it was attached, and where a first chat begins with questions about it.
    if (attached.some((one) => one.jobId === jobId) || (isWhole && room === 'chat' && exchanges.length === 0)) return;
  }
  const job = useQueue.getState().jobs.find((one) => one.jobId === jobId);
  const place = job && (job.collection || defaultCollection);
  const toast = useToasts.getState().show({
    text: addedText(report, place),
    life: noticeLife,
    ...(failed > 0 ? {} : { other: { label: t('queue.changePlace'), run: () => showToSort(added) } }),
    action:
      failed > 0
        ? { label: t('queue.show'), run: showFailed }
        : {
            label: t('queue.askAdded', { count: added.length }),
            run: () => (isAsking() ? askOnly(added) : askAnew(isWhole ? [] : added)),
          },
  });
  told.set(jobId, toast);
}

/** The outcome of an ingest, in a few words; `place` is the collection, if it is to be named. */
export function addedText(report: Pick<IngestReport, 'files'>, place?: string): string {
  const count = documentsOf(report).length;
  const failed = report.files.filter(({ status }) => status === 'failed').length;
  if (failed > 0) return t(count > 0 ? 'queue.addedSome' : 'queue.needYou', { added: count, count: failed });
  const isNew = report.files.some(({ status }) => status !== 'unchanged');
  if (isNew && place !== undefined) return t('queue.addedTo', { count, name: collectionName(place) });
  return t(isNew ? 'queue.added' : 'queue.nothingNew', { count });
}

function showToSort(documentIds: readonly string[]): void {
  const { setCollection, setTag, select } = useLibrary.getState();
  setCollection(null);
  setTag(null);
  select(documentIds);
  useShell.getState().go('library');
}

function showFailed(): void {
  useQueue.getState().fold(false);
  useShell.getState().go('library');
  requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-testid="needs-you"]')?.focus());
}

export async function attachFiles(): Promise<void> {
  await attach(await chooseOrSay('files'));
}

/** Adds files, to the one collection that the question looks in, and lets it look only in them once they are read. */
async function attach(paths: readonly string[]): Promise<void> {
  if (paths.length === 0) return;
  const { scope, attached } = useChat.getState();
  const [collection = null] = scope.collections.length === 1 ? scope.collections : [];
  const jobId = newId();
  const name = paths.length === 1 ? fileName(paths[0] ?? '') : t('quantity.files', { count: paths.length });
  // Before it is asked for: a small file is there before the answer.
  useChat.setState({ attached: [...attached, { jobId, name }] });
  document.querySelector<HTMLElement>('[data-composer]')?.focus();
  const { enqueue, first } = useQueue.getState();
  if ((await enqueue(paths, collection, jobId)) === null) return useChat.getState().detach(jobId, []);
  // A question waits for them.
  const isBehind = useQueue.getState().jobs.some((job) => job.jobId === jobId && job.state === 'waiting');
  if (isBehind) await first(jobId);
}

/** Only the last paste: several such offers would look alike. */
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
  useToasts.getState().dismiss(told.get(jobId) ?? '');
  await queue.cancel(jobId);
  await over(jobId);
  const files = await askOrSay('ingest.files', { jobId });
  if (!files) return;
  const documentIds = addedBy(files.files.flatMap(({ report }) => report ?? []));
  if (documentIds.length > 0) await askOrSay('library.delete', { documentIds: [...documentIds] });
  await queue.dismiss([jobId]);
  await useLibrary.getState().load();
}

export const addedBy = (reports: readonly FileReport[]): readonly string[] =>
  reports.flatMap(({ status, documentId }) =>
    documentId !== null && status !== 'unchanged' && status !== 'replaced' ? [documentId] : [],
  );

/** Resolves when the job has ended, also where it has already, or is not known here. */
const over = (jobId: string): Promise<void> =>
  new Promise((resolve) => {
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

export const pastedPictureName = (now = new Date()): string => t('queue.pastedPicture', { when: minuteOf(now) });
export const pastedTextName = (now = new Date()): string => t('queue.pastedText', { when: minuteOf(now) });

/** `2026-11-22 09.14` in local time: sorts as it should, and every file system takes it. */
function minuteOf(now: Date): string {
  const two = (part: number): string => String(part).padStart(2, '0');
  const day = [now.getFullYear(), two(now.getMonth() + 1), two(now.getDate())].join('-');
  return `${day} ${two(now.getHours())}.${two(now.getMinutes())}`;
}

export const textFile = (text: string): File => new File([text], `${pastedTextName()}.txt`, { type: 'text/plain' });

export function documentsOf({ files }: Pick<IngestReport, 'files'>): readonly string[] {
  const ids = files.flatMap(({ documentId, status }) => (documentId && status !== 'failed' ? [documentId] : []));
  return [...new Set(ids)];
}

function askOnly(documentIds: readonly string[]): void {
  useChat.getState().setScope({ ...everywhere, documentIds });
  useShell.getState().go('chat');
  // The field is there once its room is drawn; a room that comes with it has the focus there already.
  requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-composer]')?.focus());
}

export function askAnew(documentIds: readonly string[]): void {
  useChat.getState().startNew();
  askOnly(documentIds);
}

export function askForSummary(documentIds: readonly string[]): void {
  askAnew(documentIds);
  void useChat.getState().ask(t(documentIds.length === 1 ? 'library.summariseIt' : 'library.summariseThem'));
}

export function findInside(documentIds: readonly string[]): void {
  useSearch.setState({ query: '', scope: { ...everywhere, documentIds } });
  useShell.getState().go('search');
  requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-testid="search-query"]')?.focus());
}
