import { VitrineError } from '@shared/errors';
import { shapedKeys } from '@shared/prompt-schema';
import { type BodyKey, bodyKeys, type PromptDecision } from '@shared/super-prompt';
import { splitSections } from './prompt-headers';
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
 * without any task, the context, then the text, then the purpose takes its place. A prompt that says nothing at all
 * is refused (`prompt-empty`).
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
    const unknown: Record<string, string> = {};
    const map: Record<string, string> = {};
    const decisions: PromptDecision[] = [];
    let unlabelled = '';

    for (const { header, mapping, content } of splitSections(prompt.raw, schema)) {
      if (header === null) {
        unlabelled = content;
        continue;
      }
      if (mapping.key === null) {
        unknown[header] = unknown[header] ? `${unknown[header]}\n${content}` : content;
        decisions.push({ subject: header, decision: 'unknown', reason: 'no rung of the ladder knows this header' });
        continue;
      }
      map[header] = mapping.key;
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
          unknown_attributes: unknown,
          normalized_map: map,
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
  const source = (['context', 'text', 'purpose'] as const).find((key) => body[key]);
  if (!source) {
    throw new VitrineError('prompt-empty', 'The prompt holds no task.', 'Write a question, or fill in TASK.');
  }
  body.task = body[source] ?? '';
  if (source === 'context') delete body.context;
  decisions.push({ subject: 'task', decision: source, reason: 'TASK/CONTEXT rule: no task given' });
}
