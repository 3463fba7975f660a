import type { AnswerSettings, EngineEvent } from '@shared/contract';
import { answerSettings } from '@shared/contract/chat';
import { t } from '@shared/words/index';
import type { Command } from 'commander';
import type { Session } from './session';
import { badValue, numberFrom } from './usage';

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

/** Says on stderr what a model is waited for. */
export function tellWaiting(engine: Session): (event: EngineEvent) => void {
  return (event) => {
    if (event.type !== 'chat.waiting') return;
    const { reason, seconds, attempt } = event;
    engine.say(reason === 'turn' ? t('chat.waiting') : t('chat.serverBusy', { seconds: seconds ?? '?', attempt }));
  };
}
