import type { Judgements } from './metrics';
import { invalidSet, linesOf } from './set-file';

const hint = 'Write question id, document id and a number, with tabs between them.';

/**
 * Judgements by question, from lines as BEIR (`query-id corpus-id score`) or trec_eval (`query-id iteration corpus-id
 * score`, the iteration is not used) writes them. The first line that holds anything may be a header; of two lines about
 * the same pair the last counts. Errors: `labelled-set-invalid`.
 *
 * @param isQuestion whether the set has this question: a line about one is no header
 */
export async function readJudgements(
  file: string,
  isQuestion: (id: string) => boolean,
): Promise<ReadonlyMap<string, Judgements>> {
  const judgements = new Map<string, Map<string, number>>();
  let isFirst = true;
  (await linesOf(file)).forEach((line, position) => {
    if (line.trim() === '') return;
    const { query, document, gain } = judgementOf(line);
    const isHeader = isFirst && document !== '' && Number.isNaN(gain) && !isQuestion(query);
    isFirst = false;
    if (isHeader) return;
    if (query === '' || document === '' || !Number.isFinite(gain)) {
      throw invalidSet(file, position + 1, { why: 'three-columns', reason: 'three columns are wanted', hint });
    }
    const own = judgements.get(query) ?? new Map<string, number>();
    own.set(document, gain);
    judgements.set(query, own);
  });
  return judgements;
}

/** What a line lacks is empty; the gain is no number where the line has not three or four columns. */
function judgementOf(line: string): { query: string; document: string; gain: number } {
  const byTab = line.split('\t').map((cell) => cell.trim());
  const cells = byTab.length > 2 ? byTab : line.trim().split(/\s+/u);
  const [query = '', document = '', score = ''] = cells.length === 4 ? [cells[0], cells[2], cells[3]] : cells;
  const fits = score !== '' && cells.length < 5;
  return { query, document, gain: fits ? Number(score) : Number.NaN };
}
