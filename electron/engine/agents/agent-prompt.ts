import type { AgentDefinition } from '@shared/agent-config';
import { VitrineError } from '@shared/errors';
import { fenced } from '@shared/fenced';
import type { ChatMessage } from '../models';
import type { AgentQuestion, PromptValue } from './contract';

/** Between what the model is and what it is asked, alone on its line. */
const divider = /^===$/mu;
const placeholder = /\{\{([\w-]+)\}\}/gu;

/**
 * The messages of one question: the template with its placeholders filled in one pass, so that no value can bring a
 * placeholder of its own. Errors: `config-invalid` for a template without a divider or with a placeholder that the
 * question does not fill.
 */
export function renderAgentPrompt(agent: AgentDefinition, values: AgentQuestion<unknown>['values']): ChatMessage[] {
  const [system, user, ...more] = agent.template.split(divider);
  if (system === undefined || user === undefined || more.length > 0) throw invalid(agent, 'needs one line ===');
  const fill = (text: string): string =>
    text
      .replace(placeholder, (_all, name: string) => {
        const value = Object.hasOwn(values, name) ? values[name] : undefined;
        if (value === undefined) throw invalid(agent, `names {{${name}}}, which this agent does not have`);
        return renderValue(value);
      })
      .replace(/\n{3,}/gu, '\n\n')
      .trim();
  return [
    { role: 'system', content: fill(system) },
    { role: 'user', content: fill(user) },
  ];
}

function renderValue(value: PromptValue): string {
  if ('plain' in value) return value.plain;
  if ('data' in value) return quoted(value.data);
  return value.items
    .map(({ label, about, text }) => `${label}${about ? ` (${harmless(about)})` : ''}:\n${quoted(text)}`)
    .join('\n\n');
}

const quoted = (text: string): string => fenced(harmless(text), 'text');

/** Chat templates mark their turns with `<|…|>`, and some servers read such marks in content too. */
const harmless = (text: string): string => text.replaceAll('<|', '< |').replaceAll('|>', '| >');

function invalid(agent: AgentDefinition, what: string): VitrineError {
  return new VitrineError(
    'config-invalid',
    `The prompt of ${agent.agent_name} ${what}.`,
    'Correct the template in config/prompts.',
    { agent: agent.agent_name },
  );
}
