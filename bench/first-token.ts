import type { SuperPrompt } from '@shared/prompt/super-prompt';
import { percentile } from '../electron/engine/evaluation';
import { engineOptions } from '../electron/engine/host-options';
import { openChatModel } from '../electron/engine/models';
import { machine, milliseconds, must, repository, tableOf, writeSection } from './benchmark-page';
import { BenchLibrary } from './library-of-bench';
import { benchModel, hasBenchModel, withoutOllama } from './ollama-model';
import { randomNumbers, sentencesOf } from './synthetic-text';

const questions = 4;
const documents = 40;
const wordsPerDocument = 120;
/** Small enough for two cores to read in seconds, whatever else Ollama does. */
const promptTokens = 600;
const contextTokens = 2048;
const answerTokens = 16;
const model = benchModel;

interface Asked {
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  readonly maxTokens: number;
  readonly contextTokens: number;
}

/**
 * ms until the first words of an answer come from Ollama. It is read to its end: one that is broken off may hold up the
 * next.
 */
async function firstToken(host: string, { messages, maxTokens, contextTokens }: Asked): Promise<number> {
  const started = performance.now();
  const options = { temperature: 0, seed: 1, num_predict: maxTokens, num_ctx: contextTokens };
  const response = await fetch(`${host}/api/chat`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model, messages, stream: true, options }),
  });
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let first = 0;
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    text += decoder.decode(part.value, { stream: true });
    if (first === 0 && text.includes('\n')) first = performance.now() - started;
  }
  if (first === 0) throw new Error('Ollama ended without a word.');
  return first;
}

/** Puts something else into the server's cache of prompts, so that no call finds its own prompt there. */
const forget = (host: string, contextTokens: number, turn: number): Promise<number> =>
  firstToken(host, {
    messages: [{ role: 'user', content: `Say the number ${turn}.` }],
    maxTokens: 1,
    contextTokens,
  });

const messagesOf = ({ System_MD, prompt_ready }: SuperPrompt): Asked['messages'] => [
  { role: 'system', content: System_MD },
  { role: 'user', content: prompt_ready.slice(System_MD.length).trimStart() },
];

interface Through {
  /** ms from the question to the first words. */
  readonly ms: number;
  /** ms of it that the eight stages took. */
  readonly stages: number;
  readonly prompt: SuperPrompt;
}

/** Asks through chat; null where the question did not reach the model. */
async function throughChat({ engine }: BenchLibrary, question: string): Promise<Through | null> {
  let first = 0;
  const unsubscribe = engine.subscribe((event) => {
    if (event.type === 'chat.token' && first === 0) first = performance.now();
  });
  const started = performance.now();
  const request = { question, model: `ollama:${model}`, contextTokens };
  const answer = await must(engine.request('chat.ask', request));
  unsubscribe();
  const run = await must(engine.request('run.get', { runId: answer.runId ?? '' }));
  await must(engine.request('chat.delete', { conversationId: answer.conversationId }));
  const prompt = run.snapshots.Prompt_Builder;
  if (!prompt || first === 0 || answer.quoted) return null;
  const stages = run.stages.reduce((sum, record) => sum + (record.ms ?? 0), 0);
  return { ms: first - started, stages, prompt };
}

/**
 * Time to the first token through chat against a direct call of Ollama with the same messages and options, in one
 * process, after what the stages took is subtracted. Each question is asked twice in both ways, by turns (chat, direct,
 * direct, chat), so that neither way always comes second; the first question only warms up.
 */
export async function firstTokenBench(): Promise<void> {
  const { providers } = engineOptions(process.env, { appFolder: repository, libraryFolder: repository });
  const host = providers.ollama?.baseUrl ?? '';
  const lines = (await hasBenchModel(host)) ? await measured(host) : [withoutOllama('The time to the first token is')];
  writeSection('first-token', 'Time to the first token', lines);
  console.log(lines.join('\n'));
}

async function measured(host: string): Promise<string[]> {
  const random = randomNumbers(47);
  const library = await BenchLibrary.open({ answerTokens, promptTokens });
  const through: number[] = [];
  const stages: number[] = [];
  const direct: number[] = [];
  const tokens: number[] = [];
  try {
    const texts = Array.from({ length: documents }, () => sentencesOf(wordsPerDocument, random));
    await library.ingest(new Map(texts.map((text, at) => [`${at}.txt`, text])));
    const counter = await openChatModel(`ollama:${model}`, {
      providers: { ollama: { baseUrl: host } },
      offline: false,
    });
    const asDirect = async (prompt: SuperPrompt): Promise<number> => {
      await forget(host, contextTokens, direct.length);
      return firstToken(host, { messages: messagesOf(prompt), maxTokens: answerTokens, contextTokens });
    };
    for (let turn = -1; turn < questions; turn += 1) {
      // Words of one document, so that there is something to answer with.
      const [, about = ''] = /^(?:\S+ ){8}((?:\S+ ){5})/u.exec(texts[turn + 1] ?? '') ?? [];
      const question = `What is said about ${about.replace(/\./gu, '').trim()}?`;
      await forget(host, contextTokens, turn);
      const one = await throughChat(library, question);
      if (one === null) continue;
      const between = [await asDirect(one.prompt), await asDirect(one.prompt)];
      await forget(host, contextTokens, turn);
      const other = await throughChat(library, question);
      if (turn < 0 || other === null) continue;
      through.push(one.ms, other.ms);
      stages.push(one.stages, other.stages);
      direct.push(...between);
      tokens.push(await counter.countTokens(one.prompt.prompt_ready));
      console.log(`${turn + 1} of ${questions}: ${[one.ms, ...between, other.ms].map(Math.round).join(', ')} ms`);
    }
  } finally {
    await library.close();
  }
  if (through.length === 0) return ['The time to the first token was left out: no question reached the model.'];
  const median = (values: readonly number[]): number => percentile(values, 0.5);
  const less = through.map((ms, at) => ms - (stages[at] ?? 0));
  const ratio = (median(less) / median(direct)).toFixed(2);
  return [
    machine(),
    '',
    `${model} on Ollama, warm; ${through.length / 2} questions, each twice through chat and twice directly, by turns, with another prompt between so that no cache helps. Prompts of ${Math.min(...tokens)} to ${Math.max(...tokens)} tokens (median ${median(tokens)}), with a budget of ${promptTokens} and a window of ${contextTokens}; medians.`,
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
          `${ratio} (target: at most 1.10)`,
        ],
      ],
    ),
  ];
}
