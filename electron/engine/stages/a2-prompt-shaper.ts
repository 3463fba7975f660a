import type { StageDecision } from '@shared/contract';
import { type PromptShaperConfig, type ShapedKey, shapedKeys } from '@shared/prompt-schema';
import type { SuperPrompt } from '@shared/super-prompt';
import { renderBody } from './render-blocks';
import type { Stage } from './stage';

/**
 * A2_PromptShaper: five closed choices about the answer.
 *
 * Reads   body, extras.stated
 * Writes  body.{system, audience, tone, depth, confidence}, extras.a2_decisions, prompt_ready
 * Model   a chooser; without one: what the user stated, else cues in the text, else the default
 * Source  seeds/001.md §5.2; requirements S3
 */
export const a2PromptShaper: Stage = {
  id: 'A2_PromptShaper',
  kind: 'agent',
  from: 'preprocessed',
  to: 'a2',
  reads: ['body', 'extras.stated'],
  writes: [
    'body.system',
    'body.audience',
    'body.tone',
    'body.depth',
    'body.confidence',
    'extras.a2_decisions',
    'prompt_ready',
  ],
  async run(prompt, _services, { shaper }) {
    const choices = shapedKeys.map((key) => choose(key, prompt, shaper));
    const body = { ...prompt.body, ...Object.fromEntries(choices.map(({ subject, decision }) => [subject, decision])) };
    return {
      prompt: {
        ...prompt,
        body,
        extras: { ...prompt.extras, a2_decisions: choices },
        prompt_ready: renderBody(body),
      },
      by: 'default',
      decisions: choices.map((choice): StageDecision => ({ ...choice, by: 'default' })),
      notices: [
        { code: 'default-used', message: 'No language model is set up: the prompt was shaped by cues in its words.' },
      ],
    };
  },
};

function choose(key: ShapedKey, prompt: SuperPrompt, shaper: PromptShaperConfig) {
  const field = shaper.fields[key];
  const stated = prompt.extras.stated?.[key];
  if (stated !== undefined) {
    const exact = field.enum.find((value) => value === stated.trim().toLowerCase());
    if (exact) return { subject: key, decision: exact, reason: 'stated' };
    const hinted = cue(field.cues, field.enum, stated) ?? wordOf(field.enum, stated);
    if (hinted)
      return { subject: key, decision: hinted.value, reason: `stated “${stated}”: nearest by “${hinted.cue}”` };
    return { subject: key, decision: field.default, reason: `stated “${stated}” is not one of the choices: default` };
  }
  const text = [prompt.body.task, prompt.body.context, prompt.body.purpose, prompt.body.format].join('\n');
  const hinted = cue(field.cues, field.enum, text);
  if (hinted) return { subject: key, decision: hinted.value, reason: `cue “${hinted.cue}”` };
  return { subject: key, decision: field.default, reason: 'no cue: default' };
}

/** The value with most cues in the text; the earlier one of the enum when equal. */
function cue(
  cues: Readonly<Record<string, readonly string[]>>,
  values: readonly string[],
  text: string,
): { value: string; cue: string } | null {
  const padded = ` ${text.toLowerCase().replace(/[^\p{L}\p{N};-]+/gu, ' ')} `;
  let best: { value: string; cue: string; count: number } | null = null;
  for (const value of values) {
    const found = (cues[value] ?? []).filter((word) => padded.includes(` ${word} `));
    const first = found[0];
    if (first && found.length > (best?.count ?? 0)) best = { value, cue: first, count: found.length };
  }
  return best;
}

function wordOf(values: readonly string[], text: string): { value: string; cue: string } | null {
  const found = values.find((value) => new RegExp(`(?:^|[^\\p{L}])${value}s?(?:[^\\p{L}]|$)`, 'iu').test(text));
  return found ? { value: found, cue: found } : null;
}
