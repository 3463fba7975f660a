import type { ModelCall, StageDecision } from '@shared/contract';
import { type PromptShaperConfig, type ShapedKey, shapedKeys } from '@shared/prompt/prompt-schema';
import type { SuperPrompt } from '@shared/prompt/super-prompt';
import { type Reason, reasoned } from '@shared/words/sayings';
import { z } from 'zod';
import type { AgentRunner } from '../agents';
import { oneLine, renderBody } from './builder/render-blocks';
import { defaultNotice, notUsed, type Stage, type StageConfig, shortened } from './stage';

/**
 * A2_PromptShaper: five closed choices about the answer.
 *
 * Reads   body, extras.{stated, a2_decisions}
 * Writes  body.{system, audience, tone, depth, confidence}, extras.a2_decisions, prompt_ready
 * Model   a chooser; without one: the user's statement, then cues in the text, then the default. A statement that is
 *         one of the choices wins over the model too
 * Source  seeds/001.md §5.2; requirements S3
 */
export const a2PromptShaper: Stage = {
  id: 'A2_PromptShaper',
  writes: [
    'body.system',
    'body.audience',
    'body.tone',
    'body.depth',
    'body.confidence',
    'extras.a2_decisions',
    'prompt_ready',
  ],
  async run(prompt, services, { agents }) {
    const shaper = agents.A2_PromptShaper;
    const cued = shapedKeys.map((key) => choose(key, prompt, shaper));
    const asked = services.agent ? await askShaper(services.agent, prompt, shaper, services.signal) : null;
    const output = asked?.output ?? null;
    const choices = cued.map((choice) => (output ? modelChoice(choice, output[choice.subject], shaper) : choice));
    const body = { ...prompt.body, ...Object.fromEntries(choices.map(({ subject, decision }) => [subject, decision])) };
    const reason = asked?.reason ?? null;
    return {
      prompt: {
        ...prompt,
        body,
        extras: {
          ...prompt.extras,
          a2_decisions: choices,
        },
        prompt_ready: renderBody(body),
      },
      by: output ? 'model' : 'default',
      decisions: [
        ...notUsed(services.agent, reason),
        ...choices.map(
          (choice): StageDecision => ({
            ...choice,
            by: output && choice.reason.code !== 'stated' ? 'model' : 'default',
          }),
        ),
      ],
      notices: output ? [] : [defaultNotice('A2_PromptShaper', services.agent, reason)],
      calls: asked?.calls ?? [],
    };
  },
};

type Choice = { readonly subject: ShapedKey; readonly decision: string; readonly reason: Reason };
type Shaper = StageConfig['agents']['A2_PromptShaper'];

const shaped = z.object(
  Object.fromEntries(shapedKeys.map((key) => [key, z.string()])) as Record<ShapedKey, z.ZodString>,
);

/** One pass, or two: the second sees what the first chose, or what an earlier A2 left in the prompt. */
async function askShaper(agent: AgentRunner, prompt: SuperPrompt, shaper: Shaper, signal: AbortSignal | undefined) {
  const lists = shapedKeys.map((key) => [key, shaper.fields[key].enum] as const);
  let previous: readonly { subject: string; decision: string }[] = prompt.extras.a2_decisions ?? [];
  let output: Record<ShapedKey, string> | null = null;
  const calls: ModelCall[] = [];
  for (let pass = 1; pass <= shaper.passes; pass += 1) {
    const reply = await agent.ask(
      'A2_PromptShaper',
      {
        values: {
          choices: { plain: lists.map(([key, values]) => `${key}: ${values.join(', ')}`).join('\n') },
          request: { data: shortened(request(prompt), shaper.itemCharacters) },
          previous: { plain: earlier(previous, shaper) },
        },
        choices: Object.fromEntries(lists),
        read: shaped,
      },
      signal,
    );
    calls.push(...reply.calls);
    if (!reply.ok) return { output, calls, reason: output ? null : reply.reason };
    const found = reply.output;
    output = found;
    previous = shapedKeys.map((key) => ({ subject: key, decision: found[key] }));
  }
  return { output, calls, reason: null };
}

function request({ body, extras }: SuperPrompt): string {
  const stated = shapedKeys.flatMap((key) => (extras.stated?.[key] ? [`${key} as stated: ${extras.stated[key]}`] : []));
  return [body.task, body.context, body.purpose, body.format, ...stated].filter((part) => part?.trim()).join('\n');
}

/** Members of the enums only: it may be outside the fence. */
function earlier(previous: readonly { subject: string; decision: string }[], shaper: Shaper): string {
  const known = shapedKeys.flatMap((key) => {
    const value = previous.find(({ subject }) => subject === key)?.decision;
    return value !== undefined && shaper.fields[key].enum.includes(value) ? [`${key}: ${value}`] : [];
  });
  return known.length > 0 ? `An earlier choice, to confirm or to correct: ${known.join(', ')}.` : '';
}

/** A statement that is one of the choices counts; the model's reply is clamped to the enum. */
function modelChoice(cued: Choice, said: string, shaper: Shaper): Choice {
  if (cued.reason.code === 'stated') return cued;
  const field = shaper.fields[cued.subject];
  const value = field.enum.find((member) => member === said.trim().toLowerCase());
  if (value) return { ...cued, decision: value, reason: reasoned('by-model') };
  const reason = reasoned('model-no-choice', { said: shortened(oneLine(said), 60) });
  return { ...cued, decision: field.default, reason };
}

function choose(key: ShapedKey, prompt: SuperPrompt, shaper: PromptShaperConfig): Choice {
  const field = shaper.fields[key];
  const stated = prompt.extras.stated?.[key];
  if (stated !== undefined) {
    const exact = field.enum.find((value) => value === stated.trim().toLowerCase());
    if (exact) return { subject: key, decision: exact, reason: reasoned('stated') };
    const hinted = cue([field.names, field.cues], field.enum, stated) ?? wordOf(field.enum, stated);
    const reason = hinted
      ? reasoned('stated-nearest', { stated, cue: hinted.cue })
      : reasoned('stated-no-choice', { stated });
    return { subject: key, decision: hinted?.value ?? field.default, reason };
  }
  const text = [prompt.body.task, prompt.body.context, prompt.body.purpose, prompt.body.format].join('\n');
  const hinted = cue([field.cues], field.enum, text, field.tells);
  const reason = hinted ? reasoned('cue', { cue: hinted.cue }) : reasoned('no-cue');
  return { subject: key, decision: hinted?.value ?? field.default, reason };
}

type Cues = Readonly<Record<string, readonly string[]>>;

/** The value with most cues in the text; the earlier one of the enum when equal. `cue` is what stood in the text. */
function cue(
  tables: readonly Cues[],
  values: readonly string[],
  text: string,
  tells?: readonly string[],
): { value: string; cue: string } | null {
  const plain = text.normalize('NFC').toLowerCase().replaceAll('’', "'");
  const quotes = /(?<!\p{L})'|'(?!\p{L})/gu;
  const padded = ` ${plain.replace(quotes, ' ').replace(/[^\p{L}\p{N};'-]+/gu, ' ')} `;
  const isTold = !tells || tells.some((verb) => seen(verb, padded) !== null);
  let best: { value: string; cue: string; count: number } | null = null;
  for (const value of values) {
    const listed = new Set(tables.flatMap((cues) => cues[value] ?? []));
    const counted = [...listed].filter((one) => isTold || !one.startsWith('~')).map((one) => one.replace('~', ''));
    const found = counted.flatMap((one) => seen(one, padded) ?? []);
    const first = found[0];
    if (first && found.length > (best?.count ?? 0)) best = { value, cue: first, count: found.length };
  }
  return best;
}

/** `kurz*` finds `kurz`, `kurze` and `kurzen`: endings, but no other words that begin so (`Kurzschluss`). */
function seen(phrase: string, padded: string): string | null {
  if (!phrase.endsWith('*')) return padded.includes(` ${phrase} `) ? phrase : null;
  const stem = phrase.slice(0, -1);
  for (let at = padded.indexOf(` ${stem}`); at !== -1; at = padded.indexOf(` ${stem}`, at + 1)) {
    const word = padded.slice(at + 1, padded.indexOf(' ', at + 1 + stem.length));
    if (/^\p{L}{0,2}$/u.test(word.slice(stem.length))) return word;
  }
  return null;
}

function wordOf(values: readonly string[], text: string): { value: string; cue: string } | null {
  const found = values.find((value) => new RegExp(`(?:^|[^\\p{L}])${value}s?(?:[^\\p{L}]|$)`, 'iu').test(text));
  return found ? { value: found, cue: found } : null;
}
