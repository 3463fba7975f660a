import { AsyncLocalStorage } from 'node:async_hooks';
import { type ErrorCode, reportOf } from '@shared/errors';
import { type ChatModel, type ChatOptions, type ChatUsage, withChat } from '../contract';

/** One call of a server, as the log tells it (C11): never a key, never a text. */
interface ProviderCall {
  readonly server: string;
  readonly job: 'chat' | 'embedding' | 'metadata';
  /** The model's name on its server; null where the call is about none. */
  readonly model: string | null;
  readonly ms: number;
  /** As the server counted them; null where it does not tell. */
  readonly promptTokens: number | null;
  readonly outputTokens: number | null;
  /** `left`: no caller wanted the rest of the answer. */
  readonly outcome: 'ok' | 'left' | ErrorCode;
}

interface CallingRequest {
  readonly requestId: string;
  onCall(call: ProviderCall): void;
}

/** Embedders and rerankers are opened once and serve every request, so the id cannot come with the model. */
const requests = new AsyncLocalStorage<CallingRequest>();

/** Everything that `work` begins calls servers in the name of this request. */
export function inRequest<T>(request: CallingRequest, work: () => T): T {
  return requests.run(request, work);
}

/** `X-Request-Id`, for a server's own log; nothing outside a request. Header values are ASCII without control characters. */
export function requestHeaders(): Readonly<Record<string, string>> {
  const id = requests
    .getStore()
    ?.requestId.replace(/[^\x21-\x7e]/gu, '_')
    .slice(0, 200);
  return id ? { 'x-request-id': id } : {};
}

const uncounted: ChatUsage = { promptTokens: null, outputTokens: null };

/** Starts the clock of a call; what it returns tells the end, once. */
function beginCall(
  call: Pick<ProviderCall, 'server' | 'job' | 'model'>,
): (outcome: ProviderCall['outcome'], usage?: ChatUsage) => void {
  const request = requests.getStore();
  const started = performance.now();
  let over = false;
  return (outcome, { promptTokens, outputTokens } = uncounted) => {
    if (over) return;
    over = true;
    const ms = Math.round(performance.now() - started);
    request?.onCall({ ...call, ms, promptTokens, outputTokens, outcome });
  };
}

/** Runs one call and tells how it ended. Errors: those of the work. */
export async function toldCall<T>(call: Parameters<typeof beginCall>[0], work: () => Promise<T>): Promise<T> {
  const end = beginCall(call);
  try {
    const result = await work();
    end('ok');
    return result;
  } catch (error) {
    end(outcomeOf(error));
    throw error;
  }
}

const outcomeOf = (error: unknown): ErrorCode =>
  error instanceof Error && error.name === 'TimeoutError' ? 'model-timeout' : reportOf(error).code;

export function toldModel(model: ChatModel, server: string, name: string): ChatModel {
  return withChat(model, async function* (messages, options, signal) {
    const end = beginCall({ server, job: 'chat', model: name });
    let usage = uncounted;
    const counting: ChatOptions = {
      ...options,
      onUsage(counted) {
        usage = counted;
        options.onUsage?.(counted);
      },
    };
    try {
      yield* model.chat(messages, counting, signal);
      end('ok', usage);
    } catch (error) {
      end(signal?.aborted ? 'cancelled' : outcomeOf(error), usage);
      throw error;
    } finally {
      end('left', usage);
    }
  });
}
