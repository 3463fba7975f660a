import type { Chunk } from '@shared/prompt/chunk';
import { builtPrompt } from '../../chat';
import { mergeRecalled } from '../../retrieval';
import type { Calculated } from '../../stages';
import { calculatedAnswer } from '../calculation/calculation-answer';
import { type ReadTable, readTableFor } from '../calculation/calculation-plan';
import { proposedCalculation } from '../calculation/propose-plan';
import { exactDraft } from '../exact-draft';
import type { Asked, Searched, Way } from '../way';

/**
 * “What is the total revenue?”: a calculation with a table of the best document. Asked last, because it takes a search.
 */
export const calculation: Way = {
  id: 'calculation',
  async asks(asked) {
    // A search that fails says so where passages are looked for.
    const searched = await asked.search().catch(() => null);
    asked.signal?.throwIfAborted();
    const read = searched && tableFor(asked, searched);
    if (!read) return null;
    const about = asked.parts.library.documents.byId(read.documentId).title;
    if (read.found) return { by: 'table', about };
    return asked.mayPropose && read.mayBeProposed ? { by: 'model', about } : null;
  },
  async evidence(asked) {
    const searched = await asked.search();
    return { ...searched, calculated: await calculated(asked, searched) };
  },
  async answer(drafting) {
    const { calculation: found } = builtPrompt(drafting.run).extras;
    const answer = found ? await calculatedAnswer(drafting, found) : null;
    return answer && exactDraft(drafting, answer);
  },
};

/** Returns the calculation that the question asks for, or what a model proposes; null where it asks for none. */
async function calculated(asked: Asked, searched: Searched): Promise<Calculated | null> {
  const read = tableFor(asked, searched);
  if (read?.found) return { calculation: read.found };
  const proposer = read?.mayBeProposed && asked.mayPropose ? await asked.proposer() : null;
  if (!read || !proposer) return null;
  const { limits, signal } = asked;
  const { code: language } = searched.found.language;
  const proposing = { ...proposer, language, confidence: limits.answer.bands.low, signal };
  return proposedCalculation(asked.parts, asked.question, read, proposing);
}

type Read = (ReadTable & { readonly mayBeProposed: boolean }) | null;

/** The choice of the way and its evidence rest on the same search: its table is read once. */
const readBefore = new WeakMap<Searched, { readonly question: string; readonly read: Read }>();

/** Returns the table that the question is about, as far as the search has found rows of one. */
function tableFor(asked: Asked, searched: Searched): Read {
  const known = readBefore.get(searched);
  if (known?.question === asked.question) return known.read;
  const read = readFrom(asked, searched);
  readBefore.set(searched, { question: asked.question, read });
  return read;
}

function readFrom({ parts, question, limits }: Asked, { found }: Searched): Read {
  const { recalled = [] } = found;
  const candidates = recalled.length > 0 ? mergeRecalled(found.candidates, recalled, limits) : found.candidates;
  const chunks = candidates.map(({ chunk }) => chunk);
  // A document whose table was not found gives no calculation.
  const documentIds = chunks.filter(hasRows).map(({ documentId }) => documentId);
  const read = readTableFor(parts, question, documentIds);
  const [best] = chunks;
  // A model may say how to calculate where the question names cells, or nothing is nearer to it than rows.
  return read && { ...read, mayBeProposed: read.isNamed || (best !== undefined && hasRows(best)) };
}

const hasRows = ({ blocks }: Chunk): boolean => blocks.some(({ kind }) => kind === 'table-row');
