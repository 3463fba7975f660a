import type { Answer, EngineEvent } from '@shared/contract';
import type { Command } from 'commander';
import { type AnswerFlags, addAnswerOptions, settingsOf, tellWaiting } from './answer-options';
import type { MakeCommand, WithSession } from './commands';
import { LiveAnswer } from './live-answer';
import { answerText } from './render';
import { addScopeOptions, lookingAt, type ScopeFlags } from './scope-options';

interface AskOptions extends AnswerFlags, ScopeFlags {
  readonly model?: string;
  readonly llm: boolean;
  readonly withoutDocuments?: boolean;
  readonly conversation?: string;
  /** Absent where stdout decides: a terminal gets the answer as it is written, a file or pipe when it is done. */
  readonly stream?: boolean;
  readonly json?: boolean;
}

/** What a person at a terminal can do next. */
function whereItIs({ runId, conversationId }: Answer): string {
  const stages = runId === null ? '' : `Its stages: vitrine runs ${runId}. `;
  return `${stages}Ask on with --conversation ${conversationId}.`;
}

export function addAskCommand(command: MakeCommand, session: WithSession): void {
  const ask = command('ask <question>', 'ask a question')
    .option('--model <provider:model>', 'chat model, such as ollama:smollm2:135m')
    .option('--no-llm', 'quote from the documents, use no language model')
    .option('--without-documents', 'let the model answer from what it knows, where the documents cannot be searched')
    .option('--conversation <id>', 'ask it in this conversation, after what was said there')
    .option('--stream', 'write the answer as it comes (default: on a terminal)')
    .option('--no-stream', 'write the answer when it is done');
  addAnswerOptions(addScopeOptions(ask)).action((question: string, options: AskOptions, self: Command) =>
    session(self, async (engine) => {
      const { model, llm, withoutDocuments, conversation: conversationId, stream } = options;
      const how = { model, noLlm: !llm, withoutDocuments };
      const asked = { question, ...how, conversationId, ...lookingAt(options), ...settingsOf(options) };
      const isLive = !self.optsWithGlobals<AskOptions>().json && (stream ?? process.stdout.isTTY === true);
      const live = isLive ? new LiveAnswer((text) => process.stdout.write(text)) : null;
      const waiting = tellWaiting(engine);
      const answer = await engine.request('chat.ask', asked, (event: EngineEvent) => {
        waiting(event);
        live?.onEvent(event);
      });
      engine.print(answer, () => (live ? live.rest(answer) : answerText(answer)));
      if (isLive && process.stderr.isTTY) engine.say(whereItIs(answer));
    }),
  );
}
