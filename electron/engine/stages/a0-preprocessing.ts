import type { CodedReason, Notice } from '@shared/contract';
import { reportOf, VitrineError } from '@shared/errors';
import { type PromptSchema, shapedKeys } from '@shared/prompt-schema';
import { type BodyKey, bodyKeys, type PromptDecision } from '@shared/super-prompt';
import { askHeaderMapper, type HeaderAnswer } from './header-agent';
import { type NearestKey, nearestKeys } from './header-semantics';
import { defaultNotice, notUsed } from './model-use';
import { type PromptSection, splitSections } from './prompt-headers';
import { renderBody } from './render-blocks';
import type { Stage, StageConfig, StageServices } from './stage';

/**
 * A0_PreProcessing: what the user wrote, put under canonical keys.
 *
 * Reads   raw
 * Writes  body, extras.{stated, unknown_attributes, normalized_map, decisions, semantic_used}, prompt_ready
 * Model   none; with prompt_schema.modes.semantic_enabled, for the headers that no rung knows, the embedding model,
 *         and a chooser for what that leaves
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
    const decisions: MappedPart[] = [];
    let unlabelled = '';
    const sections = sectionsOf(prompt.raw, schema);
    const asked = schema.modes.semantic_enabled
      ? await semantically(services, sections, schema, agents.A0_PreProcessing)
      : null;

    for (const { header, mapping, content } of sections) {
      if (header === null) {
        unlabelled = content;
        continue;
      }
      const near = mapping.key === null ? asked?.near.get(header) : undefined;
      if (near !== undefined) {
        map.set(header, near.key);
        decisions.push({ subject: header, decision: near.key, ...nearest(near) });
        if (content !== '') body[near.key] = joined(body[near.key], content);
        continue;
      }
      const meant = mapping.key === null ? asked?.keys.get(header) : undefined;
      if (meant !== undefined) {
        map.set(header, meant);
        decisions.push({
          subject: header,
          decision: meant,
          reason: 'mapped by the model',
          reasonCode: 'mapped-by-model',
        });
        if (content !== '') body[meant] = joined(body[meant], content);
        continue;
      }
      if (mapping.key === null) {
        unknown.set(header, joined(unknown.get(header), content));
        decisions.push({
          subject: header,
          decision: 'unknown',
          reason: 'no rung of the ladder knows this header',
          reasonCode: 'unknown-header',
        });
        continue;
      }
      map.set(header, mapping.key);
      decisions.push({
        subject: header,
        decision: mapping.key,
        reason: `mapped by ${mapping.rung}`,
        reasonCode: `mapped-${mapping.rung}`,
      });
      if (content !== '') body[mapping.key] = joined(body[mapping.key], content);
    }
    placeUnlabelled(body, unlabelled, decisions);

    const stated: Partial<Record<BodyKey, string>> = {};
    for (const key of shapedKeys) if (body[key]) stated[key] = body[key];
    for (const key of bodyKeys) {
      const fallback = schema.must[key];
      if (fallback === undefined || body[key] !== undefined) continue;
      body[key] = fallback;
      decisions.push({
        subject: key,
        decision: fallback || '(empty)',
        reason: 'required key not given: default',
        reasonCode: 'default-of-key',
      });
    }
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
          decisions: decisions.map(({ subject, decision, reason }) => ({ subject, decision, reason })),
          semantic_used: byModel,
        },
        prompt_ready: renderBody(body),
      },
      by: byModel ? 'model' : 'deterministic',
      decisions: [
        ...notUsed(services.agent, asked?.reason ?? null),
        ...decisions.map((decision) => ({
          ...decision,
          by: isOfModel(decision.reason) ? ('model' as const) : ('deterministic' as const),
        })),
      ],
      notices: asked ? semanticNotices(services, asked) : [],
      calls: asked?.calls ?? [],
    };
  },
};

interface Meant extends HeaderAnswer {
  /** What the embedding model found; `keys` is what a language model said of the rest. */
  readonly near: ReadonlyMap<string, NearestKey>;
  /** Why the embedding model could not be asked; null where it was. */
  readonly withoutEmbedding: string | null;
}

/**
 * What the headers mean that no rung of the ladder knows: first by the embedding model, then, for what is left, by a
 * language model where one is to be used. Null where every header is known.
 */
async function semantically(
  { agent, embedder, signal }: StageServices,
  sections: readonly PromptSection[],
  schema: PromptSchema,
  config: StageConfig['agents']['A0_PreProcessing'],
): Promise<Meant | null> {
  const unknown = sections.filter(({ header, mapping }) => header !== null && mapping.key === null);
  if (unknown.length === 0) return null;
  const headers = [...new Set(unknown.flatMap(({ header }) => header ?? []))];
  let near: ReadonlyMap<string, NearestKey> = new Map();
  let withoutEmbedding: string | null = embedder ? null : 'no embedding model could be opened';
  try {
    if (embedder) near = await nearestKeys(headers, schema, embedder, signal);
  } catch (error) {
    if (signal?.aborted) throw error;
    withoutEmbedding = reportOf(error).message;
  }
  const left = unknown.filter(({ header }) => !near.has(header ?? ''));
  const said =
    agent === null || left.length === 0
      ? { keys: new Map<string, BodyKey>(), calls: [], reason: null }
      : await askHeaderMapper(agent, left, config, signal);
  return { ...said, near, withoutEmbedding };
}

const nearest = ({ phrase, cosine }: NearestKey) => ({
  reason: `nearest in meaning to “${phrase}” (${cosine.toFixed(2)})`,
  reasonCode: 'nearest-meaning',
  reasonValues: { phrase, cosine: Number(cosine.toFixed(2)) },
});
const isOfModel = (reason: string): boolean =>
  reason === 'mapped by the model' || reason.startsWith('nearest in meaning');

function semanticNotices({ agent }: StageServices, { withoutEmbedding, reason }: Meant): Notice[] {
  const instead = 'headers were mapped by the ladder alone.';
  return [
    ...(withoutEmbedding === null
      ? []
      : [
          {
            code: 'semantic-unavailable',
            message: `Headers could not be mapped by meaning (${withoutEmbedding.replace(/\.$/u, '')}): ${instead}`,
            values: { reason: withoutEmbedding },
          },
        ]),
    ...(reason === null ? [] : [defaultNotice(agent, reason, instead)]),
  ];
}

/** A decision for the log and, without its code, for the SuperPrompt. */
type MappedPart = PromptDecision & CodedReason;

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

function placeUnlabelled(body: Partial<Record<BodyKey, string>>, unlabelled: string, decisions: MappedPart[]): void {
  if (unlabelled !== '') {
    const key = body.task === undefined ? 'task' : 'context';
    body[key] = key === 'task' ? unlabelled : joined(body.context, unlabelled);
    decisions.push({
      subject: '(text without header)',
      decision: key,
      reason: 'TASK/CONTEXT rule',
      reasonCode: 'task-rule',
    });
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
  decisions.push({
    subject: 'task',
    decision: source,
    reason: 'TASK/CONTEXT rule: no task given',
    reasonCode: 'task-rule-no-task',
  });
}
