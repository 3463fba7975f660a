import type { Answer, Citation } from '@shared/contract';
import { VitrineError } from '@shared/errors';
import type { ConversationTurn } from '@shared/prompt/super-prompt';
import { describe, expect, it } from 'vitest';
import { Chat } from '../../../electron/engine/chat';
import type { ChatMessage, ChatModel, ChatOptions } from '../../../electron/engine/models';
import { deskOf } from '../controller/memory-runs';
import { countTokens, limits, wordCounter } from '../stages/memory-library';
import { confidenceWeights } from './confidence-weights';

interface Sent {
  readonly messages: readonly ChatMessage[];
  readonly options: ChatOptions;
}

/** A model that says what it is told to, token by token, and remembers what it was sent. */
function modelSaying(tokens: readonly string[], sent: Sent[] = [], contextTokens = 100_000): ChatModel {
  return {
    id: 'memory:says',
    contextTokens,
    countTokens: async (text) => countTokens(text),
    tokenCounter: async () => wordCounter,
    async *chat(messages, options, signal) {
      sent.push({ messages, options });
      for (const token of tokens) {
        signal?.throwIfAborted();
        if (token === '<breaks>') throw new VitrineError('model-unreachable');
        yield token;
      }
    },
  };
}

/** Chat over the mill library, with everything that it tells the outside. */
function chatWith(model: ChatModel | null = null, earlier: readonly Answer[] = []) {
  const desk = deskOf();
  const recorded: Answer[] = [];
  const tokens: string[] = [];
  const cited: Citation[] = [];
  const asked: (readonly ConversationTurn[])[] = [];
  let next = 0;
  const chat = new Chat({
    limits: async () => limits,
    newId(prefix) {
      next += 1;
      return `${prefix}-${next}`;
    },
    async runStages(prompt, collection, conversation, signal) {
      asked.push(conversation);
      const run = await desk.controller.start(prompt, { collection, conversation });
      return { run: await desk.controller.auto(run, undefined, signal), suggestions: ['Mills', 'Rye'] };
    },
    chatModel: async () => model,
    async reselect(run, chunkIds, keepConversation, signal) {
      const edited = await desk.controller.edit({
        runId: run.runId,
        edits: [
          { path: 'final_selection_ids', value: [...chunkIds] },
          ...(keepConversation ? [] : [{ path: 'limits.N4_RECENT_CONV_MAX_PAIRS', value: 0 }]),
        ],
      });
      return desk.controller.auto(edited, undefined, signal);
    },
    nearness: async () => null,
    weights: () => confidenceWeights,
    run: (runId) => desk.runs.get(runId),
    history: () => earlier,
    record: (answer) => recorded.push(answer),
    onToken: (_messageId, token) => tokens.push(token),
    onCitation: (_messageId, citation) => cited.push(citation),
    onDone: () => undefined,
  });
  const ask = (question: string, more: { noLlm?: boolean; conversationId?: string } = {}, signal?: AbortSignal) =>
    chat.ask({ question, ...more }, 'request-1', signal ?? new AbortController().signal);
  return { ask, recorded, tokens, cited, asked, desk };
}

const question = 'What does the mill grind?';

describe('a question', () => {
  it('without a model is answered by quotations, labelled as such', async () => {
    const { ask, recorded, cited } = chatWith();
    const answer = await ask(question);
    expect(answer).toMatchObject({ outcome: 'answered', quoted: true, model: null, band: 'high', suggestions: [] });
    expect(answer.answer).toMatch(/^The mill grinds rye\. .*\[Citation 1\]$/u);
    expect(answer.citations[0]).toMatchObject({ marker: 1, snippet: 'The mill grinds rye.' });
    expect(answer.confidence).toBeGreaterThan(0.8);
    expect(Object.keys(answer.timings.stages)).toHaveLength(8);
    expect(recorded).toEqual([answer]);
    expect(cited).toEqual(answer.citations);
  });

  it('that the library does not answer gets the fallback, with confidence 0 and topics, and asks no model', async () => {
    const sent: Sent[] = [];
    const { ask, recorded } = chatWith(modelSaying(['Anything.'], sent));
    const answer = await ask('Who invented the transistor?');
    expect(answer).toMatchObject({ outcome: 'fallback', confidence: 0, band: 'very-low', citations: [], model: null });
    expect(answer.answer).toContain('No relevant information found');
    expect(answer.suggestions).toEqual(['Mills', 'Rye']);
    expect(sent).toEqual([]);
    expect(recorded).toHaveLength(1);
  });

  it('that is a greeting runs no stage, and is logged with confidence 0', async () => {
    const { ask, recorded, asked } = chatWith();
    expect(await ask('Hello!')).toMatchObject({ outcome: 'greeting', confidence: 0, runId: null, citations: [] });
    expect(asked).toEqual([]);
    expect(recorded).toHaveLength(1);
  });

  it.each([
    ['', 0],
    ['   \n', 0],
    ['x'.repeat(2001), 2001],
  ])('of a length beyond the limits is refused (%#)', async (text, characters) => {
    const { ask, recorded } = chatWith();
    await expect(ask(text)).rejects.toMatchObject({
      code: 'question-length',
      details: { characters, least: 1, most: 2000 },
    });
    expect(recorded).toEqual([]);
  });

  it('of exactly 2000 characters is asked', async () => {
    await expect(chatWith().ask(`mill ${'x'.repeat(1995)}`)).resolves.toMatchObject({ runId: 'run-1' });
  });

  it('S9 takes the last N4 exchanges of its conversation along', async () => {
    const exchange = (at: number) =>
      ({ question: `question ${at}`, answer: `answer ${at}`, citations: [] as readonly unknown[] }) as Answer;
    const { ask, asked, desk } = chatWith(
      null,
      Array.from({ length: 12 }, (_, at) => exchange(at)),
    );
    const answer = await ask(question, { conversationId: 'conv-9' });
    expect(asked[0]?.map(({ content }) => content)).toEqual(
      [2, 3, 4, 5, 6, 7, 8, 9, 10, 11].flatMap((at) => [`question ${at}`, `answer ${at}`]),
    );
    expect(answer.conversationId).toBe('conv-9');
    expect(desk.runs.get(answer.runId ?? '').snapshots.Prompt_Builder?.prompt_ready).toContain('> question 11');
  });

  it('that is stopped in its stages is not answered and not logged', async () => {
    const { ask, recorded } = chatWith();
    await expect(ask(question, {}, AbortSignal.abort())).rejects.toMatchObject({ code: 'cancelled' });
    expect(recorded).toEqual([]);
  });
});

describe('a model', () => {
  it('is sent the built prompt byte for byte, with a context that holds it and its answer', async () => {
    const sent: Sent[] = [];
    const { ask, tokens, desk } = chatWith(modelSaying(['It grinds ', 'rye [Citation 1].'], sent));
    const answer = await ask(question);
    const built = desk.runs.get(answer.runId ?? '').snapshots.Prompt_Builder;
    const [request] = sent;
    expect(request?.messages.map(({ role }) => role)).toEqual(['system', 'user']);
    expect(request?.messages.map(({ content }) => content).join('\n\n')).toBe(built?.prompt_ready);
    expect(request?.options).toMatchObject({ temperature: 0, seed: 1, maxTokens: limits.answer.maxTokens });
    const needed = countTokens(built?.prompt_ready ?? '') + limits.answer.maxTokens;
    expect(request?.options.contextTokens).toBe(Math.ceil(needed / 4096) * 4096);
    expect(answer).toMatchObject({
      outcome: 'answered',
      quoted: false,
      model: 'memory:says',
      answer: 'It grinds rye [Citation 1].',
    });
    expect(answer.citations.map(({ marker }) => marker)).toEqual([1]);
    expect(tokens).toEqual(['It grinds ', 'rye [Citation 1].']);
  });

  it('is not asked where the request says so', async () => {
    const sent: Sent[] = [];
    expect(await chatWith(modelSaying(['x'], sent)).ask(question, { noLlm: true })).toMatchObject({ quoted: true });
    expect(sent).toEqual([]);
  });

  it('that cites what was not sent has the marker removed, with a notice', async () => {
    const answer = await chatWith(modelSaying(['Rye [Citation 1] and gold [Citation 42].'])).ask(question);
    expect(answer.answer).toBe('Rye [Citation 1] and gold.');
    expect(answer.notices.map(({ code }) => code)).toContain('citation-removed');
  });

  it.each([
    ['says nothing', [' ', '\n']],
    ['says nothing but a marker that leads nowhere', ['[Citation 42]']],
    ['breaks before its first word', ['<breaks>']],
  ])('that %s leaves the answer to quotations', async (_case, tokens) => {
    const answer = await chatWith(modelSaying(tokens)).ask(question);
    expect(answer).toMatchObject({ outcome: 'answered', quoted: true, model: null });
    expect(answer.answer).toMatch(/^The mill grinds rye\. .*\[Citation 1\]$/u);
    expect(answer.notices.map(({ code }) => code)).toContain(
      tokens[0] === '[Citation 42]' ? 'citation-removed' : 'model-failed',
    );
  });

  it('that breaks on the way leaves what it said, marked incomplete', async () => {
    const { ask, recorded } = chatWith(modelSaying(['It grinds rye ', '[Citation 1]', '<breaks>']));
    const answer = await ask(question);
    expect(answer).toMatchObject({ outcome: 'incomplete', quoted: false, answer: 'It grinds rye [Citation 1]' });
    const broken = expect.objectContaining({ cause: 'model-unreachable' });
    expect(answer.notices.find(({ code }) => code === 'model-failed')?.values).toEqual(broken);
    expect(recorded).toHaveLength(1);
  });

  it('that is stopped on the way leaves what it said; before a word, nothing', async () => {
    const stop = new AbortController();
    const stopping: ChatModel = {
      ...modelSaying([]),
      async *chat(_messages, _options, signal) {
        yield 'It grinds';
        stop.abort();
        signal?.throwIfAborted();
      },
    };
    const answer = await chatWith(stopping).ask(question, {}, stop.signal);
    expect(answer).toMatchObject({ outcome: 'incomplete', answer: 'It grinds' });
    expect(answer.notices.map(({ code }) => code)).toContain('stopped');
  });

  it('whose context is too small is not sent a prompt that it would cut', async () => {
    const sent: Sent[] = [];
    const answer = await chatWith(modelSaying(['x'], sent, 50)).ask(question);
    expect(sent).toEqual([]);
    expect(answer.quoted).toBe(true);
    expect(answer.notices.map(({ code }) => code)).toContain('prompt-too-long');
  });
});
