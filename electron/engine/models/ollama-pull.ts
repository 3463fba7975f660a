import { VitrineError } from '@shared/errors';
import { z } from 'zod';
import { type ChatServers, callServer, linesOf, parsePart } from './chat-endpoint';

const step = z.object({
  status: z.string().optional(),
  digest: z.string().optional(),
  total: z.number().optional(),
  completed: z.number().optional(),
  error: z.string().optional(),
});

/**
 * Has Ollama pull a model into its own store (`/api/pull`). Ollama gets it from the internet, so that offline mode
 * refuses, wherever Ollama runs. Errors: `offline`, `model-missing`, `model-unreachable`, `model-timeout`,
 * `model-failed`, `cancelled`.
 */
export async function pullWithOllama(
  model: string,
  servers: ChatServers,
  onProgress: (file: string, bytesDone: number, bytesTotal: number | null) => void,
  signal: AbortSignal,
): Promise<void> {
  if (servers.offline) {
    const message = `Offline mode is on: Ollama would get ${model} from the internet.`;
    throw new VitrineError('offline', message, 'Turn offline mode off, or choose a model that is on this machine.');
  }
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model, stream: true }),
  };
  const response = await callServer('Ollama', `${servers.ollamaHost}/api/pull`, init, servers, signal);
  for await (const line of linesOf('Ollama', response, servers, signal)) {
    if (line.trim() === '') continue;
    const { status, digest, total, completed, error } = parsePart('Ollama', step, line);
    if (error) throw notPulled(model, error);
    if (status === 'success') return;
    onProgress(digest ?? status ?? model, completed ?? 0, total ?? null);
  }
  throw notPulled(model, 'it broke off');
}

function notPulled(model: string, reason: string): VitrineError {
  const missing = /does not exist|not found/iu.test(reason);
  return new VitrineError(
    missing ? 'model-missing' : 'model-failed',
    `Ollama could not pull ${model}: ${reason}.`,
    missing
      ? 'Check its name at ollama.com/library.'
      : 'Check the connection of the machine Ollama runs on, and try again.',
  );
}
