import { type ErrorCode, VitrineError } from '@shared/errors';
import { z } from 'zod';
import { brokenOff, type ChatServers, callServer, linesOf, parsePart } from './chat-endpoint';
import { reasonIn } from './refusal-reason';

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
  try {
    const response = await callServer('Ollama', `${servers.ollamaHost}/api/pull`, init, servers, signal);
    await toItsEnd(model, linesOf('Ollama', response, servers, signal), onProgress);
  } catch (error) {
    throw inPullWords(model, error);
  }
}

async function toItsEnd(
  model: string,
  lines: AsyncIterable<string>,
  onProgress: (file: string, bytesDone: number, bytesTotal: number | null) => void,
): Promise<void> {
  for await (const line of lines) {
    if (line.trim() === '') continue;
    const { status, digest, total, completed, error } = parsePart('Ollama', step, line);
    if (error) throw notPulled(model, error);
    if (status === 'success') return;
    onProgress(digest ?? status ?? model, completed ?? 0, total ?? null);
  }
  throw brokenOff('Ollama');
}

/** What Ollama says where it cannot reach its library: the system's words for a name or a connection that is not there. */
const noWayOut = /no such host|dial tcp|connection refused|network is unreachable|i\/o timeout|TLS handshake/iu;
const nameRefused = 400;

function notPulled(model: string, reason: string, cause?: VitrineError): VitrineError {
  const details = { ...cause?.details, model, said: reason };
  const failed = (message: string, hint: string, why: { readonly why: string }, code: ErrorCode = 'model-failed') =>
    new VitrineError(code, message, hint, { ...details, ...why }, { cause });
  if (/does not exist|not found/iu.test(reason)) {
    const hint = 'Check its name at ollama.com/library.';
    return failed(`Ollama's library has no model ${model}.`, hint, { why: 'pull-unknown' }, 'model-missing');
  }
  if (noWayOut.test(reason)) {
    const hint =
      'Check the connection of the computer that Ollama runs on, and try again. Without internet, make the model there from a file: ollama create.';
    const message = `Ollama cannot reach its library on the internet to get ${model}.`;
    return failed(message, hint, { why: 'pull-no-internet' });
  }
  const hint = 'Check the connection and the disk of the computer that Ollama runs on, and try again.';
  return failed(`Ollama could not pull ${model}: ${reason}.`, hint, { why: 'pull-failed' });
}

/** A failure in the words of somebody who pulls: the chat's would tell to ask without a model. */
function inPullWords(model: string, error: unknown): unknown {
  if (!(error instanceof VitrineError) || !error.code.startsWith('model-')) return error;
  const { code, message, details = {} } = error;
  if (String(details.why).startsWith('pull-')) return error;
  const said = (text: string, hint: string, why: { readonly why: string }, as = code) =>
    new VitrineError(as, text, hint, { ...details, model, ...why }, { cause: error });
  if (details.status === nameRefused) {
    const hint = 'It looks like all-minilm or smollm2:135m; see ollama.com/library.';
    return said(`${model} is no name of a model.`, hint, { why: 'pull-name' }, 'model-missing');
  }
  if (details.why === 'no-address' || details.why === 'wrong-address') {
    const hint = 'Correct it in the settings, such as http://127.0.0.1:11434.';
    return said(message, hint, { why: 'pull-address' });
  }
  if (details.why === 'broke-off') {
    const hint = 'Pull it again: what is there already stays. If it happens again, look at the log of Ollama.';
    return said(`Ollama broke off while it pulled ${model}.`, hint, { why: 'pull-broke-off' });
  }
  if (code === 'model-unreachable') {
    const hint = 'Start Ollama, or correct its address in the settings.';
    return said(message, hint, { why: 'pull-down' });
  }
  if (code === 'model-timeout') {
    const hint = 'It may still be checking what has come: pull it again a little later; what is there already stays.';
    return said(`Ollama has said nothing for a minute about pulling ${model}.`, hint, { why: 'pull-silent' });
  }
  const { status } = details;
  if (status === undefined) return notPulled(model, 'what it sent is no part of an answer', error);
  return notPulled(model, [`status ${status}`, reasonIn(details.body)].filter(Boolean).join(': '), error);
}
