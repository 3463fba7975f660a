import type { ModelCall } from '@shared/contract';
import type { SuperPrompt, Verdict } from '@shared/super-prompt';
import { termSet } from '@shared/terms';
import { z } from 'zod';
import type { AgentRunner } from '../agents';
import { batchesOf, shortened } from './model-use';
import { renderQuestion } from './render-blocks';
import { chunksById, type StageConfig } from './stage';

const decisions = ['keep', 'drop_irrelevant', 'drop_duplicate', 'drop_conflict'] as const satisfies readonly Verdict[];

const answer = z.object({ verdicts: z.array(z.object({ id: z.string(), decision: z.string() })) });

/** What the model says of a candidate, in words for the log. */
const reasons: Readonly<Record<Verdict, string>> = {
  keep: 'the model holds it for evidence',
  drop_irrelevant: 'the model holds it for irrelevant',
  drop_duplicate: 'the model holds it for a repetition',
  drop_conflict: 'the model sees it contradict a better one',
};

export interface GateAnswer {
  /** Verdicts by chunk id; candidates that the model said nothing usable about are not in it. */
  readonly said: ReadonlyMap<string, { readonly verdict: Verdict; readonly reason: string }>;
  readonly calls: readonly ModelCall[];
  /** Why the verdicts of one batch or all were not used; null where all were. */
  readonly reason: string | null;
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
export async function askGate(
  agent: AgentRunner,
  prompt: SuperPrompt,
  candidates: readonly { readonly chunkId: string }[],
  config: StageConfig['agents']['A3_NLI_Gate'],
  signal: AbortSignal | undefined,
): Promise<GateAnswer> {
  const chunks = chunksById(prompt);
  const question = renderQuestion(prompt);
  const control = controlFor(question, config.controls);
  const said = new Map<string, { verdict: Verdict; reason: string }>();
  const calls: ModelCall[] = [];
  let reason: string | null = candidates.length === 0 ? 'no candidate was left to judge' : null;
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
  said: Map<string, { verdict: Verdict; reason: string }>,
): string | null {
  const byLabel = new Map<string, Verdict>();
  for (const { id, decision } of verdicts) {
    const verdict = decisions.find((one) => one === decision);
    if (verdict && !byLabel.has(id)) byLabel.set(id, verdict);
  }
  const control = items.find(({ chunkId }) => chunkId === null);
  if (control && byLabel.get(control.label) === 'keep') return 'it kept a passage about something else';
  let used = 0;
  for (const { label, chunkId } of items) {
    const verdict = byLabel.get(label);
    if (!verdict || chunkId === null) continue;
    said.set(chunkId, { verdict, reason: reasons[verdict] });
    used += 1;
  }
  return used === 0 ? 'none of its verdicts names a candidate' : null;
}

/** The first control passage that shares no word with the question; null where each does. */
function controlFor(question: string, controls: readonly string[]): string | null {
  const asked = termSet(question);
  return controls.find((control) => [...termSet(control)].every((term) => !asked.has(term))) ?? null;
}

/** In the middle, so that neither end of the list gives it away. */
function withControl(items: readonly Omit<Item, 'label'>[], text: string): Omit<Item, 'label'>[] {
  const middle = Math.ceil(items.length / 2);
  return [...items.slice(0, middle), { chunkId: null, about: '', text }, ...items.slice(middle)];
}

const labelled = (items: readonly Omit<Item, 'label'>[]): Item[] =>
  items.map((item, position) => ({ ...item, label: `p${position + 1}` }));
