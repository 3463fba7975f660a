import type { Answer, AnswerSettings, EngineEvent } from '@shared/contract';
import { answerSettings } from '@shared/contract/chat';
import { withoutFound } from '@shared/prompt/answer-backing';
import { visibleText } from '@shared/visible-text';
import { t } from '@shared/words/index';
import type { Command } from 'commander';
import { answerDetails, answerText } from './render';
import type { MakeCommand, Session } from './session';
import { addScopeOptions, badValue, lookingAt, numberFrom, type ScopeFlags } from './usage';

export interface AnswerFlags {
  readonly temperature?: number;
  readonly maxTokens?: number;
  readonly stop?: string[];
  readonly seed?: number;
  readonly numCtx?: number;
}

/** Flags that say how the model of one question is asked; their ranges are the contract's. */
export function addAnswerOptions<C extends Command>(command: C): C {
  return command
    .option('--temperature <number>', t('terminal.option.temperature'), numberOf('temperature', false))
    .option('--max-tokens <n>', t('terminal.option.maxTokens'), numberOf('maxTokens'))
    .option('--stop <text>', t('terminal.option.stop'), oneMore)
    .option('--seed <n>', t('terminal.option.seed'), numberOf('seed'))
    .option('--num-ctx <n>', t('terminal.option.numCtx'), numberOf('contextTokens'));
}

export function settingsOf({ temperature, maxTokens, stop, seed, numCtx }: AnswerFlags): AnswerSettings {
  return { temperature, maxTokens, stop, seed, contextTokens: numCtx };
}

function numberOf(name: Exclude<keyof typeof answerSettings, 'stop'>, isWhole = true): (value: string) => number {
  const { minValue, maxValue } = answerSettings[name].unwrap();
  return numberFrom(Number(minValue), Number(maxValue), isWhole);
}

function oneMore(value: string, before: string[] | undefined): string[] {
  const all = [...(before ?? []), value];
  if (answerSettings.stop.safeParse(all).success) return all;
  throw badValue(() => t('terminal.usage.stop'));
}

export function tellWaiting(engine: Session): (event: EngineEvent) => void {
  return (event) => {
    if (event.type !== 'chat.waiting') return;
    const { reason, seconds, attempt } = event;
    engine.say(reason === 'turn' ? t('chat.waiting') : t('chat.serverBusy', { seconds: seconds ?? '?', attempt }));
  };
}

interface AskOptions extends AnswerFlags, ScopeFlags {
  readonly model?: string;
  readonly llm: boolean;
  readonly withoutDocuments?: boolean;
  readonly asPassages?: boolean;
  readonly conversation?: string;
  readonly private?: boolean;
  /** Absent where stdout decides: a terminal gets the answer as it is written, a file or pipe when it is done. */
  readonly stream?: boolean;
  readonly json?: boolean;
}

function whereItIs({ runId, conversationId }: Answer): string {
  const stages = runId === null ? [] : [t('terminal.answer.stages', { runId })];
  return [...stages, t('terminal.answer.askOn', { conversationId })].join(' ');
}

export function addAskCommand(command: MakeCommand): void {
  const ask = command('ask <question>', t('terminal.command.ask'))
    .option('--model <provider:model>', t('terminal.option.chatModel'))
    .option('--no-llm', t('terminal.option.noLlm'))
    .option('--without-documents', t('terminal.option.withoutDocuments'))
    .option('--as-passages', t('terminal.option.asPassages'))
    .option('--private', t('terminal.option.private'))
    .option('--conversation <id>', t('terminal.option.conversation'))
    .option('--stream', t('terminal.option.stream'))
    .option('--no-stream', t('terminal.option.noStream'));
  addAnswerOptions(addScopeOptions(ask)).act(async (engine, question: string, options: AskOptions, self: Command) => {
    const { model, llm, withoutDocuments, asPassages, conversation: conversationId, stream } = options;
    const how = { model, noLlm: !llm, withoutDocuments, asPassages, private: options.private };
    const asked = { question, ...how, conversationId, ...lookingAt(options), ...settingsOf(options) };
    const isLive = !self.optsWithGlobals<AskOptions>().json && (stream ?? process.stdout.isTTY === true);
    const live = isLive ? new LiveAnswer((text) => process.stdout.write(visibleText(text))) : null;
    const waiting = tellWaiting(engine);
    const answer = await engine.request('chat.ask', asked, (event: EngineEvent) => {
      waiting(event);
      live?.onEvent(event);
    });
    engine.print(answer, () => (live ? live.rest(answer) : answerText(answer)));
    if (isLive && process.stderr.isTTY && !options.private) engine.say(whereItIs(answer));
  });
}

/**
 * Prints an answer on a terminal while it is written. A model's text is checked at the end; if that changed it, the
 * checked answer is printed once more after it.
 *
 * @param write to stdout, without a line break of its own
 */
class LiveAnswer {
  private written = '';

  constructor(private readonly write: (text: string) => void) {}

  onEvent(event: EngineEvent): void {
    if (event.type !== 'chat.token') return;
    this.written += event.token;
    this.write(event.token);
  }

  rest(answer: Answer): string {
    if (this.written.trim() === '') return answerText(answer);
    if (this.written.trim() === answer.answer.trim()) return `\n\n${answerDetails(answer)}`.trimEnd();
    const asWritten = withoutFound(answer).trim();
    if (this.written.trim() === asWritten) return `\n\n${t('terminal.answer.withFound')}\n\n${answerText(answer)}`;
    return `\n\n${t('terminal.answer.checked')}\n\n${answerText(answer)}`;
  }
}
