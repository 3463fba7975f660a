/** The model of the benches that ask one. */
export const benchModel = 'smollm2:135m';

/** Whether an Ollama that has the bench's model answers at this address. */
export async function hasBenchModel(host: string): Promise<boolean> {
  try {
    const response = await fetch(`${host}/api/tags`, { signal: AbortSignal.timeout(2000) });
    const { models } = (await response.json()) as { models: { name: string }[] };
    return models.some(({ name }) => name === benchModel);
  } catch {
    // Whatever the reason: without such a server there is nothing to ask.
    return false;
  }
}

export const withoutOllama = (what: string): string =>
  `${what} left out: no Ollama with ${benchModel} answers at OLLAMA_HOST.`;
