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
  const response = await callServer('Ollama', `${servers.ollamaHost}/api/pull`, init, servers, signal).catch(
    (error: unknown) => {
      throw inPullWords(model, error);
    },
  );
  for await (const line of linesOf('Ollama', response, servers, signal)) {
    if (line.trim() === '') continue;
    const { status, digest, total, completed, error } = parsePart('Ollama', step, line);
    if (error) throw notPulled(model, error);
    if (status === 'success') return;
    onProgress(digest ?? status ?? model, completed ?? 0, total ?? null);
  }
  throw notPulled(model, 'it broke off');
}

/** What Ollama says where it cannot reach its library: the system's words for a name or a connection that is not there. */
const noWayOut = /no such host|dial tcp|connection refused|network is unreachable|i\/o timeout|TLS handshake/iu;
const nameRefused = 400;

function notPulled(model: string, reason: string): VitrineError {
  const details = { model, said: reason };
  if (/does not exist|not found/iu.test(reason)) {
    const message = `Ollama's library has no model ${model}.`;
    return new VitrineError('model-missing', message, 'Check its name at ollama.com/library.', {
      ...details,
      why: 'pull-unknown',
    });
  }
  if (noWayOut.test(reason)) {
    const message = `Ollama cannot reach its library on the internet to get ${model}.`;
    const hint =
      'Check the connection of the computer that Ollama runs on, and try again. Without internet, make the model there from a file: ollama create.';
    return new VitrineError('model-failed', message, hint, { ...details, why: 'pull-no-internet' });
  }
  const hint = 'Check the connection and the disk of the computer that Ollama runs on, and try again.';
  return new VitrineError('model-failed', `Ollama could not pull ${model}: ${reason}.`, hint, {
    ...details,
    why: 'pull-failed',
  });
}

/** A refusal by Ollama itself, before it pulls: the chat's words for it would tell to ask without a model. */
function inPullWords(model: string, error: unknown): unknown {
  if (!(error instanceof VitrineError)) return error;
  const { code, message, details } = error;
  if (details?.status === nameRefused) {
    const said = `${model} is no name of a model.`;
    return new VitrineError(
      'model-missing',
      said,
      'It looks like all-minilm or smollm2:135m; see ollama.com/library.',
      {
        ...details,
        model,
        why: 'pull-name',
      },
    );
  }
  if (code !== 'model-unreachable' || details?.why === 'no-address') return error;
  const hint = 'Start Ollama, or correct its address in the settings.';
  return new VitrineError(code, message, hint, { ...details, model, why: 'pull-down' }, { cause: error });
}
