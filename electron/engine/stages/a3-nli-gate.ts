import type { ModelCall, StageDecision } from '@shared/contract';
import type { SuperPrompt, Verdict } from '@shared/prompt/super-prompt';
import { unused, type WhyUnused } from '@shared/words/sayings';
import { z } from 'zod';
import type { AgentRunner } from '../agents';
import { termSet } from '../text/terms';
import { renderQuestion } from './builder/render-blocks';
import { noEvidence, readPairs } from './gate/nli-evidence';
import { type ChunkVerdict, judge, type SaidVerdicts } from './gate/verdicts';
import { readingDecision } from './reading';
import { batchesOf, chunksById, defaultNotice, notUsed, type Stage, type StageConfig, shortened } from './stage';

/**
 * A3_NLI_Gate: which of the reranked candidates may speak.
 *
 * Reads   views_by_stage.reranked (at most N2 ids), base_context_chunks, body, extras.{rerank_relevance, retrieval_scores, query, reading}
 * Writes  views_by_stage.a3, final_selection_ids, extras.verdicts
 * Model   optional chooser; without one, and for candidates it says nothing about: relevance threshold,
 *         near-duplicates, contradictions. Beside both an NLI cross-encoder, where the limits name one
 * Source  seeds/001.md §5.5; requirements S6
 */
export const a3NliGate: Stage = {
  id: 'A3_NLI_Gate',
  writes: ['views_by_stage.a3', 'final_selection_ids', 'extras.verdicts'],
  async run(prompt, services, { limits, agents }) {
    const view = prompt.views_by_stage.reranked ?? [];
    const unaided = judge(prompt, limits);
    const asked = services.agent
      ? await askGate(
          services.agent,
          prompt,
          unaided.filter(({ worthAsking }) => worthAsking),
          agents.A3_NLI_Gate,
          services.signal,
        )
      : null;
    const { verdicts: settledOn, said, reason } = settled(unaided, asked, (words) => judge(prompt, limits, words));
    const pairs = {
      kept: settledOn.filter(({ verdict }) => verdict === 'keep').map(({ chunkId }) => chunkId),
      judged: unaided.filter(({ worthAsking }) => worthAsking).map(({ chunkId }) => chunkId),
    };
    const read = await readPairs(prompt, pairs, services, limits);
    const verdicts = read.evidence === noEvidence ? settledOn : judge(prompt, limits, said, read.evidence);
    const kept = verdicts.filter(({ verdict }) => verdict === 'keep').map(({ chunkId }) => chunkId);
    const byModel = verdicts.some(({ by }) => by === 'model');
    return {
      prompt: {
        ...prompt,
        views_by_stage: { ...prompt.views_by_stage, a3: kept },
        final_selection_ids: kept,
        extras: {
          ...prompt.extras,
          verdicts: Object.fromEntries(
            verdicts.map((one) => [one.chunkId, { verdict: one.verdict, reason: one.reason }]),
          ),
        },
      },
      by: byModel ? 'model' : 'default',
      decisions: [
        ...notUsed(services.agent, reason),
        ...readingDecision(prompt, limits),
        ...verdicts.map(
          ({ chunkId, verdict, reason: why, by }): StageDecision => ({
            subject: chunkId,
            decision: verdict,
            reason: why,
            by,
          }),
        ),
      ],
      notices: [
        ...(byModel && reason === null ? [] : [defaultNotice('A3_NLI_Gate', services.agent, reason)]),
        ...read.notices,
      ],
      calls: asked?.calls ?? [],
      candidatesIn: view.length,
      candidatesOut: kept.length,
    };
  },
};

/** The verdicts that hold, and why a model's were not used, all or some of them. */
function settled(
  unaided: readonly ChunkVerdict[],
  asked: GateAnswer | null,
  judgeWith: (said: GateAnswer['said']) => ChunkVerdict[],
): { verdicts: readonly ChunkVerdict[]; said: GateAnswer['said']; reason: WhyUnused | null } {
  const nothing: GateAnswer['said'] = new Map();
  if (asked === null || asked.said.size === 0) {
    return { verdicts: unaided, said: nothing, reason: asked?.reason ?? null };
  }
  const aided = judgeWith(asked.said);
  const keeps = (verdicts: readonly ChunkVerdict[]) => verdicts.some(({ verdict }) => verdict === 'keep');
  // A model may thin the evidence; that there is none at all is said by measured relevance alone.
  if (keeps(unaided) && !keeps(aided)) {
    return { verdicts: unaided, said: nothing, reason: unused('dropped-all') };
  }
  return { verdicts: aided, said: asked.said, reason: asked.reason };
}

const decisions = ['keep', 'drop_irrelevant', 'drop_duplicate', 'drop_conflict'] as const satisfies readonly Verdict[];

const answer = z.object({ verdicts: z.array(z.object({ id: z.string(), decision: z.string() })) });

interface GateAnswer {
  readonly said: SaidVerdicts;
  readonly calls: readonly ModelCall[];
  /** Why the verdicts of one batch or all were not used; null where all were. */
  readonly reason: WhyUnused | null;
}

interface Item {
  readonly label: string;
  /** Null for the control passage. */
  readonly chunkId: string | null;
  readonly about: string;
  readonly text: string;
}

/**
 * Asks the chooser about candidates, batch by batch in rank order. One passage about something else is slipped into
 * each batch: where the model keeps it, it is not judging, and nothing it says about that batch counts.
 */
async function askGate(
  agent: AgentRunner,
  prompt: SuperPrompt,
  candidates: readonly { readonly chunkId: string }[],
  config: StageConfig['agents']['A3_NLI_Gate'],
  signal: AbortSignal | undefined,
): Promise<GateAnswer> {
  const chunks = chunksById(prompt);
  const question = renderQuestion(prompt);
  const control = controlFor(question, config.controls);
  const said = new Map<string, Verdict>();
  const calls: ModelCall[] = [];
  let reason: WhyUnused | null = candidates.length === 0 ? unused('none-to-judge') : null;
  for (const batch of batchesOf(candidates, config.batchSize, config.maxItems)) {
    const texts = batch.map(({ chunkId }) => {
      const chunk = chunks.get(chunkId);
      const text = shortened(chunk?.text ?? '', config.itemCharacters);
      return { chunkId, about: shortened(chunk?.title ?? '', 80), text };
    });
    const items = labelled(control === null ? texts : withControl(texts, control));
    const labels = items.map(({ label }) => label);
    const reply = await agent.ask(
      'A3_NLI_Gate',
      {
        values: {
          question: { data: question },
          passages: { items },
          ids: { plain: labels.join(', ') },
        },
        choices: { ids: labels, decisions },
        read: answer,
      },
      signal,
    );
    calls.push(...reply.calls);
    const problem = reply.ok ? take(reply.output.verdicts, items, said) : reply.reason;
    reason ??= problem;
  }
  return { said, calls, reason };
}

/** Puts the usable verdicts of a batch into `said`, the first for each id; returns why there are none. */
function take(
  verdicts: readonly { readonly id: string; readonly decision: string }[],
  items: readonly Item[],
  said: Map<string, Verdict>,
): WhyUnused | null {
  const byLabel = new Map<string, Verdict>();
  for (const { id, decision } of verdicts) {
    const verdict = decisions.find((one) => one === decision);
    if (verdict && !byLabel.has(id)) byLabel.set(id, verdict);
  }
  const control = items.find(({ chunkId }) => chunkId === null);
  if (control && byLabel.get(control.label) === 'keep') return unused('off-topic');
  let used = 0;
  for (const { label, chunkId } of items) {
    const verdict = byLabel.get(label);
    if (!verdict || chunkId === null) continue;
    said.set(chunkId, verdict);
    used += 1;
  }
  return used === 0 ? unused('no-verdict') : null;
}

/** The first control passage that shares no word with the question; null where each does. */
function controlFor(question: string, controls: readonly string[]): string | null {
  const asked = termSet(question);
  return controls.find((control) => [...termSet(control)].every((term) => !asked.has(term))) ?? null;
}

/** In the middle: neither end of the list reveals it. */
function withControl(items: readonly Omit<Item, 'label'>[], text: string): Omit<Item, 'label'>[] {
  const middle = Math.ceil(items.length / 2);
  return [...items.slice(0, middle), { chunkId: null, about: '', text }, ...items.slice(middle)];
}

const labelled = (items: readonly Omit<Item, 'label'>[]): Item[] =>
  items.map((item, position) => ({ ...item, label: `p${position + 1}` }));
