import type { Notice, Run } from '@shared/contract';
import { VitrineError } from '@shared/errors';
import { backingOf } from '@shared/prompt/answer-backing';
import {
  answerInForm,
  breachNotice,
  builtPrompt,
  checkedAnswer,
  citableChunks,
  citingAsWritten,
  type Draft,
  extractiveAnswer,
  fitPrompt,
  givenPassages,
  narrowerNotice,
  noAnswer,
  quotedSentences,
  weighedPassages,
  withoutUnmapped,
  withSupport,
} from '../chat';
import type { ChatModel } from '../models';
import type { Drafting } from './way';

/** Words about documents as wholes that no model has written, and what they rest on. */
export type WholeText = Pick<Draft, 'answer' | 'citations' | 'cited'> & Required<Pick<Draft, 'whole'>>;

type Weighed = Awaited<ReturnType<typeof weighedPassages>>;
type Said = Pick<Draft, 'confidence' | 'basis' | 'whole'>;

/**
 * Returns what the passages of a run give: an answer that a model wrote and the passages bear out, a quotation that is
 * right often enough, the best passages, or nothing. Errors: `cancelled`; `model-missing` where the documents are left out
 * and no model has answered.
 *
 * @param whole the text for an answer that no model writes; null for a question that passages answer
 */
export async function fromPassages(drafting: Drafting, whole: WholeText | null = null): Promise<Draft> {
  const { run, limits, parts, signal, withoutDocuments, asItStands } = drafting;
  const ofStages = run.stages.flatMap((record) => record.notices);
  const notices = [...ofStages];
  const weighed = await weighedPassages(builtPrompt(run), limits, parts.activeModel, signal);
  const { evidence, confidence, shown } = weighed;
  const isChosen = asItStands && evidence.passages > 0 && isByHand(run);
  const said: Said = {
    ...(whole ? { whole: whole.whole } : {}),
    ...(withoutDocuments ? { confidence: 0 } : { confidence, basis: evidence }),
  };
  // A model that is given no passage, or one that speaks of something else, would write about what it has not seen.
  const mayWrite = whole ? weighed.isTold : withoutDocuments || isChosen || weighed.isEnough;
  const model = mayWrite ? await drafting.model(notices) : null;
  const written = model ? await writtenBy(drafting, model, weighed, notices) : null;
  if (written && (withoutDocuments || !isUnbacked({ ...written, ...said }))) return { ...written, ...said, notices };
  if (withoutDocuments) throw noModelAnswered(notices.slice(ofStages.length));
  const beside = {
    ...(written ? unbackedBy(written) : {}),
    ...(whole || shown.length === 0 ? {} : { passages: shown }),
  };
  const quoted = whole ?? (weighed.isSure ? quotation(drafting, weighed) : null);
  if (!quoted) return { ...passagesFound(drafting, weighed), ...said, ...beside, notices };
  drafting.shown.token(quoted.answer);
  notices.push(...breachNotice(quoted.answer, builtPrompt(run), true));
  const { answer, cited } = quoted;
  const citations = withSupport(quoted.citations, cited);
  return {
    ...noAnswer,
    answer,
    citations,
    cited,
    outcome: 'answered',
    quoted: true,
    ...said,
    ...beside,
    run,
    notices,
  };
}

type Written = NonNullable<Awaited<ReturnType<typeof writtenBy>>>;

/** What stays of a model's text that the passages do not bear out: the text, its author, and all that it was given. */
function unbackedBy({ run, answer, model, tokens, dropped, firstTokenMs }: Written) {
  return {
    unbacked: answer,
    model,
    firstTokenMs,
    given: givenPassages(citableChunks(builtPrompt(run))),
    ...(tokens ? { tokens } : {}),
    ...(dropped ? { dropped } : {}),
  };
}

/** Whether the passages do not say what a model wrote; a form without room for sources is not judged. */
function isUnbacked(written: Parameters<typeof backingOf>[0]): boolean {
  const backing = backingOf(written);
  return backing === 'no-source' || backing === 'other-words';
}

/** The best passages as they are shown, or nothing. */
function passagesFound({ run, limits, asItStands }: Drafting, { shown, isFound }: Weighed): Draft {
  const prompt = builtPrompt(run);
  const suggestions = asItStands ? [] : (prompt.extras.query?.suggestions ?? []);
  if (!isFound) return { ...noAnswer, suggestions, run };
  const unfolded = shown.slice(0, limits.answer.shownPassages);
  const citations = unfolded.map(({ text: _text, best: _best, ...citation }) => citation);
  return { ...noAnswer, outcome: 'passages', quoted: true, citations, cited: quotedSentences(citations), run };
}

/** The sentences of the passages that answer best. */
function quotation({ limits: { answer } }: Drafting, { ranked }: Weighed) {
  return extractiveAnswer(ranked, answer, Math.min(answer.sureCharacters, answer.maxCharacters));
}

/** Returns what a model writes about the passages; null where the prompt does not fit, or nothing was written. */
async function writtenBy(drafting: Drafting, model: ChatModel, weighed: Weighed, notices: Notice[]) {
  const { limits, settings, signal, shown, withoutDocuments, asItStands } = drafting;
  const isWeak = !withoutDocuments && !asItStands && !weighed.isTold && weighed.confidence < limits.answer.bands.medium;
  const asked = isWeak ? await drafting.withWeakEvidence(drafting.run, signal) : drafting.run;
  const fitted = asItStands
    ? { run: asked, fits: true, dropped: [], notices: [] }
    : await fitPrompt(model, asked, limits, drafting.reselect, signal);
  notices.push(...narrowerNotice(model, settings), ...fitted.notices);
  if (!fitted.fits) return null;
  const { run, dropped } = fitted;
  const prompt = builtPrompt(run);
  const citable = citableChunks(prompt);
  shown.passages(givenPassages(citable));
  const { onToken, end } = citingAsWritten('', citable, limits.answer.snippetCharacters, shown.token, shown.citation);
  const asShown = (text: string): string => withoutUnmapped(text, prompt, limits);
  const written = await answerInForm({ model, prompt, limits, settings, signal }, onToken, asShown);
  end();
  const checked = checkedAnswer(written.text, written, prompt, limits);
  notices.push(...checked.notices);
  if (checked.answer === '') return null;
  const left = dropped.length > 0 ? { dropped } : {};
  return { ...checked, ...left, run, model: model.id, firstTokenMs: written.firstTokenMs };
}

/** Tells whether a person has changed what a stage decided about the passages. */
const isByHand = ({ stages }: Run): boolean =>
  stages.some(({ decisions }) => decisions.some(({ byHand, subject }) => byHand === true && subject !== 'way'));

/** @param notices those about the model: the last one says why it cannot be had, or has written nothing */
function noModelAnswered(notices: readonly Notice[]): VitrineError {
  return new VitrineError('model-missing', { why: 'without-documents', ...causeOf(notices.at(-1)) });
}

/** The error that a notice passes on, as the details of an error name their cause. */
export const causeOf = (notice: Notice | undefined): { readonly cause?: object } =>
  notice ? { cause: { code: String(notice.values?.cause ?? notice.code), details: notice.values ?? {} } } : {};
