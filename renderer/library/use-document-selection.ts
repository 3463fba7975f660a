import type { DocumentSummary } from '@shared/contract/index';
import { type MouseEvent, useState } from 'react';
import { useLibrary } from '../state/library';

interface DocumentSelection {
  /** Ids. */
  readonly selected: ReadonlySet<string>;
  /** Index of the active row; −1 where there is none. */
  readonly at: number;
  /** Makes a row the active one and selects it, or, extended, all from where the selection began to it. */
  moveTo(index: number, extend: boolean): void;
  selectAll(): void;
  /** A click alone selects the row, with Ctrl or Cmd puts it in or takes it out, with Shift extends. */
  click(event: Pick<MouseEvent, 'shiftKey' | 'ctrlKey' | 'metaKey'>, index: number): void;
  /** What a drag or a menu is about: the selection, or the row alone, selected then, where it is not part of it. */
  meant(index: number): readonly DocumentSummary[];
}

/** Which documents of a list are selected, and which row is active, as in a file manager. */
export function useDocumentSelection(documents: readonly DocumentSummary[]): DocumentSelection {
  const { selected, select } = useLibrary();
  const [cursor, setCursor] = useState(0);
  const [anchor, setAnchor] = useState(0);

  function selectRange(from: number, to: number): void {
    const [low, high] = from < to ? [from, to] : [to, from];
    select(documents.slice(low, high + 1).map((document) => document.documentId));
  }

  function begin(index: number): void {
    setCursor(index);
    setAnchor(index);
  }

  function moveTo(index: number, extend: boolean): void {
    setCursor(index);
    if (!extend) setAnchor(index);
    selectRange(extend ? anchor : index, index);
  }

  return {
    selected,
    at: Math.min(cursor, documents.length - 1),
    moveTo,
    selectAll: () => selectRange(0, documents.length - 1),
    click({ shiftKey, ctrlKey, metaKey }, index) {
      const id = documents[index]?.documentId;
      if (!id) return;
      if (shiftKey) return moveTo(index, true);
      begin(index);
      if (!(ctrlKey || metaKey)) select([id]);
      else select(selected.has(id) ? [...selected].filter((other) => other !== id) : [...selected, id]);
    },
    meant(index) {
      const here = documents[index];
      if (!here) return [];
      if (selected.has(here.documentId)) return documents.filter(({ documentId }) => selected.has(documentId));
      begin(index);
      select([here.documentId]);
      return [here];
    },
  };
}
