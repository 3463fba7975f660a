import type { Answer, AnswerSettings, Band, Citation, Notice, Run } from '@shared/contract';
import { VitrineError } from '@shared/errors';
import type { PipelineLimits } from '@shared/limits';
import type { SuperPrompt } from '@shared/super-prompt';
import type { ChatModel } from '../models';
import { formBreach } from '../stages';
import { answerInForm } from './answer-in-form';
import { narrowerNotice } from './answer-settings';
import type { WrittenAnswer } from './answer-with-model';
import { quotableSentences } from './answering-sentences';
import { citationMissing, removedNotice } from './citation-notices';
import { type CitableChunk, checkCitations, snippetOf } from './citations';
import { bandOf, confidence, hasSufficientContext } from './confidence';
import { type ExtractiveAnswer, extractiveAnswer, quotedFrom } from './extractive-answer';
import { builtPrompt, fitPrompt, type Reselect } from './fit-prompt';
import { type WithSources, withFoundSources } from './found-sources';
import { meaningOf, type SentenceNearness } from './sentence-meaning';
import { hasStrictForm } from './strict-form';
import { checkSupport, withOrigin, withSupport } from './support';

/** What an answer says and what it rests on, before it gets its place in a conversation. */
export type Draft = Pick<
  Answer,
  | 'answer'
  | 'foundMarkers'
  | 'outcome'
  | 'quoted'
  | 'citations'
  | 'cited'
  | 'strictForm'
  | 'dropped'
  | 'confidence'
  | 'reason'
  | 'basis'
  | 'suggestions'
  | 'model'
  | 'tokens'
  | 'notices'
> & {
  /** The run whose prompt was answered. */
  readonly run: Run | null;
};

export interface DraftServices {
  /** The model to ask, or null for quoted answers. */
  model(notices: Notice[]): Promise<ChatModel | null>;
  readonly reselect: Reselect;
  onToken(token: string): void;
  readonly nearness: SentenceNearness;
  readonly settings: AnswerSettings;
  /** Whether a model is to answer although no passage was looked for. */
  readonly withoutDocuments: boolean;
}

/**
 * The answer to a finished run: fallback, written by a model with its citations checked, or quoted.
 * Errors: `cancelled`; `model-missing` where the documents are to be left out and no model has answered.
 */
export async function draftAnswer(
  whole: Run,
  suggestions: readonly string[],
  limits: PipelineLimits,
  services: DraftServices,
  signal: AbortSignal,
): Promise<Draft> {
  const ofStages = whole.stages.flatMap((record) => record.notices);
  const notices = [...ofStages];
  const scores = topScores(builtPrompt(whole), limits);
  const threshold = limits.retrieval.thresholds.relevance;
  const sufficient = hasSufficientContext(scores, threshold, limits.answer.minChunks);
  const { withoutDocuments } = services;
  if (!withoutDocuments && (!sufficient || bandOf(confidence(scores), limits.answer.bands) === 'very-low')) {
    return { ...fallback(suggestions), run: whole, notices };
  }
  const model = await services.model(notices);
  if (model) {
    const {
      run,
      fits,
      dropped,
      notices: fitNotices,
    } = await fitPrompt(model, whole, limits, services.reselect, signal);
    notices.push(...narrowerNotice(model, services.settings), ...fitNotices);
    if (fits) {
      const prompt = builtPrompt(run);
      const shown = (text: string): string => withoutUnmapped(text, prompt, limits);
      const written = await answerInForm(model, prompt, limits, signal, services.onToken, services.settings, shown);
      const checked = checkedAnswer(written.text, written, prompt, limits);
      notices.push(...checked.notices);
      if (checked.answer !== '') {
        const { notices: _said, ...said } = checked;
        const left = dropped.length > 0 ? { dropped } : {};
        const how = withoutDocuments ? fromTheModelAlone : certainty(prompt, limits);
        return { ...said, ...left, ...how, run, model: model.id, notices };
      }
    }
  }
  if (withoutDocuments) throw noModelAnswered(notices.slice(ofStages.length));
  const prompt = builtPrompt(whole);
  const quoted = await quotedByMeaning(prompt, limits, services.nearness, signal);
  if (!quoted) return { ...fallback(suggestions), run: whole, notices };
  services.onToken(quoted.answer);
  notices.push(...breachNotice(quoted.answer, prompt, true));
  return {
    answer: quoted.answer,
    citations: withSupport(quoted.citations, quoted.cited),
    cited: quoted.cited,
    outcome: 'answered',
    quoted: true,
    ...certainty(prompt, limits),
    suggestions: [],
    model: null,
    run: whole,
    notices,
  };
}

async function quotedByMeaning(
  prompt: SuperPrompt,
  limits: PipelineLimits,
  nearness: SentenceNearness,
  signal: AbortSignal,
): Promise<ExtractiveAnswer | null> {
  const citable = citableChunks(prompt);
  const from = quotedFrom(prompt, citable, limits);
  const sentences = quotableSentences(from.top, from.weights, from.question);
  const cosines = sentences.length > 1 ? await nearness(from.meant, sentences, signal) : null;
  return extractiveAnswer(prompt, citable, limits, meaningOf(sentences, cosines), from);
}

const withoutUnmapped = (text: string, prompt: SuperPrompt, limits: PipelineLimits): string =>
  checkCitations(text, citableChunks(prompt), limits.answer.snippetCharacters).answer;

/** What a model wrote, with its markers and its cited sentences checked against the prompt it was sent. */
export function checkedAnswer(
  text: string,
  written: WrittenAnswer,
  prompt: SuperPrompt,
  limits: PipelineLimits,
): Omit<Draft, 'run' | 'dropped' | 'confidence' | 'reason' | 'basis' | 'model'> {
  const citable = citableChunks(prompt);
  const checked = checkCitations(text, citable, limits.answer.snippetCharacters);
  const { removed } = checked;
  const { answer, foundMarkers } = sourced(checked.answer, written.complete, prompt, citable, limits);
  const { citations } = checkCitations(answer, citable, limits.answer.snippetCharacters);
  const cited = checkSupport(answer, citable, limits.answer.supportShare, foundMarkers, prompt.body.task);
  const strict = hasStrictForm(prompt);
  const namesNone = written.complete && answer !== '' && citable.length > 0 && citations.length === 0;
  const { usage } = written;
  return {
    answer,
    ...(foundMarkers.length > 0 ? { foundMarkers } : {}),
    outcome: written.complete ? 'answered' : 'incomplete',
    quoted: false,
    citations: withOrigin(withSupport(citations, cited), answer, foundMarkers).map((citation) =>
      citation.origin === 'found' ? atItsPlace(citation, citable, limits.answer.snippetCharacters) : citation,
    ),
    cited,
    ...(strict ? { strictForm: true } : {}),
    suggestions: [],
    ...(usage ? { tokens: { prompt: usage.promptTokens, answer: usage.outputTokens } } : {}),
    notices: [
      ...written.notices,
      ...removedNotice(removed),
      ...(written.complete && answer !== '' ? breachNotice(checked.answer, prompt, false) : []),
      ...(namesNone && !strict ? [citationMissing] : []),
    ],
  };
}

/** A found source as the sentence that it was found by: nobody pointed at the passage around it. */
function atItsPlace<C extends Citation>(citation: C, citable: readonly CitableChunk[], characters: number): C {
  const [span] = citation.spans ?? [];
  const chunk = citable.find(({ number }) => number === citation.marker)?.chunk;
  if (!span || !chunk) return citation;
  const sentence = chunk.text.slice(span.startChar - chunk.startChar, span.endChar - chunk.startChar);
  return { ...citation, ...span, snippet: snippetOf(sentence, characters) };
}

/** The answer with the sources that were found for sentences without any, where that is wanted and its form allows it. */
function sourced(
  answer: string,
  complete: boolean,
  prompt: SuperPrompt,
  citable: readonly CitableChunk[],
  { answer: limits }: PipelineLimits,
): WithSources {
  if (!limits.findSources || hasStrictForm(prompt)) return { answer, foundMarkers: [] };
  return withFoundSources(answer, citable, {
    question: prompt.body.task ?? '',
    leastShare: limits.foundShare,
    nearShare: limits.supportShare,
    complete,
  });
}

export const noAnswer = {
  outcome: 'fallback',
  quoted: false,
  citations: [],
  confidence: 0,
  suggestions: [],
  model: null,
  notices: [],
  run: null,
} as const;

function fallback(suggestions: readonly string[]): Omit<Draft, 'notices'> {
  const about = suggestions.length > 0 ? ` They speak of: ${suggestions.join(' · ')}.` : '';
  return {
    ...noAnswer,
    answer: `No relevant information found: your documents do not seem to answer this.${about}`,
    suggestions,
    reason: 'No passage was relevant enough.',
  };
}

/** Where an answer does not have the form that A5 asked for. */
function breachNotice(answer: string, prompt: SuperPrompt, quoted: boolean): Notice[] {
  const breach = formBreach(answer, prompt, quoted);
  return breach ? [breach] : [];
}

/** The chunks that were sent, in the order of their numbers, with their relevance. */
function citableChunks(prompt: SuperPrompt): CitableChunk[] {
  const chunks = new Map(prompt.base_context_chunks.map((chunk) => [chunk.id, chunk]));
  return prompt.final_selection_ids.flatMap((id, position) => {
    const chunk = chunks.get(id);
    return chunk ? [{ chunk, number: position + 1, score: relevanceOf(prompt, id) }] : [];
  });
}

/**
 * Relevance 0–1 of a passage that the gate has let through. A cross-encoder's sigmoid is no calibrated probability and
 * may be low throughout: then the calibrated relevance of Retrieval counts, as in A3 (docs/adr/0014).
 */
function relevanceOf({ extras }: SuperPrompt, id: string): number {
  return Math.max(extras.rerank_relevance?.[id] ?? 0, extras.retrieval_scores?.[id]?.relevance ?? 0);
}

function topScores(prompt: SuperPrompt, limits: PipelineLimits): number[] {
  return citableChunks(prompt)
    .slice(0, limits.rerank.chatTopN)
    .map(({ score }) => score);
}

function certainty(prompt: SuperPrompt, limits: PipelineLimits): Pick<Draft, 'confidence' | 'reason' | 'basis'> {
  const scores = topScores(prompt, limits);
  const value = confidence(scores);
  const basis = { passages: scores.length, best: scores[0] ?? 0 };
  return { confidence: value, reason: reasonFor(scores, bandOf(value, limits.answer.bands)), basis };
}

const fromTheModelAlone = {
  confidence: 0,
  reason: 'Written without your documents, from what the model knows. Check it before relying on it.',
} as const;

/**
 * @param notices what was said since the stages, whose own say nothing of who answers: the last one tells why the model
 * cannot be had, or has written nothing
 */
function noModelAnswered(notices: readonly Notice[]): VitrineError {
  const last = notices.at(-1);
  const why = last ? ` ${last.message}` : '';
  return new VitrineError(
    'model-missing',
    `Only a language model can answer without your documents.${why}`,
    'Choose a language model, and ask again.',
    { why: 'without-documents' },
  );
}

function reasonFor(scores: readonly number[], band: Band): string {
  const best = Math.round((scores[0] ?? 0) * 100);
  const passages = scores.length === 1 ? 'one passage' : `${scores.length} passages`;
  const caveat = band === 'high' ? '' : ' Check the sources before relying on it.';
  return `Rests on ${passages}; the best one is ${best} % likely to answer the question.${caveat}`;
}
