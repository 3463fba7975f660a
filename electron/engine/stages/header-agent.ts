import type { ModelCall } from '@shared/contract';
import { type BodyKey, bodyKeys } from '@shared/super-prompt';
import { z } from 'zod';
import type { AgentRunner } from '../agents';
import { batchesOf, shortened } from './model-use';
import type { PromptSection } from './prompt-headers';
import type { StageConfig } from './stage';

const answer = z.object({ headers: z.array(z.object({ header: z.string(), key: z.string() })) });
const unknown = 'unknown';

export interface HeaderAnswer {
  /** The key that each header means; headers that mean none are not in it. */
  readonly keys: ReadonlyMap<string, BodyKey>;
  readonly calls: readonly ModelCall[];
  readonly reason: string | null;
}

/** Asks the chooser what headers mean that no rung of the ladder knows, each with the beginning of its text. */
export async function askHeaderMapper(
  agent: AgentRunner,
  sections: readonly PromptSection[],
  config: StageConfig['agents']['A0_PreProcessing'],
  signal: AbortSignal | undefined,
): Promise<HeaderAnswer> {
  const keys = new Map<string, BodyKey>();
  const calls: ModelCall[] = [];
  let reason: string | null = null;
  for (const batch of batchesOf(sections, config.batchSize, config.maxItems)) {
    const items = batch.map(({ header, content }, position) => ({
      header: header ?? '',
      label: `h${position + 1}`,
      text: shortened(`${header}:\n${content}`, config.itemCharacters),
    }));
    const reply = await agent.ask(
      'A0_PreProcessing',
      {
        values: { headers: { items }, keys: { plain: [...bodyKeys, unknown].join(', ') } },
        choices: { headers: items.map(({ label }) => label), keys: [...bodyKeys, unknown] },
        read: answer,
      },
      signal,
    );
    calls.push(...reply.calls);
    if (!reply.ok) {
      reason ??= reply.reason;
      continue;
    }
    for (const { header, label } of items) {
      const said = reply.output.headers.find((one) => one.header === label)?.key;
      const key = bodyKeys.find((one) => one === said);
      if (key) keys.set(header, key);
    }
  }
  return { keys, calls, reason };
}
