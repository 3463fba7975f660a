import type { Answer, Census, Whole } from '@shared/contract/index';
import { titleOfQuestion } from '@shared/visible-text';
import { useComparison, useLibrary } from '../library/library';
import { keep } from '../place-storage';
import { useShell } from '../shell';
import { useTables } from '../tables';
import { askOrSay } from '../undo';
import { scopeOfAnswer, scopeOfRequest } from './question-draft';

/** Documents that the scope of a table names at most. */
const mostNamed = 10_000;

/**
 * Makes a review table that shows the same as a census and opens it: of where the question looked, with the column that
 * asks for it, filled; where no column does, of the documents that were found.
 */
export async function openCensus(answer: Answer, { column, found }: Census): Promise<void> {
  const documentIds = found.slice(0, mostNamed).map(({ documentId }) => documentId);
  const table = await askOrSay('table.create', {
    name: titleOfQuestion(answer.question),
    ...(column ? scopeOfRequest(scopeOfAnswer(answer)) : { scope: { documentIds } }),
  });
  if (!table) return;
  const { tableId } = table;
  const asked = column && (await askOrSay('table.addColumn', { tableId, ...column }));
  const { open, fill } = useTables.getState();
  useShell.getState().go('tables');
  await open(tableId);
  if (asked) await fill();
}

/** Shows the library by topics, as far as the answer looked: its collection, or its documents selected among all. */
export function openOverview({ scope }: Answer, { documentIds }: Whole): void {
  const { setCollection, setTag, select } = useLibrary.getState();
  const [collection = null, ...others] = scope?.collections ?? [];
  setCollection(others.length === 0 ? collection : null);
  setTag(null);
  keep('library.filter', '');
  keep('library.view', 'overview');
  select(documentIds.length > 0 ? documentIds : (scope?.documentIds ?? []));
  useShell.getState().go('library');
}

/** Shows the first two of the documents that were compared side by side, word by word. */
export function openComparison({ documentIds: [oldId, newId] }: Whole): void {
  if (oldId === undefined || newId === undefined) return;
  useComparison.getState().open(oldId, newId);
  useShell.getState().go('library');
}
