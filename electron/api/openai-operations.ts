import { createHash, randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { addressOf } from '@shared/address';
import { type Answer, requests } from '@shared/contract';
import { type ErrorReport, reportOf, VitrineError } from '@shared/errors';
import { errorLine, saidAnswer } from '@shared/words/said';
import { z } from 'zod';
import { asking, eventStream, isCut, listedModel, tokensOf } from './chat-operations';
import { type ApiCall, type ApiOperation, nothing, operation, statusOf } from './operation';

/** The model that is set up, or quoted answers where there is none; and quoted answers in any case. */
const ownModels = ['vitrine', 'vitrine-quoted'] as const;

const asked = requests['chat.ask'].shape;
const text = z.string().max(1_000_000);

/**
 * A member of OpenAI's request without an implementation here: absent, null, or one of the values without an effect.
 * Any other value is refused, because an answer that ignores it would be a wrong one.
 */
const undone = (...neutral: readonly unknown[]) =>
  z
    .unknown()
    .refine((value) => value == null || neutral.some((one) => isDeepStrictEqual(one, value)), 'not-done')
    .optional()
    .meta({ enum: [null, ...neutral] });

/** A member that changes no answer: taken and left aside. */
const aside = z.unknown().optional().describe('Taken and left aside');

const content = z.union([
  text,
  z.array(z.looseObject({ type: z.enum(['text', 'refusal']), text: text.optional() })).max(1000),
]);

/** Implemented members of OpenAI's request; every other member is refused, or documented as without effect. */
const completionInput = z.strictObject({
  model: z.string().min(1).max(200).describe('vitrine, vitrine-quoted, or one of GET /v1/models'),
  messages: z
    .array(
      z.looseObject({
        role: z.enum(['system', 'developer', 'user', 'assistant']),
        content: content.nullish(),
        tool_calls: undone([]),
        function_call: undone(),
        audio: undone(),
      }),
    )
    .min(1)
    .max(2000)
    .describe('The last one is the question; those of user and assistant before it are the conversation'),
  stream: z.boolean().nullish(),
  stream_options: z.strictObject({ include_usage: z.boolean().nullish(), include_obfuscation: aside }).nullish(),
  temperature: asked.temperature.nullable(),
  max_tokens: asked.maxTokens.nullable(),
  max_completion_tokens: asked.maxTokens.nullable(),
  stop: z.union([z.string().min(1).max(200), asked.stop.unwrap()]).nullish(),
  seed: asked.seed.nullable(),
  n: undone(1),
  tools: undone([]),
  tool_choice: undone('none', 'auto'),
  parallel_tool_calls: aside,
  functions: undone([]),
  function_call: undone('none', 'auto'),
  response_format: undone({ type: 'text' }),
  logprobs: undone(false),
  top_logprobs: undone(0),
  logit_bias: undone({}),
  top_p: undone(1),
  frequency_penalty: undone(0),
  presence_penalty: undone(0),
  modalities: undone(['text']),
  audio: undone(),
  prediction: undone(),
  web_search_options: undone(),
  reasoning_effort: aside,
  verbosity: aside,
  store: undone(false),
  metadata: aside,
  service_tier: aside,
  user: aside,
  safety_identifier: aside,
  prompt_cache_key: aside,
  prompt_cache_retention: aside,
});
type CompletionInput = z.output<typeof completionInput>;

const annotation = z.object({
  type: z.literal('url_citation'),
  url_citation: z.object({
    start_index: z.int(),
    end_index: z.int(),
    title: z.string(),
    url: z.string().describe('vitrine://document/ID#page=N&char=FROM-TO'),
  }),
});

const usage = z.object({ prompt_tokens: z.int(), completion_tokens: z.int(), total_tokens: z.int() });

const chunk = z.object({
  id: z.string(),
  object: z.literal('chat.completion.chunk'),
  created: z.int(),
  model: z.string(),
  choices: z.array(
    z.object({
      index: z.literal(0),
      delta: z.object({
        role: z.literal('assistant').optional(),
        content: z.string().optional(),
        annotations: z.array(annotation).optional(),
      }),
      finish_reason: z.enum(['stop', 'length']).nullable(),
    }),
  ),
  usage: usage.nullish(),
});

const completions = operation({
  method: 'post',
  path: '/v1/chat/completions',
  name: 'createChatCompletion',
  scope: 'read',
  summary:
    'Asks the documents as OpenAI’s interface does. A member or value that is not done here is refused. Sources are annotations of the message (in a stream, of the last delta), at the [Citation N] markers of its text. System messages say nothing here: the prompt is the library’s own.',
  input: completionInput,
  events: { message: chunk },
  answer: z.object({
    id: z.string(),
    object: z.literal('chat.completion'),
    created: z.int(),
    model: z.string(),
    choices: z.array(
      z.object({
        index: z.literal(0),
        message: z.object({
          role: z.literal('assistant'),
          content: z.string(),
          refusal: z.null(),
          annotations: z.array(annotation),
        }),
        finish_reason: z.enum(['stop', 'length']),
      }),
    ),
    usage,
  }),
  async run(call) {
    const { input } = call;
    const question = await questionOf(call);
    const head = { id: `chatcmpl-${randomUUID()}`, created: Math.floor(Date.now() / 1000), model: input.model };
    if (!input.stream) {
      const answer = await asking(call, question, { token: () => undefined, citation: () => undefined });
      const content = saidAnswer(answer);
      remember(call, content, answer);
      const message = { role: 'assistant', content, refusal: null, annotations: annotationsOf(content, answer) };
      const choices = [{ index: 0, message, finish_reason: finishOf(answer) }];
      return { ...head, object: 'chat.completion', choices, usage: tokensOf(answer) };
    }
    const part = (delta: object, finish_reason: 'stop' | 'length' | null = null) => ({
      ...head,
      object: 'chat.completion.chunk',
      choices: [{ index: 0, delta, finish_reason }],
    });
    return eventStream(
      call,
      async (send) => {
        send(null, part({ role: 'assistant', content: '' }));
        let content = '';
        const answer = await asking(call, question, {
          token(token) {
            content += token;
            send(null, part({ content: token }));
          },
          citation: () => undefined,
        });
        remember(call, content, answer);
        send(null, part({ annotations: annotationsOf(content, answer) }, finishOf(answer)));
        if (input.stream_options?.include_usage) {
          send(null, { ...head, object: 'chat.completion.chunk', choices: [], usage: tokensOf(answer) });
        }
        send(null, '[DONE]');
      },
      (stream, error) => stream.writeSSE({ data: JSON.stringify(openAiError(reportOf(error))) }),
    );
  },
});

const model = z.object({ id: z.string(), object: z.literal('model'), created: z.int(), owned_by: z.string() });

async function modelsOf({ request }: Pick<ApiCall, 'request'>): Promise<z.output<typeof model>[]> {
  const own = ownModels.map((id) => [id, 'vitrine'] as const);
  const served = (await request('models.chat', {})).servers.flatMap((server) =>
    server.models.map(({ id }) => [id, server.provider] as const),
  );
  return [...own, ...served].map(([id, owned_by]) => ({ id, object: 'model', created: 0, owned_by }));
}

const models = operation({
  method: 'get',
  path: '/v1/models',
  name: 'listModels',
  scope: 'read',
  summary:
    'vitrine answers with the model that is set up, vitrine-quoted with sentences of the documents alone; then the models of the servers that are set up.',
  input: nothing,
  answer: z.object({ object: z.literal('list'), data: z.array(model) }),
  run: async (call) => ({ object: 'list', data: await modelsOf(call) }),
});

const oneModel = operation({
  method: 'get',
  path: '/v1/models/{id}',
  name: 'getModel',
  scope: 'read',
  summary: 'One of the models; its id percent-encoded.',
  input: z.strictObject({ id: z.string().min(1).max(200) }),
  answer: model,
  async run(call) {
    const { id } = call.input;
    const found = (await modelsOf(call)).find((one) => one.id === id);
    if (!found) throw new VitrineError('bad-request', { why: 'no-such-model', model: id });
    return found;
  },
});

export const openAiOperations: readonly ApiOperation[] = [completions, models, oneModel];

export function openAiError(report: ErrorReport) {
  const status = statusOf(report);
  const { why, path, keys } = report.details ?? {};
  const error = { message: errorLine(report), type: errorType(status) };
  if (why === 'no-such-model') return { error: { ...error, param: 'model', code: 'model_not_found' } };
  const [unknown = path] = Array.isArray(keys) ? keys : [];
  const param = typeof unknown === 'string' && unknown !== '' ? unknown : null;
  return { error: { ...error, param, code: status === 401 ? 'invalid_api_key' : report.code } };
}

function errorType(status: number): string {
  if (status === 401) return 'authentication_error';
  if (status === 429) return 'rate_limit_error';
  return status < 500 ? 'invalid_request_error' : 'server_error';
}

const textOf = ({ content }: CompletionInput['messages'][number]): string =>
  typeof content === 'string' ? content : (content ?? []).map((part) => part.text ?? '').join('\n');

interface Exchange {
  readonly question: string;
  readonly answer: string;
}

/** The last question, and the earlier exchanges, each question with its answer. */
function said(messages: CompletionInput['messages']): {
  readonly question: string;
  readonly before: readonly Exchange[];
} {
  const last = messages.at(-1);
  if (last?.role !== 'user' || textOf(last).trim() === '')
    throw new VitrineError('bad-request', { why: 'no-question' });
  const before: Exchange[] = [];
  let question = '';
  for (const message of messages.slice(0, -1)) {
    if (message.role === 'user') question = [question, textOf(message)].filter(Boolean).join('\n');
    if (message.role !== 'assistant' || question === '') continue;
    before.push({ question, answer: textOf(message) });
    question = '';
  }
  return { question: textOf(last), before };
}

const answering: ReadonlyMap<string, { readonly noLlm?: true }> = new Map([
  ['vitrine', {}],
  ['vitrine-quoted', { noLlm: true }],
]);

/** Errors: `bad-request` without a question, or for an unknown model. */
async function questionOf(call: ApiCall<CompletionInput>) {
  const { messages, model, temperature, max_tokens, max_completion_tokens, stop, seed } = call.input;
  const { question, before } = said(messages);
  const how = answering.get(model) ?? { model: await listedModel(call, model) };
  const known = threads.get(threadOf(call, before));
  const conversation = known ?? (before.length > 0 ? { history: [...before] } : {});
  return {
    question,
    ...how,
    ...conversation,
    temperature: temperature ?? undefined,
    maxTokens: max_completion_tokens ?? max_tokens ?? undefined,
    stop: typeof stop === 'string' ? [stop] : (stop ?? undefined),
    seed: seed ?? undefined,
  };
}

const mostThreads = 1000;

/** Conversations by a client's messages, as OpenAI's interface names none. An unknown one goes along in its words. */
const threads = new Map<string, { readonly conversationId: string; readonly after: string }>();

const threadOf = ({ caller }: Pick<ApiCall, 'caller'>, exchanges: readonly Exchange[]): string =>
  createHash('sha256')
    .update(JSON.stringify([caller.name, exchanges.map(({ question, answer }) => [question.trim(), answer.trim()])]))
    .digest('hex');

function remember(call: ApiCall<CompletionInput>, answered: string, { conversationId, messageId }: Answer): void {
  const { question, before } = said(call.input.messages);
  threads.set(threadOf(call, [...before, { question, answer: answered }]), { conversationId, after: messageId });
  const [oldest] = threads.keys();
  if (threads.size > mostThreads && oldest !== undefined) threads.delete(oldest);
}

/** Each marker of the text with its source; a source without a marker is at the end. */
function annotationsOf(content: string, { citations }: Answer) {
  const marked = [...content.matchAll(/\[Citation (\d+)\]/gu)].flatMap((match) => {
    const citation = citations.find(({ marker }) => marker === Number(match[1]));
    return citation ? [{ citation, from: match.index, to: match.index + match[0].length }] : [];
  });
  const unmarked = citations
    .filter((citation) => !marked.some((one) => one.citation === citation))
    .map((citation) => ({ citation, from: content.length, to: content.length }));
  return [...marked, ...unmarked].map(({ citation, from, to }) => ({
    type: 'url_citation',
    url_citation: { start_index: from, end_index: to, title: citation.title, url: addressOf(citation) },
  }));
}

/** `length` where the model was cut, or stopped before its end. */
const finishOf = (answer: Answer): 'stop' | 'length' => (isCut(answer) ? 'length' : 'stop');
