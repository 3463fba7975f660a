import type { StageDecision } from '@shared/contract';
import { VitrineError } from '@shared/errors';
import { type PromptSchema, shapedKeys } from '@shared/prompt/prompt-schema';
import { type BodyKey, bodyKeys, type ChosenWay, type PromptDecision } from '@shared/prompt/super-prompt';
import { type Reason, reasoned } from '@shared/words/sayings';
import { renderBody } from './builder/render-blocks';
import { type HeaderMeaning, meaningNotices, meaningOfUnknown } from './shaping/header-meaning';
import { type HeaderMapping, type PromptSection, splitSections } from './shaping/prompt-headers';
import { notUsed, type Stage } from './stage';

/**
 * A0_PreProcessing: the user's text under canonical keys.
 *
 * Reads   raw, recentConversation
 * Writes  body, extras.{stated, unknown_attributes, normalized_map, decisions, semantic_used, way}, prompt_ready
 * Model   the embedding model, if choosing the way takes a search; with prompt_schema.modes.semantic_enabled, that
 *         model for the headers that no rung knows, and a chooser for the rest
 * Source  seeds/001.md §5.1; requirements S2
 *
 * TASK/CONTEXT rule: text without a header is the task if no header gives one, otherwise it joins the context; without
 * any task, the context, then the text, then the purpose takes its place. If that leaves no task either and no header
 * was an exact one, the headers were prose (`Do not worry: what is …?`) and the whole prompt is the task. A prompt that
 * is empty, or says only how to answer, is refused (`prompt-empty`).
 */
export const a0PreProcessing: Stage = {
  id: 'A0_PreProcessing',
  writes: [
    'body',
    'extras.stated',
    'extras.unknown_attributes',
    'extras.normalized_map',
    'extras.decisions',
    'extras.semantic_used',
    'extras.way',
    'prompt_ready',
  ],
  async run(prompt, services, { schema, agents }) {
    const sections = sectionsOf(prompt.raw, schema);
    const asked = schema.modes.semantic_enabled
      ? await meaningOfUnknown(services, sections, schema, agents.A0_PreProcessing)
      : null;
    const { body, unknown, map, decisions, unlabelled } = mappedSections(sections, asked);
    placeUnlabelled(body, unlabelled, decisions);
    const stated: Partial<Record<BodyKey, string>> = {};
    for (const key of shapedKeys) if (body[key]) stated[key] = body[key];
    fillRequired(body, schema, decisions);
    const way = (await services.way?.({ ...prompt, body }, services.signal)) ?? null;
    const byModel = asked !== null && asked.keys.size + asked.near.size > 0;
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
          ...(way ? { way } : {}),
        },
        prompt_ready: renderBody(body),
      },
      by: byModel ? 'model' : 'deterministic',
      decisions: [
        ...notUsed(services.agent, asked?.reason ?? null),
        ...(way ? [wayDecision(way)] : []),
        ...decisions.map((decision) => ({
          ...decision,
          by: codesOfModels.has(decision.reason.code) ? ('model' as const) : ('deterministic' as const),
        })),
      ],
      notices: asked ? meaningNotices(services, asked) : [],
      calls: asked?.calls ?? [],
    };
  },
};

/** Returns the decision that shows how a question is answered, and why. */
export function wayDecision({ id, by, about, byHand }: ChosenWay): StageDecision {
  return {
    subject: 'way',
    decision: id,
    reason: byHand ? reasoned('by-hand') : reasoned(`way-${by}`, { about }),
    by: 'deterministic',
    ...(byHand && { byHand }),
  };
}

/** The sections of a prompt, by key; `unlabelled` is the text without a header. */
function mappedSections(sections: readonly PromptSection[], asked: HeaderMeaning | null) {
  const body: Partial<Record<BodyKey, string>> = {};
  // Maps, since a header may be called `constructor` or `__proto__`.
  const unknown = new Map<string, string>();
  const map = new Map<string, BodyKey>();
  const decisions: PromptDecision[] = [];
  let unlabelled = '';
  for (const { header, mapping, content } of sections) {
    if (header === null) {
      unlabelled = content;
      continue;
    }
    const { key, reason } = keyOf(header, mapping, asked);
    decisions.push({ subject: header, decision: key ?? 'unknown', reason });
    if (key === null) {
      unknown.set(header, joined(unknown.get(header), content));
      continue;
    }
    map.set(header, key);
    if (content !== '') body[key] = joined(body[key], content);
  }
  return { body, unknown, map, decisions, unlabelled };
}

/** The key of a header, and the reason: by the ladder, then by the embedding model, then by a language model. */
function keyOf(
  header: string,
  { key, rung }: HeaderMapping,
  asked: HeaderMeaning | null,
): { readonly key: BodyKey | null; readonly reason: Reason } {
  if (key !== null) return { key, reason: reasoned(`mapped-${rung}`) };
  const near = asked?.near.get(header);
  if (near !== undefined) {
    const cosine = Number(near.cosine.toFixed(2));
    return { key: near.key, reason: reasoned('nearest-meaning', { phrase: near.phrase, cosine }) };
  }
  const meant = asked?.keys.get(header);
  if (meant !== undefined) return { key: meant, reason: reasoned('mapped-by-model') };
  return { key: null, reason: reasoned('unknown-header') };
}

const codesOfModels: ReadonlySet<string> = new Set(['nearest-meaning', 'mapped-by-model']);

/** Gives the keys that must be there and are not their defaults. */
function fillRequired(body: Partial<Record<BodyKey, string>>, schema: PromptSchema, decisions: PromptDecision[]): void {
  for (const key of bodyKeys) {
    const fallback = schema.must[key];
    if (fallback === undefined || body[key] !== undefined) continue;
    body[key] = fallback;
    decisions.push({
      subject: key,
      decision: fallback || '(empty)',
      reason: reasoned('default-of-key'),
    });
  }
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
    decisions.push({
      subject: '(text without header)',
      decision: key,
      reason: reasoned('task-rule'),
    });
  }
  if (body.task !== undefined) return;
  const source = standIns.find((key) => body[key]);
  if (!source) {
    throw new VitrineError('prompt-empty');
  }
  const taken = body[source] ?? '';
  // Text stays, since the task speaks about it; the others are part of the query, which must not hold them twice.
  if (source !== 'text') delete body[source];
  body.task = taken;
  decisions.push({
    subject: 'task',
    decision: source,
    reason: reasoned('task-rule-no-task'),
  });
}
