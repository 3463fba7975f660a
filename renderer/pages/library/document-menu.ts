import type { DocumentSummary } from '@shared/contract/index';
import { mayOpen } from '@shared/formats';
import { locale, t } from '@shared/words/index';
import { collectionName } from '@shared/words/said';
import type { DragEvent } from 'react';
import { host } from '../../bridge/host';
import { everywhere } from '../../state/chat/question-draft';
import { useSurveys } from '../../state/chat/surveys';
import { askAnew, askForSummary, findInside } from '../../state/library/added-files';
import { useCollections } from '../../state/library/collections';
import { useQueue } from '../../state/library/ingest-queue';
import { useComparison, useLibrary } from '../../state/library/library';
import { showSource, wholeDocument } from '../../state/shell';
import { startTable } from '../../state/tables';
import { useToasts } from '../../state/toasts';
import type { MenuItem } from '../../ui/ContextMenu';
import { askName } from './CollectionDialog';

export function documentMenu(documents: readonly DocumentSummary[]): readonly MenuItem[] {
  const [first] = documents;
  if (!first) return [];
  const { remove } = useLibrary.getState();
  const retry = useQueue.getState().again;
  const failed = failedIds(documents);
  const ids = documents.map(({ documentId }) => documentId);
  return [
    {
      id: 'open',
      label: t('app.open'),
      command: 'list-open',
      disabled: documents.length > 1,
      run: () => showSource(wholeDocument(first)),
    },
    ...readingItems(documents),
    {
      id: 'rename',
      label: t('library.rename'),
      command: 'list-rename',
      apart: true,
      disabled: documents.length > 1,
      run: () => renameDocument(first),
    },
    { id: 'tags', label: t('library.tags'), items: tagItems(documents) },
    { id: 'collections', label: t('library.collections'), items: collectionItems(documents) },
    ...outsideItems(first, documents.length > 1),
    ...(failed.length > 0 ? [{ id: 'retry', label: t('app.retry'), apart: true, run: () => void retry(failed) }] : []),
    { id: 'delete', label: t('app.delete'), command: 'list-delete', apart: true, run: () => remove(ids) },
  ];
}

function readingItems(documents: readonly DocumentSummary[]): readonly MenuItem[] {
  const readable = documents.filter(({ state }) => state !== 'failed').map(({ documentId }) => documentId);
  const unread = readable.length === 0;
  const both = comparablePair(documents);
  const about = t(documents.length === 1 ? 'library.askAbout' : 'library.askAboutThem');
  return [
    { id: 'ask-about', label: about, disabled: unread, apart: true, run: () => askAnew(readable) },
    { id: 'summarise', label: t('library.summarise'), disabled: unread, run: () => askForSummary(readable) },
    { id: 'find-inside', label: t('library.findInside'), disabled: unread, run: () => findInside(readable) },
    {
      id: 'open-as-table',
      label: t('tables.openAs'),
      disabled: unread,
      run: () => startTable({ documentIds: readable }),
    },
    {
      id: 'survey',
      label: t('survey.ask'),
      disabled: unread,
      run: () => useSurveys.getState().begin({ scope: { ...everywhere, documentIds: readable } }),
    },
    {
      id: 'compare',
      label: t('comparison.compare'),
      disabled: both === null,
      run: () => both && useComparison.getState().start(...both),
    },
  ];
}

function outsideItems(document: DocumentSummary, isOneOfMany: boolean): readonly MenuItem[] {
  if (host().host !== 'desktop') return [];
  return [
    {
      id: 'open-outside',
      label: t('library.openOutside'),
      apart: true,
      disabled: isOneOfMany || !mayOpen(document.path),
      run: () => void openOutside(document, 'open'),
    },
    {
      id: 'show-in-folder',
      label: t('library.showInFolder'),
      disabled: isOneOfMany,
      run: () => void openOutside(document, 'show'),
    },
  ];
}

export function comparablePair(
  documents: readonly DocumentSummary[],
): readonly [DocumentSummary, DocumentSummary] | null {
  const [one, other] = documents;
  return one && other && documents.length === 2 && failedIds(documents).length === 0 ? [one, other] : null;
}

async function openOutside({ documentId, title }: DocumentSummary, how: 'open' | 'show'): Promise<void> {
  const outcome = await host().openDocument(documentId, how);
  if (outcome === 'opened') return;
  useToasts.getState().show({
    text: t(outcome === 'missing' ? 'library.fileMissing' : 'library.fileNotOpened', { title }),
    tone: 'danger',
    life: 8000,
  });
}

export const renameDocument = (document: DocumentSummary): void =>
  askName({
    title: t('library.renameOf', { title: document.title }),
    hint: t('library.renameHint'),
    value: document.title,
    save: (title) => void useLibrary.getState().rename(document, title),
  });

function tagItems(documents: readonly DocumentSummary[]): readonly MenuItem[] {
  const { documents: all, tag: shown, setTag } = useLibrary.getState();
  const { sort } = useCollections.getState();
  const ids = documents.map(({ documentId }) => documentId);
  const [first] = documents;
  const known = [...new Set(all?.flatMap(({ tags }) => tags))].sort(new Intl.Collator(locale()).compare);
  const tag = (name: string): void => {
    if (name === '') return;
    const values = { count: ids.length, title: first?.title ?? '', name };
    const text = ids.length === 1 ? t('library.tagged', values) : t('library.taggedMany', values);
    void sort(ids, { tags: { add: [name] } }, text);
  };
  const untag = (name: string): void => {
    const last = all?.every(({ documentId, tags }) => !tags.includes(name) || ids.includes(documentId));
    // A tag without documents cannot be a filter.
    if (last && shown === name) setTag(null);
    void sort(ids, { tags: { remove: [name] } }, t('library.tagTaken', { name }));
  };
  return [
    ...known.map((name): MenuItem => {
      const checked = documents.every(({ tags }) => tags.includes(name));
      return { id: `tag-${name}`, label: name, checked, run: () => (checked ? untag(name) : tag(name)) };
    }),
    {
      id: 'tag-new',
      label: t('library.newTag'),
      apart: known.length > 0,
      run: () => askName({ title: t('library.newTag'), hint: t('library.tagHint'), value: '', known, save: tag }),
    },
  ];
}

export function collectionItems(documents: readonly DocumentSummary[]): readonly MenuItem[] {
  const { collections, leaving, sort, putInto, startEdit } = useCollections.getState();
  const ids = documents.map(({ documentId }) => documentId);
  const places = (collections ?? []).filter(({ name, isDefault }) => !leaving.has(name) && !isDefault);
  const takeOut = (name: string) =>
    sort(ids, { collections: { remove: [name] } }, t('library.takenOut', { name: collectionName(name) }));
  return [
    ...places.map(({ name }): MenuItem => {
      const checked = documents.every((document) => document.collections.includes(name));
      const run = () => void (checked ? takeOut(name) : putInto(ids, name));
      return { id: `into-${name}`, label: collectionName(name), checked, run };
    }),
    {
      id: 'into-new',
      label: t('library.newCollection'),
      apart: places.length > 0,
      run: () => startEdit({ name: null }, ids),
    },
  ];
}

export const failedIds = (documents: readonly DocumentSummary[]): readonly string[] =>
  documents.filter(({ state }) => state === 'failed').map(({ documentId }) => documentId);

/** Data of dragged rows: ids of documents. Only this window knows the type. */
const documentsType = 'application/x-vitrine-documents';

export function dragDocuments(event: DragEvent, documentIds: readonly string[]): void {
  event.dataTransfer.setData(documentsType, JSON.stringify(documentIds));
  event.dataTransfer.effectAllowed = 'copyMove';
}

export const carriesDocuments = (event: DragEvent): boolean => event.dataTransfer.types.includes(documentsType);

export function droppedDocuments(event: DragEvent): readonly string[] {
  const data = event.dataTransfer.getData(documentsType);
  if (data === '') return [];
  const ids: unknown = JSON.parse(data);
  return Array.isArray(ids) ? ids.filter((id): id is string => typeof id === 'string') : [];
}
