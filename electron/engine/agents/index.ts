/**
 * agents: asks a language model for decisions and lines in JSON (S12).
 *
 * Charter  builds agents from config/agents and config/prompts, renders their prompts with everything foreign fenced,
 *          asks one model through one client, reads the JSON, lets it be repaired once, and records every call. Jobs that
 *          want text use prompt and client alone.
 * Never    knows a stage, decides what happens without a model, or throws for anything but a stop on request.
 */
export {
  type AgentQuestion,
  type AgentReply,
  type AgentRunner,
  createAgents,
  renderAgentPrompt,
  unavailableAgents,
} from './agent-factory';
export { callModel, throwIfUnavailable } from './llm-client';
