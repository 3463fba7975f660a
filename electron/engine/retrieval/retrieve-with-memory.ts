import type { Notice } from '@shared/contract';
import type { PipelineLimits } from '@shared/limits';
import { hasWord } from '@shared/quoted-words';
import { answersFollowUp, linkOf } from './follow-up';
import { isInScope } from './in-scope';
import { type RememberedText, recall } from './recall';
import type { RetrievalRequest, Retrieved, Retriever } from './retriever';

/**
 * What a search finds, with what earlier exchanges have to do with the query (R7). Exchanges are no evidence: whether
 * the library has something to say is decided by documents alone. Where it has nothing, the question may be a
 * follow-up: it is then asked once more together with the most relevant exchange, and documents count that hold what
 * the question asks and what the exchange adds.
 * Errors: as `Retriever.retrieve`.
 */
export async function retrieveWithMemory(
  retriever: Retriever,
  request: RetrievalRequest,
  remembered: readonly RememberedText[],
  limits: PipelineLimits,
  signal?: AbortSignal,
): Promise<Retrieved> {
  const found = await retriever.retrieve(request, limits, signal);
  if (remembered.length === 0) return found;
  const query = retriever.weigh(found.whole);
  const all = recall(remembered, found.vectors ?? [], query, retriever.entry, limits.retrieval.tau);
  const recalled = all.filter(({ recent }) => !recent).map(({ chunk, scores }) => ({ chunk, scores }));
  const withRecalled = recalled.length > 0 ? { ...found, recalled } : found;
  const nearest = all[0];
  const link = nearest && found.outOfScope ? linkOf(nearest.chunk.text, query) : null;
  if (!nearest || link === null) return withRecalled;

  const together = await retriever.retrieve(
    { ...request, query: `${found.asked ?? request.query} ${link}` },
    limits,
    signal,
  );
  const candidates = together.candidates.filter(({ chunk }) =>
    answersFollowUp(`${chunk.title} ${chunk.headings.join(' ')} ${chunk.text}`, query, link),
  );
  if (!candidates.some((candidate) => isInScope(candidate, limits))) return withRecalled;
  const notices = eachOnce([...found.notices, ...together.notices.map((notice) => ofEarlier(notice, request.query))]);
  // The second search has the question's names corrected already, and knows those of the exchange alone.
  const { names = [] } = found;
  const answered = { outOfScope: false, suggestions: [], followUpOf: nearest.chunk, names };
  return { ...withRecalled, ...together, candidates, notices, ...answered };
}

/** A correction says so of a word that the earlier exchange alone has: in the question it stands nowhere. */
function ofEarlier(notice: Notice, question: string): Notice {
  const { word, term } = notice.values ?? {};
  if (notice.code !== 'spelling-corrected' || word === undefined || hasWord(question, String(word))) return notice;
  const quoted = `"${word}"`;
  return {
    code: notice.code,
    message: `No document has “${word}”, which stands earlier in the conversation: “${term}” was searched for. Add ${quoted} to the question to search for it as it stands.`,
    values: { ...notice.values, quoted },
  };
}

/** The second search says again what holds for both, and nothing of the words that the first has corrected for it. */
const eachOnce = (notices: readonly Notice[]): Notice[] => [
  ...new Map(notices.map((notice) => [JSON.stringify(notice), notice])).values(),
];
