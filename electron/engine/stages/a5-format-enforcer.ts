import type { ModelCall, Notice, StageDecision } from '@shared/contract';
import type { FormatEnforcement, SuperPrompt } from '@shared/prompt/super-prompt';
import { notice, reasoned, unused, type WhyUnused } from '@shared/words/sayings';
import { z } from 'zod';
import type { AgentRunner } from '../agents';
import { termSet, words } from '../text/terms';
import { oneLine, renderSoFar } from './builder/render-blocks';
import { type EnforcedFormat, enforceFormat } from './format/answer-format';
import type { GivenShape } from './format/answer-schema';
import { defaultNotice, notUsed, type Stage, type StageConfig, shortened } from './stage';

/**
 * A5_Format_Enforcer: the form of the answer, in words that can be kept and checked.
 *
 * Reads   body.{format, task, constraints}
 * Writes  extras.format_enforcer, body.format, prompt_ready
 * Model   a writer, held to the parser's format and to the user's prohibitions; without one: that parser,
 *         which knows the common formats. A JSON schema or example in FORMAT stays unchanged
 * Source  seeds/001.md §5.7; requirements S8
 */
export const a5FormatEnforcer: Stage = {
  id: 'A5_Format_Enforcer',
  writes: ['extras.format_enforcer', 'body.format', 'prompt_ready'],
  async run(prompt, services, { agents }) {
    const { format = '', task = '', constraints = '' } = prompt.body;
    const read = enforceFormat(format, task, constraints);
    const { given } = read;
    // The user's exact text is never restated.
    const settled = given.schema !== null || given.example !== null;
    const asked =
      services.agent && !settled
        ? await askEnforcer(services.agent, prompt, read, agents.A5_Format_Enforcer, services.signal)
        : null;
    const enforcement = asked?.enforcement ?? read.enforcement;
    const reason = asked?.reason ?? null;
    const byModel = Boolean(asked?.enforcement);
    const byRules = settled ? 'deterministic' : 'default';
    const bodyFormat = byModel ? oneLine(enforcement.normalized_format_spec) : read.bodyFormat;
    const body = { ...prompt.body, format: bodyFormat };
    const extras = { ...prompt.extras, format_enforcer: enforcement };
    return {
      prompt: { ...prompt, body, extras, prompt_ready: renderSoFar({ ...prompt, body, extras }) },
      by: byModel ? 'model' : byRules,
      decisions: [
        ...notUsed(services.agent, reason),
        {
          subject: 'format',
          decision: read.name,
          reason: reasoned('read-from', { source: read.source }),
          by: 'default',
        },
        ...givenDecision(given),
        ...(byModel
          ? [{ subject: 'format', decision: 'restated', reason: reasoned('by-model'), by: 'model' as const }]
          : []),
      ],
      notices: [
        ...schemaNotices(given),
        ...(byModel || settled ? [] : [defaultNotice('A5_Format_Enforcer', services.agent, reason)]),
      ],
      calls: asked?.calls ?? [],
    };
  },
};

function givenDecision({ schema, example }: GivenShape): StageDecision[] {
  if (schema === null && example === null) return [];
  const decision = schema === null ? 'example taken over' : 'schema taken over';
  return [{ subject: 'format', decision, reason: reasoned('given-in-format'), by: 'deterministic' }];
}

function schemaNotices({ problem, unchecked }: GivenShape): Notice[] {
  if (problem !== null) return [notice('format-schema-unusable', { problem })];
  return unchecked.length === 0 ? [] : [notice('format-schema-unchecked', { keywords: unchecked.join(', ') })];
}

const answer = z.object({
  normalized_format_spec: z.string(),
  example_shape: z.string().default(''),
  hard_rules: z.array(z.string()).default([]),
});

/** Characters of a model's format, rule and shape: more is an answer, not what one should look like. */
const longestSpec = 400;
const longestRule = 200;
/** A shorter text is a name, not a rule. */
const fewestWords = 3;
const longestShape = 600;

/**
 * Has the writer restate the format. Its spec must be of the format that the prompt's words ask for, and what the
 * parser requires and the user forbade stays in the rules: a model may say it better, never differently.
 */
async function askEnforcer(
  agent: AgentRunner,
  { body }: SuperPrompt,
  read: EnforcedFormat,
  config: StageConfig['agents']['A5_Format_Enforcer'],
  signal: AbortSignal | undefined,
): Promise<{ enforcement: FormatEnforcement | null; calls: readonly ModelCall[]; reason: WhyUnused | null }> {
  const request = [
    ['Task', body.task],
    ['Format', body.format],
    ['Constraints', body.constraints],
    ['Rules', body.deterministic_rules],
    ['Codes', body.deterministic_codes],
  ].flatMap(([title, text]) => (text?.trim() ? [`${title}: ${text}`] : []));
  const reply = await agent.ask(
    'A5_Format_Enforcer',
    {
      values: {
        request: { data: shortened(request.join('\n'), config.itemCharacters) },
        format: { plain: read.name },
        spec: { data: read.enforcement.normalized_format_spec },
      },
      choices: {},
      read: answer,
    },
    signal,
  );
  const { calls } = reply;
  if (!reply.ok) return { enforcement: null, calls, reason: reply.reason };
  const said = reply.output;
  const spec = oneLine(said.normalized_format_spec);
  const refuse = (reason: WhyUnused) => ({ enforcement: null, calls, reason });
  if (!/\p{L}/u.test(spec) || spec.length > longestSpec) return refuse(unused('no-format'));
  if (!isOf(spec, read)) return refuse(unused('not-format', { format: read.name }));
  const rules = said.hard_rules.map(oneLine).filter((rule) => isRule(rule, read));
  return {
    enforcement: {
      name: read.name,
      // The user's text is passed on, whatever the model makes of it.
      normalized_format_spec: read.own === '' || spec.includes(read.own) ? spec : `${spec} As asked: ${read.own}`,
      example_shape: shapeOf(said.example_shape, read),
      hard_rules: [...new Set([...read.enforcement.hard_rules, ...rules])],
    },
    calls,
    reason: null,
  };
}

/** Whether a spec names the format that was asked for, or at least the user's own words for it, and no other. */
function isOf(spec: string, read: EnforcedFormat): boolean {
  const named = enforceFormat(spec, '', '');
  if (named.source === 'format') return named.name === read.name;
  const said = termSet(spec);
  return [...termSet(read.own)].some((term) => said.has(term));
}

/** A rule that says something, and does not ask for another format. */
function isRule(rule: string, read: EnforcedFormat): boolean {
  if (words(rule).length < fewestWords || rule.length > longestRule) return false;
  const named = enforceFormat(rule, '', '');
  return named.source === 'default' || named.name === read.name;
}

/** Marks by which an example can be seen to be of its format; formats without one have no example. */
const marks: Readonly<Partial<Record<EnforcedFormat['name'], RegExp>>> = {
  json: /[{[]/u,
  checklist: /^- \[[ x]\] /mu,
  table: /^\|.*\|\s*$/mu,
  code: /^```/mu,
  numbered: /^\d+\. /mu,
  list: /^[-*] /mu,
};

function shapeOf(said: string, read: EnforcedFormat): string {
  const own = read.enforcement.example_shape;
  if (said.length > longestShape || !marks[read.name]?.test(said)) return own;
  if (read.name !== 'json') return said.trim();
  try {
    JSON.parse(said);
    return said.trim();
  } catch {
    // An example that is no JSON would teach the answering model to write none.
    return own;
  }
}
