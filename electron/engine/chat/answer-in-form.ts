import type { AnswerSettings, Notice } from '@shared/contract';
import type { PipelineLimits } from '@shared/limits';
import type { SuperPrompt } from '@shared/super-prompt';
import type { ChatModel, ChatUsage } from '../models';
import { formBreach } from '../stages';
import { answerWithModel, type Earlier, type WrittenAnswer } from './answer-with-model';

/** As much of a broken answer as the model is shown again, characters. */
const shownAgain = 4000;

/**
 * A model's answer, written once more where it breaks a form that can be checked: JSON, and the schema given for it
 * (S8, S12). The second answer stands where it keeps the form; otherwise the first one stays as it was streamed. Only
 * a whole answer is held against the form: one that was stopped or cut can be continued. The second one is not
 * streamed, since the first is on the screen until it is there; a stop on the way leaves the first. Errors: those of
 * `answerWithModel`.
 *
 * @param checked the answer as it will be shown, without the markers that map to nothing
 */
export async function answerInForm(
  model: ChatModel,
  prompt: SuperPrompt,
  limits: PipelineLimits,
  signal: AbortSignal,
  onToken: (token: string) => void,
  settings: AnswerSettings,
  checked: (written: string) => string,
): Promise<WrittenAnswer> {
  const breachOf = ({ text, complete }: WrittenAnswer): Notice | null => {
    const answer = complete ? checked(text) : '';
    return answer === '' ? null : formBreach(answer, prompt, false);
  };
  const first = await answerWithModel(model, prompt, limits, signal, onToken, settings);
  const breach = breachOf(first);
  if (breach === null || signal.aborted) return first;
  const second = await writtenAgain(model, prompt, limits, signal, settings, toRepair(first.text, breach));
  if (second === null || signal.aborted) return first;
  const usage = sumOf(first.usage, second.usage);
  const failed = second.complete ? null : (second.notices.at(-1)?.message ?? 'it did not come to its end');
  if (failed === null && breachOf(second) === null) {
    return { ...second, usage, notices: [...second.notices, repaired(model, breach)] };
  }
  return { ...first, usage, notices: [...first.notices, notRepaired(model, failed)] };
}

const brokenBy = ({ values }: Notice): string =>
  values?.breach === undefined ? 'is not valid JSON' : `does not fit the schema (${values.breach})`;

const toRepair = (written: string, breach: Notice): Earlier => ({
  text: written.slice(0, shownAgain),
  told: `That cannot be used: it ${brokenBy(breach)}. Write the whole answer again in the form that was asked for, and nothing else.`,
  whole: true,
});

/** Null where the person stopped it before it said a word. */
async function writtenAgain(
  model: ChatModel,
  prompt: SuperPrompt,
  limits: PipelineLimits,
  signal: AbortSignal,
  settings: AnswerSettings,
  earlier: Earlier,
): Promise<WrittenAnswer | null> {
  try {
    return await answerWithModel(model, prompt, limits, signal, () => {}, settings, earlier);
  } catch (error) {
    if (signal.aborted) return null;
    throw error;
  }
}

/** Both calls of one answer; null where either was not counted. */
function sumOf(first: ChatUsage | null, second: ChatUsage | null): ChatUsage | null {
  const sum = (one: number | null, other: number | null) => (one === null || other === null ? null : one + other);
  if (first === null || second === null) return null;
  return {
    promptTokens: sum(first.promptTokens, second.promptTokens),
    outputTokens: sum(first.outputTokens, second.outputTokens),
  };
}

function repaired(model: ChatModel, breach: Notice): Notice {
  const message = `The first answer of ${model.id} ${brokenBy(breach)}: this is what it wrote when it was asked again.`;
  return { code: 'format-repaired', message, values: { model: model.id } };
}

function notRepaired(model: ChatModel, failed: string | null): Notice {
  const why = failed === null ? 'did not keep to the form then either' : `could not write it again (${failed})`;
  const message = `${model.id} was asked once more for the form that was wanted, and ${why}.`;
  return { code: 'format-not-repaired', message, values: { model: model.id } };
}
