import type { ModelCall } from '@shared/contract';
import type { FormatEnforcement, SuperPrompt } from '@shared/super-prompt';
import { termSet, words } from '@shared/terms';
import { z } from 'zod';
import type { AgentRunner } from '../agents';
import { type EnforcedFormat, enforceFormat } from './answer-format';
import { shortened } from './model-use';
import { oneLine } from './render-blocks';
import type { StageConfig } from './stage';

const answer = z.object({
  normalized_format_spec: z.string(),
  example_shape: z.string().default(''),
  hard_rules: z.array(z.string()).default([]),
});

const longestSpec = 400;
const longestRule = 200;
/** What has fewer words is a name, not a rule. */
const fewestWords = 3;
const longestShape = 600;

/**
 * Has the writer restate the format. Its spec must be of the format that the prompt's words ask for, and what the
 * parser requires and the user forbade stays in the rules: a model may say it better, never differently.
 */
export async function askEnforcer(
  agent: AgentRunner,
  { body }: SuperPrompt,
  read: EnforcedFormat,
  config: StageConfig['agents']['A5_Format_Enforcer'],
  signal: AbortSignal | undefined,
): Promise<{ enforcement: FormatEnforcement | null; calls: readonly ModelCall[]; reason: string | null }> {
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
  const refuse = (reason: string) => ({ enforcement: null, calls, reason });
  if (!/\p{L}/u.test(spec) || spec.length > longestSpec) return refuse('it named no format');
  if (!isOf(spec, read)) return refuse(`what it wrote is not the format ${read.name}`);
  const rules = said.hard_rules.map(oneLine).filter((rule) => isRule(rule, read));
  return {
    enforcement: {
      name: read.name,
      // What the user wrote is passed on whatever the model makes of it.
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
