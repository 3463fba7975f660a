import type { EngineParts, RouteContext } from './engine-parts';
import { type ChatModel, openChatModel } from './models';
import { patientModel } from './patient-model';

/**
 * Opens the chat model of a request, for its answer or for its agents: both stand in the same line where the server
 * writes one answer at a time, are patient with one that has too much to do, tell their waiting (`chat.waiting`), and
 * have their tokens counted. Errors: those of `openChatModel`.
 *
 * @param contextTokens window to keep to, where the request names one
 */
export async function openRequestModel(
  { options, config, chatTurns, counters, emit }: EngineParts,
  { requestId }: RouteContext,
  name: string,
  contextTokens?: number,
): Promise<ChatModel> {
  const { serverTries, maxWaitSeconds, silenceSeconds } = (await config.limits()).answer;
  const servers = { ...options, answerSilenceMs: silenceSeconds * 1000 };
  const model = await openChatModel(name, servers, contextTokens);
  return patientModel(counters.countingTokens(model), {
    turns: name.startsWith('ollama:') ? chatTurns : null,
    tries: serverTries,
    maxWaitSeconds,
    onWaiting: (waiting) => emit({ type: 'chat.waiting', requestId, ...waiting }),
  });
}
