import { VitrineError } from '@shared/errors';
import type { AgentDefinition } from '@shared/prompt/agent-config';
import { fenced } from '@shared/prompt/prompt-layout';
import type { z } from 'zod';
import type { ChatMessage } from '../models';

/** A value for a placeholder: `plain` is our own words, `data` is anybody else's and is fenced. */
export type PromptValue =
  | { readonly plain: string }
  | { readonly data: string }
  /** A numbered list of foreign texts: each under its label, fenced. */
  | { readonly items: readonly { readonly label: string; readonly about?: string; readonly text: string }[] };

export interface AgentQuestion<T> {
  /** One value a placeholder of the template. */
  readonly values: Readonly<Record<string, PromptValue>>;
  /** Closed lists for the `{{name}}` enums of the output schema. */
  readonly choices: Readonly<Record<string, readonly string[]>>;
  /** The form of the answer. Choices outside their lists pass: the caller clamps them. */
  readonly read: z.ZodType<T>;
}

/** Between what the model is and what it is asked, alone on its line. */
const divider = /^===$/mu;
const placeholder = /\{\{([\w-]+)\}\}/gu;

/**
 * The messages of one question: the template with its placeholders filled in one pass, so no value can add a
 * placeholder. Errors: `config-invalid` for a template without a divider or with a placeholder that the question does
 * not fill.
 */
export function renderAgentPrompt(agent: AgentDefinition, values: AgentQuestion<unknown>['values']): ChatMessage[] {
  const [system, user, ...more] = agent.template.split(divider);
  if (system === undefined || user === undefined || more.length > 0) {
    throw new VitrineError('config-invalid', { why: 'divider', agent: agent.agent_name });
  }
  const fill = (text: string): string =>
    text
      .replace(placeholder, (_all, name: string) => {
        const value = Object.hasOwn(values, name) ? values[name] : undefined;
        if (value === undefined) {
          const details = { agent: agent.agent_name, placeholder: `{{${name}}}` };
          throw new VitrineError('config-invalid', { why: 'placeholder', ...details });
        }
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
