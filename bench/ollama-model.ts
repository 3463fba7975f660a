import { engineOptions } from '../electron/engine/host-options';
import { repository } from './benchmark-page';
import { KeptAnswers } from './kept-answers';

/** The model of the benches that ask one. */
export const benchModel = 'smollm2:135m';

/** Whether an Ollama that has the bench's model answers at this address. */
export async function hasBenchModel(host: string): Promise<boolean> {
  try {
    const response = await fetch(`${host}/api/tags`, { signal: AbortSignal.timeout(10_000) });
    const { models } = (await response.json()) as { models: { name: string }[] };
    return models.some(({ name }) => name === benchModel);
  } catch {
    // Whatever the reason: without such a server there is nothing to ask.
    return false;
  }
}

/** The model of a bench, behind a server that waits for it and keeps what it writes. */
export interface OpenBenchModel {
  /** As a request names it. */
  readonly model: string;
  readonly server: KeptAnswers;
}

/**
 * The bench's model on one thread; null where no Ollama has it.
 *
 * @param file what it writes is kept there, and is not asked for again
 */
export async function openBenchModel(file: string | null): Promise<OpenBenchModel | null> {
  const { providers } = engineOptions(process.env, { appFolder: repository, libraryFolder: repository });
  const ollamaHost = providers.ollama?.baseUrl ?? '';
  if (!(await hasBenchModel(ollamaHost))) return null;
  const name = await onOneThread(ollamaHost);
  return { model: `ollama:${name}`, server: await KeptAnswers.open(ollamaHost, name, file) };
}

/**
 * The same model on one thread, by its name on the server. Threads of the runner wait for each other by spinning: where
 * something else keeps a processor busy, two of them take many times as long as one.
 */
async function onOneThread(host: string): Promise<string> {
  const model = 'smollm2:one-thread';
  const made = { model, from: benchModel, parameters: { num_thread: 1 }, stream: false };
  const response = await fetch(`${host}/api/create`, { method: 'POST', body: JSON.stringify(made) });
  if (!response.ok) throw new Error(`${model} could not be made: ${await response.text()}`);
  return model;
}

export const withoutOllama = (what: string): string =>
  `${what} left out: no Ollama with ${benchModel} answers at OLLAMA_HOST.`;
