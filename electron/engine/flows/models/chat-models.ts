import type { EngineParts, RouteContext } from '../../engine-parts';
import { type ChatModel, openChatModel } from '../../models';
import { patientModel } from './patient-model';

/** Opens models by name, those of one request. */
export type OpenChatModel = (name: string, contextTokens?: number) => Promise<ChatModel>;

const opened = new WeakMap<RouteContext, Map<string, Promise<ChatModel>>>();

/**
 * Opens each model of a request once, whoever in it asks: a server that hangs is then waited for once. A window of its
 * own opens the model again, unless it could not be opened before. Errors: those of `openRequestModel`.
 */
export function modelsOfRequest(parts: EngineParts, context: RouteContext): OpenChatModel {
  const models = opened.get(context) ?? new Map<string, Promise<ChatModel>>();
  opened.set(context, models);
  return async (name, contextTokens) => {
    const known = models.get(name);
    if (known) {
      const model = await known;
      return contextTokens === undefined ? model : openRequestModel(parts, context, name, contextTokens);
    }
    const opening = openRequestModel(parts, context, name, contextTokens);
    if (contextTokens === undefined) models.set(name, opening);
    return opening;
  };
}

/**
 * Opens the chat model of a request, for its answer or for its agents: both stand in the same line where the server
 * writes one answer at a time, are patient with one that has too much to do, tell their waiting (`chat.waiting`), and
 * have their tokens counted. Errors: those of `openChatModel`.
 *
 * @param contextTokens window to keep to, where the request names one
 */
async function openRequestModel(
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
