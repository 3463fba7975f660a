import type { DragEvent } from 'react';

/** What rows carry when they are dragged: ids of documents. Nothing outside of this window knows it. */
const documentsType = 'application/x-vitrine-documents';

/** Puts documents on a drag that begins. */
export function dragDocuments(event: DragEvent, documentIds: readonly string[]): void {
  event.dataTransfer.setData(documentsType, JSON.stringify(documentIds));
  event.dataTransfer.effectAllowed = 'copyMove';
}

/** Whether a drag carries documents of this window. */
export function carriesDocuments(event: DragEvent): boolean {
  return event.dataTransfer.types.includes(documentsType);
}

/** The ids that were dropped; empty for anything else. */
export function droppedDocuments(event: DragEvent): readonly string[] {
  const data = event.dataTransfer.getData(documentsType);
  if (data === '') return [];
  const ids: unknown = JSON.parse(data);
  return Array.isArray(ids) ? ids.filter((id): id is string => typeof id === 'string') : [];
}
