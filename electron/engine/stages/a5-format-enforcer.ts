import type { Notice, StageDecision } from '@shared/contract';
import { enforceFormat } from './answer-format';
import type { GivenShape } from './answer-schema';
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
 *         which knows the common formats. A JSON schema or example in FORMAT stands as the user wrote it
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
    const { given } = read;
    // What the user wrote out to the letter is not restated by anybody.
    const settled = given.schema !== null || given.example !== null;
    const asked =
      services.agent && !settled
        ? await askEnforcer(services.agent, prompt, read, agents.A5_Format_Enforcer, services.signal)
        : null;
    const enforcement = asked?.enforcement ?? read.enforcement;
    const reason = asked?.reason ?? null;
    const byModel = Boolean(asked?.enforcement);
    const bodyFormat = byModel ? oneLine(enforcement.normalized_format_spec) : read.bodyFormat;
    return {
      prompt: {
        ...prompt,
        body: { ...prompt.body, format: bodyFormat },
        extras: { ...prompt.extras, format_enforcer: enforcement },
      },
      by: byModel ? 'model' : settled ? 'deterministic' : 'default',
      decisions: [
        ...notUsed(services.agent, reason),
        {
          subject: 'format',
          decision: read.name,
          reason: `read from ${read.source}`,
          reasonCode: 'read-from',
          reasonValues: { source: read.source },
          by: 'default',
        },
        ...givenDecision(given),
        ...(byModel
          ? [
              {
                subject: 'format',
                decision: 'restated',
                reason: 'by the model',
                reasonCode: 'by-model',
                by: 'model' as const,
              },
            ]
          : []),
      ],
      notices: [
        ...schemaNotices(given),
        ...(byModel || settled
          ? []
          : [defaultNotice(services.agent, reason, 'the answer format was read from the prompt’s words.')]),
      ],
      calls: asked?.calls ?? [],
    };
  },
};

function givenDecision({ schema, example }: GivenShape): StageDecision[] {
  if (schema === null && example === null) return [];
  const decision = schema === null ? 'example taken over' : 'schema taken over';
  return [
    { subject: 'format', decision, reason: 'given in FORMAT', reasonCode: 'given-in-format', by: 'deterministic' },
  ];
}

function schemaNotices({ problem, unchecked }: GivenShape): Notice[] {
  if (problem !== null) {
    const message = `The schema in FORMAT cannot be used: ${problem}. The answer is asked for without it.`;
    return [{ code: 'format-schema-unusable', message, values: { problem } }];
  }
  if (unchecked.length === 0) return [];
  const keywords = unchecked.join(', ');
  const message = `The answer is asked to keep ${keywords} of the schema in FORMAT, and is not held against it.`;
  return [{ code: 'format-schema-unchecked', message, values: { keywords } }];
}
