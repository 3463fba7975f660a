import { addressOf } from '@shared/address';
import { type Answer, type Citation, type EngineEvent, outcomes, requests, type ShownPassage } from '@shared/contract';
import { reportOf, VitrineError } from '@shared/errors';
import { saidAnswer } from '@shared/words/said';
import { type SSEStreamingApi, streamSSE } from 'hono/streaming';
import { z } from 'zod';
import { type ApiCall, type ApiOperation, errorAnswer, operation } from './operation';

const asked = requests['chat.ask'].shape;

const citationEvent = z.object({
  chunk_id: z.string(),
  chapter: z.string(),
  section: z.string(),
  url: z.string().describe('vitrine://document/ID#page=N&char=FROM-TO, which opens the place in Vitrine'),
});

const shownPassage = z.object({
  text: z.string().describe('Markdown'),
  best: z.object({ start: z.int(), end: z.int() }).nullable().describe('The best sentence in text; null for all of it'),
  words: z.string().nullable().describe('The words of text that a reader takes for the answer; null for none'),
  title: z.string(),
  path: z.string(),
  headings: z.array(z.string()),
  pages: z.array(z.int()),
  chunk_id: z.string(),
  url: z.string(),
});

const chat = operation({
  method: 'post',
  path: '/api/chat',
  name: 'chat',
  scope: 'read',
  summary:
    'Asks the documents. The answer comes as it is written, with [Citation N] markers; a citation event comes where a marker names a passage for the first time. While nothing is written, comments keep the stream alive. It is kept among the conversations; a client that goes away ends it, and what was written stays as an incomplete answer.',
  input: z.strictObject({
    session_id: z.string().max(200).nullish().describe('Of the client; nothing is kept by it'),
    message: asked.question.min(1),
    selected_text: asked.selectedText.unwrap().nullish().describe('What the question is asked about besides, quoted'),
    conversation_id: asked.conversationId.unwrap().nullish().describe('Asks on in an earlier conversation'),
    collection: asked.collection,
    as_passages: asked.asPassages.describe('true: take the nearest passages, whatever the question asks for'),
    model: asked.model.describe('provider:model; the one that is set up where absent'),
  }),
  events: {
    token: z.object({ token: z.string() }),
    citation: citationEvent,
    done: z.object({
      conversation_id: z.string(),
      message_id: z.string(),
      request_id: z.string().describe('Of this call in the log, as the header X-Request-Id says it'),
      outcome: z.enum(outcomes).describe('answered, passages where nothing is certain enough to be an answer, nothing'),
      way: z.string().nullable().describe('How it was answered: calculation, census, passages …'),
      passages: z.array(shownPassage).describe('The best passages, best first; without an answer the first are shown'),
      incomplete: z.boolean().describe('The answer was stopped, or cut before its end'),
      total_tokens: z.int().describe('As the model’s server counted; 0 where no model wrote or it does not tell'),
      latency_ms: z.int(),
    }),
    error: errorAnswer.shape.error,
  },
  async run(call) {
    const { message, selected_text, conversation_id, collection, as_passages, model } = call.input;
    const question = {
      question: message,
      selectedText: selected_text ?? undefined,
      conversationId: conversation_id ?? undefined,
      collection,
      asPassages: as_passages,
      model: model && (await listedModel(call, model)),
    };
    return eventStream(call, async (send) => {
      const answer = await asking(call, question, {
        token: (token) => send('token', { token }),
        citation: (citation) => send('citation', cited(citation)),
      });
      send('done', {
        conversation_id: answer.conversationId,
        message_id: answer.messageId,
        request_id: call.requestId,
        outcome: answer.outcome,
        way: answer.way,
        passages: (answer.passages ?? []).map(shown),
        incomplete: isCut(answer),
        total_tokens: tokensOf(answer).total_tokens,
        latency_ms: Math.round(answer.timings.total),
      });
    });
  },
});

export const chatOperations: readonly ApiOperation[] = [chat];

const cited = ({ chunkId, headings, ...place }: Citation) => ({
  chunk_id: chunkId,
  chapter: headings[0] ?? 'Unknown',
  section: headings.at(-1) ?? 'N/A',
  url: addressOf(place),
});

const shown = ({ text, best, words = '', title, path, headings, pages, chunkId, ...place }: ShownPassage) => ({
  ...{ text, best, words: words || null, title, path },
  headings: [...headings],
  pages: [...pages],
  chunk_id: chunkId,
  url: addressOf({ ...place, pages }),
});

/** Whether an answer ends before its end: its model was cut, stopped or failed on the way. */
export const isCut = ({ outcome, notices }: Pick<Answer, 'outcome' | 'notices'>): boolean =>
  outcome === 'incomplete' || notices.some(({ code }) => code === 'answer-cut');

/** Counted by the model's server; 0 where no model wrote, or where it does not tell. */
export function tokensOf({ tokens }: Answer) {
  const [prompt, completion] = [tokens?.prompt ?? 0, tokens?.answer ?? 0];
  return { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion };
}

/** A model of a server that is set up: another one is not asked for. Errors: `bad-request`. */
export async function listedModel({ request }: Pick<ApiCall, 'request'>, model: string): Promise<string> {
  const { servers } = await request('models.chat', {});
  if (servers.some((server) => server.models.some(({ id }) => id === model))) return model;
  throw new VitrineError('bad-request', { why: 'no-such-model', model });
}

interface Listening {
  token(token: string): void;
  citation(citation: Citation): void;
}

/** Asks, and sends text and citations as they come, or at once what no model writes. Errors: as `chat.ask`. */
export async function asking(
  { request }: Pick<ApiCall, 'request'>,
  question: Parameters<typeof request<'chat.ask'>>[1],
  { token, citation }: Listening,
): Promise<Answer> {
  let written = false;
  const onEvent = (event: EngineEvent) => {
    if (event.type === 'chat.citation') citation(event.citation);
    if (event.type !== 'chat.token') return;
    written = true;
    token(event.token);
  };
  const answer = await request('chat.ask', question, onEvent);
  if (!written) token(saidAnswer(answer));
  return answer;
}

/** Clients and proxies take a stream for dead that says nothing for half a minute. */
const aliveEveryMs = 10_000;

const comment = ': working\n\n';

/** Bytes that may wait for a client that does not read; more than the longest answer. */
const mostWaiting = 16 * 1024 * 1024;

/** Answers with the events that `work` sends, nameless for null; the last is a failure, `error`. Pauses have comments. */
export function eventStream(
  { context, signal, options }: Pick<ApiCall, 'context' | 'signal' | 'options'>,
  work: (send: (event: string | null, data: unknown) => void) => Promise<void>,
  onError: (stream: SSEStreamingApi, error: unknown) => Promise<void> = (stream, error) =>
    stream.writeSSE({ event: 'error', data: JSON.stringify(reportOf(error)) }),
): Response {
  context.header('Cache-Control', 'no-store');
  return streamSSE(context, async (stream) => {
    let sending = Promise.resolve();
    let waiting = 0;
    const write = (length: number, writing: () => Promise<unknown>) => {
      waiting += length;
      if (waiting > mostWaiting) context.env.outgoing.destroy();
      sending = sending.then(writing).then(() => {
        waiting -= length;
      });
    };
    const alive = () => write(comment.length, () => stream.write(comment));
    const keepsAlive = setInterval(alive, options.aliveEveryMs ?? aliveEveryMs);
    const send = (event: string | null, data: unknown) => {
      keepsAlive.refresh();
      const text = typeof data === 'string' ? data : JSON.stringify(data);
      write(text.length, () => stream.writeSSE(event === null ? { data: text } : { event, data: text }));
    };
    try {
      alive();
      await work(send);
      await sending;
    } catch (error) {
      await sending.catch(() => undefined);
      if (!signal.aborted) await onError(stream, error);
    } finally {
      clearInterval(keepsAlive);
    }
  });
}
