import { enforceFormat } from './answer-format';
import { oneLine } from './render-blocks';
import type { Stage } from './stage';

/**
 * A5_Format_Enforcer: the form of the answer, said so that it can be kept and checked.
 *
 * Reads   body.{format, task, constraints}
 * Writes  extras.format_enforcer, body.format
 * Model   a writer; without one: a parser of the common formats
 * Source  seeds/001.md §5.7; requirements S8
 */
export const a5FormatEnforcer: Stage = {
  id: 'A5_Format_Enforcer',
  kind: 'agent',
  from: 'a4',
  to: 'a5',
  reads: ['body.format', 'body.task', 'body.constraints'],
  writes: ['extras.format_enforcer', 'body.format'],
  async run(prompt) {
    const { format = '', task = '', constraints = '' } = prompt.body;
    const enforced = enforceFormat(format, task, constraints);
    return {
      prompt: {
        ...prompt,
        body: { ...prompt.body, format: oneLine(enforced.enforcement.normalized_format_spec) },
        extras: { ...prompt.extras, format_enforcer: enforced.enforcement },
      },
      by: 'default',
      decisions: [
        { subject: 'format', decision: enforced.name, reason: `read from ${enforced.source}`, by: 'default' },
      ],
      notices: [
        {
          code: 'default-used',
          message: 'No language model is set up: the answer format was read from the prompt’s words.',
        },
      ],
    };
  },
};
