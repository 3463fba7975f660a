import type { AgentDefinitions } from '@shared/agent-config';
import { reportOf } from '@shared/errors';
import { type AgentRunner, createAgents, unavailableAgents } from './agents';
import { type ChatServers, openChatModel } from './models';

/**
 * The agents of one request: each model is opened once, when the first stage wants it. A model that cannot be had
 * gives agents that say why, so that every stage has its deterministic default.
 */
export function agentsOfRequest(
  servers: ChatServers,
): (model: string | null, agents: AgentDefinitions) => Promise<AgentRunner | null> {
  const opened = new Map<string, Promise<AgentRunner>>();
  return async (model, agents) => {
    if (model === null) return null;
    const runner = opened.get(model) ?? openAgents(model, agents, servers);
    opened.set(model, runner);
    return runner;
  };
}

async function openAgents(name: string, agents: AgentDefinitions, servers: ChatServers): Promise<AgentRunner> {
  try {
    return createAgents(await openChatModel(name, servers), agents);
  } catch (error) {
    return unavailableAgents(name, reportOf(error).message);
  }
}
