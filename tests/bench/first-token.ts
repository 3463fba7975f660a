import { openEngine } from '../../electron/engine/engine';
import { percentile } from '../../electron/engine/evaluation';
import { engineOptions } from '../../electron/engine/host-options';
import { milliseconds, must, repository, tableOf } from './benchmark-page';
import { benchModel, hasBenchModel, withoutOllama } from './ollama-model';
import { drawWord, randomNumbers } from './synthetic-text';

const turns = 5;
const model = benchModel;

interface Asked {
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  readonly maxTokens: number;
  readonly contextTokens: number;
}

/** ms until the first words of an answer come from Ollama. */
async function firstToken(host: string, { messages, maxTokens, contextTokens }: Asked): Promise<number> {
  const started = performance.now();
  const options = { temperature: 0, seed: 1, num_predict: maxTokens, num_ctx: contextTokens };
  const stopper = new AbortController();
  const response = await fetch(`${host}/api/chat`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model, messages, stream: true, options }),
    signal: stopper.signal,
  });
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    text += decoder.decode(part.value, { stream: true });
    if (!text.includes('\n')) continue;
    const ms = performance.now() - started;
    stopper.abort();
    return ms;
  }
  throw new Error('Ollama ended without a word.');
}

/** Puts something else into the server's cache of prompts, so that no call finds its own prompt there. */
const forget = (host: string, contextTokens: number, turn: number): Promise<number> =>
  firstToken(host, {
    messages: [{ role: 'user', content: `Say the number ${turn}.` }],
    maxTokens: 1,
    contextTokens,
  });

/**
 * Time to the first token through chat against a direct call of Ollama with the same messages and options, in one
 * process, by turns, after what the stages took is subtracted.
 */
export async function firstTokens(library: string): Promise<string[]> {
  const options = engineOptions(process.env, { appFolder: repository, libraryFolder: library });
  const host = options.ollamaHost;
  if (!(await hasBenchModel(host))) return [withoutOllama('The time to the first token is')];
  const engine = await openEngine({ ...options, logFile: null });
  let first = 0;
  engine.subscribe((event) => {
    if (event.type === 'chat.token' && first === 0) first = performance.now();
  });
  const { values: limits } = await must(engine.request('limits.get', {}));
  const { maxTokens } = limits.answer;
  const contextTokens = 8192;
  const random = randomNumbers(47);
  const through: number[] = [];
  const stages: number[] = [];
  const direct: number[] = [];
  const conversations: string[] = [];
  try {
    for (let turn = -1; turn < turns; turn += 1) {
      const question = `What is said about ${Array.from({ length: 5 }, () => drawWord(random)).join(' ')}?`;
      await forget(host, contextTokens, turn);
      first = 0;
      const started = performance.now();
      const asked = engine.request(
        'chat.ask',
        { question, model: `ollama:${model}`, contextTokens },
        { requestId: `first-token-${turn}` },
      );
      const waiting = setInterval(() => {
        if (first > 0) engine.cancel(`first-token-${turn}`);
      }, 5);
      const answer = await must(asked);
      clearInterval(waiting);
      conversations.push(answer.conversationId);
      const run = await must(engine.request('run.get', { runId: answer.runId ?? '' }));
      const prompt = run.snapshots.Prompt_Builder;
      if (!prompt || first === 0 || answer.quoted) continue;
      await forget(host, contextTokens, turn);
      const ms = await firstToken(host, {
        messages: [
          { role: 'system', content: prompt.System_MD },
          { role: 'user', content: prompt.prompt_ready.slice(prompt.System_MD.length).trimStart() },
        ],
        maxTokens,
        contextTokens,
      });
      if (turn < 0) continue;
      through.push(first - started);
      stages.push(run.stages.reduce((sum, record) => sum + (record.ms ?? 0), 0));
      direct.push(ms);
    }
    for (const conversationId of conversations) await must(engine.request('chat.delete', { conversationId }));
  } finally {
    await engine.close();
  }
  if (through.length === 0) return ['The time to the first token was left out: no question reached the model.'];
  const median = (values: readonly number[]): number => percentile(values, 0.5);
  const less = through.map((ms, at) => ms - (stages[at] ?? 0));
  const ratios = less.map((ms, at) => ms / (direct[at] ?? ms));
  return [
    `Time to the first token with ${model} on Ollama, medians of ${through.length} questions asked by turns, each with another prompt between so that no cache helps:`,
    '',
    ...tableOf(
      ['what', 'ms', 'beside it', 'ratio'],
      [
        ['first token through chat', milliseconds(median(through)), '', ''],
        ['of it: the eight stages', milliseconds(median(stages)), '', ''],
        [
          'first token through chat without the stages',
          milliseconds(median(less)),
          `the same prompt sent to Ollama directly: ${milliseconds(median(direct))}`,
          `${median(ratios).toFixed(2)} (target: at most 1.10)`,
        ],
      ],
    ),
  ];
}
