import type { AnswerSettings, EngineEvent } from '@shared/contract';
import { answerSettings } from '@shared/contract/chat';
import { type Command, InvalidArgumentError } from 'commander';
import type { Session } from './session';

export interface AnswerFlags {
  readonly temperature?: number;
  readonly maxTokens?: number;
  readonly stop?: string[];
  readonly seed?: number;
  readonly numCtx?: number;
}

/** Flags that say how the model of one question is asked; their ranges are the contract's. */
export function addAnswerOptions(command: Command): Command {
  return command
    .option('--temperature <number>', '0 to 2; 0 where the limits say nothing else', numberOf('temperature'))
    .option('--max-tokens <n>', 'longest answer, tokens', numberOf('maxTokens'))
    .option('--stop <text>', 'end the answer before this text; up to four times', oneMore)
    .option('--seed <n>', 'the same seed gives the same answer, where the server can', numberOf('seed'))
    .option('--num-ctx <n>', 'context window to use, tokens', numberOf('contextTokens'));
}

export function settingsOf({ temperature, maxTokens, stop, seed, numCtx }: AnswerFlags): AnswerSettings {
  return { temperature, maxTokens, stop, seed, contextTokens: numCtx };
}

function numberOf(name: Exclude<keyof typeof answerSettings, 'stop'>): (value: string) => number {
  return (value) => {
    const parsed = answerSettings[name].safeParse(value.trim() === '' ? value : Number(value));
    if (parsed.success && parsed.data !== undefined) return parsed.data;
    throw new InvalidArgumentError(parsed.error?.issues[0]?.message ?? 'A number is wanted.');
  };
}

function oneMore(value: string, before: string[] | undefined): string[] {
  const all = [...(before ?? []), value];
  const parsed = answerSettings.stop.safeParse(all);
  if (parsed.success) return all;
  throw new InvalidArgumentError(parsed.error.issues[0]?.message ?? 'A text is wanted.');
}

/** Says on stderr what a model is waited for. */
export function tellWaiting(engine: Session): (event: EngineEvent) => void {
  return (event) => {
    if (event.type !== 'chat.waiting') return;
    const { reason, seconds, attempt } = event;
    engine.say(
      reason === 'turn'
        ? 'Waiting: the model answers another request first.'
        : `Waiting ${seconds ?? 'some'} seconds: the server has too much to do. Try ${attempt} comes then.`,
    );
  };
}
