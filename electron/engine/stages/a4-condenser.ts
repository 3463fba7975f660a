import type { Chunk } from '@shared/chunk';
import type { StageDecision } from '@shared/contract';
import type { PipelineLimits } from '@shared/limits';
import type { SuperPrompt } from '@shared/super-prompt';
import { terms } from '@shared/terms';
import { oneLine } from './render-blocks';
import { byScore, type Evidence, evidence, queryWeights } from './sentence-evidence';
import { chunksById, type Stage, type StageServices } from './stage';

/**
 * A4_Condenser: what the kept chunks say, in a few lines that are each tied to their chunks.
 *
 * Reads   final_selection_ids, base_context_chunks, body, extras.{query, rerank_relevance}
 * Writes  S_CTX_MD, final_selection_ids, views_by_stage.a4, extras.dropped_for_budget
 * Model   a writer; without one: sentences quoted from the chunks, never rephrased
 * Source  seeds/001.md §5.6; requirements S7
 *
 * The final selection is the longest prefix by rank that has at most N3 chunks and fits `build.tokenBudget`, so that
 * nothing is sent in the place of something better (C2). A chunk that alone exceeds the budget is passed over: it
 * could never be sent, and would bar the way for all behind it.
 */
export const a4Condenser: Stage = {
  id: 'A4_Condenser',
  kind: 'agent',
  from: 'a3',
  to: 'a4',
  reads: ['final_selection_ids', 'base_context_chunks', 'body', 'extras.query', 'extras.rerank_relevance'],
  writes: ['S_CTX_MD', 'final_selection_ids', 'views_by_stage.a4', 'extras.dropped_for_budget'],
  async run(prompt, services, { limits }) {
    const chunks = chunksById(prompt);
    const { selected, dropped } = selectWithin(prompt, chunks, services, limits);
    const byNumber = selected.flatMap((id, position) => {
      const chunk = chunks.get(id);
      return chunk ? [{ chunk, number: position + 1 }] : [];
    });
    return {
      prompt: {
        ...prompt,
        S_CTX_MD: condense(prompt, byNumber, services, limits),
        final_selection_ids: selected,
        views_by_stage: { ...prompt.views_by_stage, a4: selected },
        extras: { ...prompt.extras, dropped_for_budget: dropped.map(({ subject }) => subject) },
      },
      by: 'default',
      decisions: dropped,
      notices: [
        {
          code: 'default-used',
          message: 'No language model is set up: the context was condensed by quoting sentences.',
        },
        ...(dropped.length > 0
          ? [
              {
                code: 'dropped-for-budget',
                message: `${dropped.length} of the kept chunks did not fit and were left out.`,
              },
            ]
          : []),
      ],
      candidatesIn: prompt.final_selection_ids.length,
      candidatesOut: selected.length,
    };
  },
};

/** What fits, in rank order, and what does not, lowest rank first. */
function selectWithin(
  prompt: SuperPrompt,
  chunks: ReadonlyMap<string, Chunk>,
  services: StageServices,
  limits: PipelineLimits,
): { selected: string[]; dropped: StageDecision[] } {
  const selected: string[] = [];
  const dropped: StageDecision[] = [];
  const budget = limits.build.tokenBudget;
  let tokens = 0;
  let full = false;
  for (const id of prompt.final_selection_ids) {
    const size = services.countTokens(chunks.get(id)?.text ?? '');
    const overCap = selected.length >= limits.N3_FINAL_SELECTION_MAX;
    full ||= size <= budget && tokens + size > budget;
    if (!overCap && !full && size <= budget) {
      selected.push(id);
      tokens += size;
      continue;
    }
    const reason = overCap
      ? `over the cap of ${limits.N3_FINAL_SELECTION_MAX} chunks`
      : `its ${size} tokens do not fit what better ranked chunks leave of the budget of ${budget}`;
    dropped.push({ subject: id, decision: 'dropped', reason, by: 'default' });
  }
  return { selected, dropped: dropped.reverse() };
}

type Numbered = { readonly chunk: Chunk; readonly number: number };

const constraintWords =
  /\b(?:must|shall|should|may not|cannot|can't|only|never|at most|at least|no more than|required|requires|limit(?:ed)?|forbidden|not allowed|muss|darf|höchstens|mindestens|debe|como máximo)\b/iu;

function condense(
  prompt: SuperPrompt,
  numbered: readonly Numbered[],
  services: StageServices,
  limits: PipelineLimits,
): string {
  const query = prompt.extras.query?.whole ?? prompt.body.task ?? '';
  const weights = queryWeights(query, prompt.base_context_chunks);
  const order = new Map(numbered.map(({ chunk, number }) => [chunk.id, number]));
  const found = numbered.flatMap(({ chunk }) =>
    evidence(chunk, prompt.extras.rerank_relevance?.[chunk.id] ?? 0, weights)
      .sort(byScore(order))
      .slice(0, limits.condense.sentencesPerChunk),
  );
  const lines = quotedLines(found.sort(byScore(order)), order, services, limits);
  const covered = new Set(found.flatMap((item) => [...item.terms]));
  const open = openIssues(query, covered);
  const block = (title: string, items: readonly string[]) =>
    `## ${title}\n${items.length > 0 ? items.join('\n') : '- None found.'}`;
  return [
    '# Condensed context',
    block('Facts', lines.facts),
    block('Constraints', lines.constraints),
    block('Open issues', open),
  ].join('\n\n');
}

/** One line a sentence, each once, tied to every selected chunk that holds it, within the token budget. */
function quotedLines(
  found: readonly Evidence[],
  order: ReadonlyMap<string, number>,
  services: StageServices,
  limits: PipelineLimits,
): { facts: string[]; constraints: string[] } {
  const lines = new Map<string, string[]>();
  for (const { sentence, chunkId } of found) {
    const text = quotable(sentence.text);
    lines.set(text, [...new Set([...(lines.get(text) ?? []), chunkId])]);
  }
  const facts: string[] = [];
  const constraints: string[] = [];
  let tokens = 0;
  for (const [text, chunkIds] of lines) {
    const marks = chunkIds.map((id) => `[Citation ${order.get(id)}]`).join('');
    const line = `- ${text} ${marks} <${chunkIds.join(' ')}>`;
    const size = services.countTokens(line);
    if (facts.length + constraints.length >= limits.condense.maxFacts) break;
    if (tokens + size > limits.condense.tokenBudget) continue;
    tokens += size;
    (constraintWords.test(text) ? constraints : facts).push(line);
  }
  return { facts, constraints };
}

/** The sentence on one line, with marks that only Vitrine may set made harmless. */
function quotable(text: string): string {
  return oneLine(text.replace(/^\s*(?:[-*+•]|\d{1,3}[.)])\s+/u, '')).replace(/\[(\s*citation\s*\d+\s*)\]/giu, '($1)');
}

/** Words of the question that no kept sentence holds, as the user wrote them. */
function openIssues(query: string, covered: ReadonlySet<string>): string[] {
  const missing: string[] = [];
  for (const word of query.split(/[^\p{L}\p{N}_'’.-]+/u)) {
    const own = terms(word);
    if (own.length > 0 && own.every((term) => !covered.has(term)) && !missing.includes(word)) missing.push(word);
  }
  return missing.length > 0 ? [`- The kept sentences do not mention: ${oneLine(missing.join(', '))}.`] : [];
}
