import type { AgentDefinitions } from '@shared/agent-config';
import { reportOf } from '@shared/errors';
import { type AgentRunner, createAgents, unavailableAgents } from '../../agents';
import type { ChatModel } from '../../models';

/**
 * The agents of one request: each model is opened once, when the first stage wants it. A model that cannot be had
 * gives agents that say why, so that every stage has its deterministic default.
 */
export function agentsOfRequest(
  open: (name: string) => Promise<ChatModel>,
): (model: string | null, agents: AgentDefinitions) => Promise<AgentRunner | null> {
  const opened = new Map<string, Promise<AgentRunner>>();
  return async (model, agents) => {
    if (model === null) return null;
    const runner = opened.get(model) ?? openAgents(model, agents, open);
    opened.set(model, runner);
    return runner;
  };
}

async function openAgents(
  name: string,
  agents: AgentDefinitions,
  open: (name: string) => Promise<ChatModel>,
): Promise<AgentRunner> {
  try {
    return createAgents(await open(name), agents);
  } catch (error) {
    return unavailableAgents(name, reportOf(error).message);
  }
}
