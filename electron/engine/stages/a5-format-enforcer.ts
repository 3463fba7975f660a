import { enforceFormat } from './answer-format';
import { askEnforcer } from './format-agent';
import { defaultNotice, notUsed } from './model-use';
import { oneLine } from './render-blocks';
import type { Stage } from './stage';

/**
 * A5_Format_Enforcer: the form of the answer, said so that it can be kept and checked.
 *
 * Reads   body.{format, task, constraints}
 * Writes  extras.format_enforcer, body.format
 * Model   a writer, held to the format that the parser reads and to what the user forbade; without one: that parser,
 *         which knows the common formats
 * Source  seeds/001.md §5.7; requirements S8
 */
export const a5FormatEnforcer: Stage = {
  id: 'A5_Format_Enforcer',
  kind: 'agent',
  from: 'a4',
  to: 'a5',
  reads: ['body.format', 'body.task', 'body.constraints'],
  writes: ['extras.format_enforcer', 'body.format'],
  async run(prompt, services, { agents }) {
    const { format = '', task = '', constraints = '' } = prompt.body;
    const read = enforceFormat(format, task, constraints);
    const asked = services.agent
      ? await askEnforcer(services.agent, prompt, read, agents.A5_Format_Enforcer, services.signal)
      : null;
    const enforcement = asked?.enforcement ?? read.enforcement;
    const reason = asked?.reason ?? null;
    const byModel = Boolean(asked?.enforcement);
    return {
      prompt: {
        ...prompt,
        body: { ...prompt.body, format: oneLine(enforcement.normalized_format_spec) },
        extras: { ...prompt.extras, format_enforcer: enforcement },
      },
      by: byModel ? 'model' : 'default',
      decisions: [
        ...notUsed(services.agent, reason),
        { subject: 'format', decision: read.name, reason: `read from ${read.source}`, by: 'default' },
        ...(byModel ? [{ subject: 'format', decision: 'restated', reason: 'by the model', by: 'model' as const }] : []),
      ],
      notices: byModel
        ? []
        : [defaultNotice(services.agent, reason, 'the answer format was read from the prompt’s words.')],
      calls: asked?.calls ?? [],
    };
  },
};
