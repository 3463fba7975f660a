import type { Answer, Census } from '@shared/contract/index';
import { titleOfQuestion } from '@shared/visible-text';
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
