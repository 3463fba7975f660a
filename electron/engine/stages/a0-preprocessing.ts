import { VitrineError } from '@shared/errors';
import { type PromptSchema, shapedKeys } from '@shared/prompt-schema';
import { type BodyKey, bodyKeys, type PromptDecision } from '@shared/super-prompt';
import { askHeaderMapper, type HeaderAnswer } from './header-agent';
import { defaultNotice, notUsed } from './model-use';
import { type PromptSection, splitSections } from './prompt-headers';
import { renderBody } from './render-blocks';
import type { Stage, StageConfig, StageServices } from './stage';

/**
 * A0_PreProcessing: what the user wrote, put under canonical keys.
 *
 * Reads   raw
 * Writes  body, extras.{stated, unknown_attributes, normalized_map, decisions, semantic_used}, prompt_ready
 * Model   none; with prompt_schema.modes.semantic_enabled a chooser, for the headers that no rung knows
 * Source  seeds/001.md §5.1; requirements S2
 *
 * TASK/CONTEXT rule: text without a header is the task where no header gives one, else it joins the context;
 * without any task, the context, then the text, then the purpose takes its place. Where that leaves no task either
 * and no header was an exact one, the headers were prose (`Do not worry: what is …?`) and the whole prompt is the
 * task. A prompt that says nothing, or says only how to answer, is refused (`prompt-empty`).
 */
export const a0PreProcessing: Stage = {
  id: 'A0_PreProcessing',
  kind: 'hybrid',
  from: 'raw',
  to: 'preprocessed',
  reads: ['raw'],
  writes: [
    'body',
    'extras.stated',
    'extras.unknown_attributes',
    'extras.normalized_map',
    'extras.decisions',
    'extras.semantic_used',
    'prompt_ready',
  ],
  async run(prompt, services, { schema, agents }) {
    const body: Partial<Record<BodyKey, string>> = {};
    // Maps, since a header may be called `constructor` or `__proto__`.
    const unknown = new Map<string, string>();
    const map = new Map<string, string>();
    const decisions: PromptDecision[] = [];
    let unlabelled = '';
    const sections = sectionsOf(prompt.raw, schema);
    const asked = schema.modes.semantic_enabled
      ? await semantically(services, sections, agents.A0_PreProcessing)
      : null;

    for (const { header, mapping, content } of sections) {
      if (header === null) {
        unlabelled = content;
        continue;
      }
      const meant = mapping.key === null ? asked?.keys.get(header) : undefined;
      if (meant !== undefined) {
        map.set(header, meant);
        decisions.push({ subject: header, decision: meant, reason: 'mapped by the model' });
        if (content !== '') body[meant] = joined(body[meant], content);
        continue;
      }
      if (mapping.key === null) {
        unknown.set(header, joined(unknown.get(header), content));
        decisions.push({ subject: header, decision: 'unknown', reason: 'no rung of the ladder knows this header' });
        continue;
      }
      map.set(header, mapping.key);
      decisions.push({ subject: header, decision: mapping.key, reason: `mapped by ${mapping.rung}` });
      if (content !== '') body[mapping.key] = joined(body[mapping.key], content);
    }
    placeUnlabelled(body, unlabelled, decisions);

    const stated: Partial<Record<BodyKey, string>> = {};
    for (const key of shapedKeys) if (body[key]) stated[key] = body[key];
    for (const key of bodyKeys) {
      const fallback = schema.must[key];
      if (fallback === undefined || body[key] !== undefined) continue;
      body[key] = fallback;
      decisions.push({ subject: key, decision: fallback || '(empty)', reason: 'required key not given: default' });
    }
    const byModel = asked !== null && asked.keys.size > 0;
    return {
      prompt: {
        ...prompt,
        body,
        extras: {
          ...prompt.extras,
          stated,
          unknown_attributes: Object.fromEntries(unknown),
          normalized_map: Object.fromEntries(map),
          decisions,
          semantic_used: byModel,
        },
        prompt_ready: renderBody(body),
      },
      by: byModel ? 'model' : 'deterministic',
      decisions: [
        ...notUsed(services.agent, asked?.reason ?? null),
        ...decisions.map((decision) => ({
          ...decision,
          by: decision.reason === 'mapped by the model' ? ('model' as const) : ('deterministic' as const),
        })),
      ],
      notices:
        schema.modes.semantic_enabled && (services.agent === null || asked?.reason)
          ? [defaultNotice(services.agent, asked?.reason ?? null, 'headers were mapped by the ladder alone.')]
          : [],
      calls: asked?.calls ?? [],
    };
  },
};

/** Asks about the headers that no rung of the ladder knows; null where there is none, or no model. */
async function semantically(
  services: StageServices,
  sections: readonly PromptSection[],
  agent: StageConfig['agents']['A0_PreProcessing'],
): Promise<HeaderAnswer | null> {
  const unknown = sections.filter(({ header, mapping }) => header !== null && mapping.key === null);
  if (services.agent === null || unknown.length === 0) return null;
  return askHeaderMapper(services.agent, unknown, agent, services.signal);
}

const standIns = ['task', 'context', 'text', 'purpose'] as const;

/**
 * The prompt's sections, or the whole prompt as one where its headers leave nothing to be asked and were guesses, or
 * the prompt is one line that ends as a question does: “Tone: what does the guide say of it?”.
 */
function sectionsOf(raw: string, schema: PromptSchema): PromptSection[] {
  const found = splitSections(raw, schema);
  const asks = found.some(
    ({ header, mapping, content }) =>
      content !== '' && (header === null || standIns.some((key) => key === mapping.key)),
  );
  const question = /^[^\n]*\?$/u.test(raw.trim());
  const guessed =
    (question || found.every(({ mapping }) => mapping.rung !== 'exact')) && found.some(({ content }) => content !== '');
  if (asks || !guessed) return found;
  return [{ header: null, mapping: { key: null, rung: 'unknown' }, content: raw.trim() }];
}

function joined(before: string | undefined, added: string): string {
  return before ? `${before}\n${added}` : added;
}

function placeUnlabelled(
  body: Partial<Record<BodyKey, string>>,
  unlabelled: string,
  decisions: PromptDecision[],
): void {
  if (unlabelled !== '') {
    const key = body.task === undefined ? 'task' : 'context';
    body[key] = key === 'task' ? unlabelled : joined(body.context, unlabelled);
    decisions.push({ subject: '(text without header)', decision: key, reason: 'TASK/CONTEXT rule' });
  }
  if (body.task !== undefined) return;
  const source = standIns.find((key) => body[key]);
  if (!source) {
    throw new VitrineError('prompt-empty', 'The prompt holds no task.', 'Write a question, or fill in TASK.');
  }
  const taken = body[source] ?? '';
  // Text stays, since the task speaks about it; the others are part of the query, which must not hold them twice.
  if (source !== 'text') delete body[source];
  body.task = taken;
  decisions.push({ subject: 'task', decision: source, reason: 'TASK/CONTEXT rule: no task given' });
}
