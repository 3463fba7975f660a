import type { Notice, StageDecision } from '@shared/contract';
import type { AgentRunner } from '../agents';

/** What a stage says when no model decided: that none is set up, or why the one that is was not used. */
export function defaultNotice(agent: AgentRunner | null, reason: string | null, instead: string): Notice {
  const why = agent === null ? 'No language model took part' : `${agent.model} was not used (${withoutStop(reason)})`;
  return {
    code: 'default-used',
    message: `${why}: ${instead}`,
    ...(agent ? { values: { model: agent.model, reason: withoutStop(reason) } } : {}),
  };
}

/** The same in the log of decisions; nothing where no model was to be used. */
export function notUsed(agent: AgentRunner | null, reason: string | null): StageDecision[] {
  if (agent === null || reason === null) return [];
  return [
    {
      subject: agent.model,
      decision: 'not used',
      reason,
      reasonCode: 'model-not-used',
      reasonValues: { reason },
      by: 'default',
    },
  ];
}

const withoutStop = (reason: string | null): string => (reason ?? 'it gave no answer').replace(/\.$/u, '');

/** The first `length` characters, never half a surrogate pair. */
export function shortened(text: string, length: number): string {
  if (text.length <= length) return text;
  const cut = text.slice(0, length);
  return `${/[\ud800-\udbff]$/u.test(cut) ? cut.slice(0, -1) : cut}…`;
}

/** The first `most` items in lists of at most `size`. */
export function batchesOf<T>(items: readonly T[], size: number, most: number): T[][] {
  const batches: T[][] = [];
  for (let start = 0; start < Math.min(items.length, most); start += size) {
    batches.push(items.slice(start, Math.min(start + size, most)));
  }
  return batches;
}
