import { VitrineError } from '@shared/errors';
import { type PromptSchema, shapedKeys } from '@shared/prompt-schema';
import { type BodyKey, bodyKeys, type PromptDecision } from '@shared/super-prompt';
import { type PromptSection, splitSections } from './prompt-headers';
import { renderBody } from './render-blocks';
import type { Stage } from './stage';

/**
 * A0_PreProcessing: what the user wrote, put under canonical keys.
 *
 * Reads   raw
 * Writes  body, extras.{stated, unknown_attributes, normalized_map, decisions, semantic_used}, prompt_ready
 * Model   none; the optional semantic mode is off unless prompt_schema.modes.semantic_enabled
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
  async run(prompt, _services, { schema }) {
    const body: Partial<Record<BodyKey, string>> = {};
    // Maps, since a header may be called `constructor` or `__proto__`.
    const unknown = new Map<string, string>();
    const map = new Map<string, string>();
    const decisions: PromptDecision[] = [];
    let unlabelled = '';

    for (const { header, mapping, content } of sectionsOf(prompt.raw, schema)) {
      if (header === null) {
        unlabelled = content;
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
          semantic_used: false,
        },
        prompt_ready: renderBody(body),
      },
      by: 'deterministic',
      decisions: decisions.map((decision) => ({ ...decision, by: 'deterministic' as const })),
      notices: schema.modes.semantic_enabled
        ? [{ code: 'default-used', message: 'No language model is set up: headers were mapped by the ladder alone.' }]
        : [],
    };
  },
};

const standIns = ['task', 'context', 'text', 'purpose'] as const;

/** The prompt's sections, or the whole prompt as one where its headers were guesses that leave nothing to be asked. */
function sectionsOf(raw: string, schema: PromptSchema): PromptSection[] {
  const found = splitSections(raw, schema);
  const asks = found.some(
    ({ header, mapping, content }) =>
      content !== '' && (header === null || standIns.some((key) => key === mapping.key)),
  );
  const guessed = found.every(({ mapping }) => mapping.rung !== 'exact') && found.some(({ content }) => content !== '');
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
