import type {
  Answer,
  AnswerSettings,
  Calculation,
  Census,
  Citation,
  GivenPassage,
  Notice,
  Run,
  Whole,
} from '@shared/contract';
import { VitrineError } from '@shared/errors';
import type { PipelineLimits } from '@shared/limits';
import type { Chunk } from '@shared/prompt/chunk';
import { asksForWhole, type SuperPrompt } from '@shared/prompt/super-prompt';
import { inEnglish, t } from '@shared/words/index';
import { notice } from '@shared/words/sayings';
import type { ChatModel } from '../models';
import { formBreach } from '../stages';
import { withFoundSources } from './attribution';
import { type CitableChunk, checkCitations, citingAsWritten, givenPassages, snippetOf } from './citations';
import {
  answerConfidence,
  bandOf,
  type ConfidenceWeights,
  evidenceOf,
  hasSufficientContext,
  isElsewhere,
} from './confidence';
import { builtPrompt, fitPrompt, type Reselect } from './fit-context-window';
import { answerInForm, narrowerNotice, type WrittenAnswer } from './generate-answer';
import { extractiveAnswer, nearestPlaces, quotedFrom } from './quoting/extractive-answer';
import { scoredUnits } from './quoting/score-sentences';
import { meaningOf, type SentenceNearness } from './quoting/sentence-similarity';
import { checkSupport, withOrigin, withSupport } from './support';

/** What an answer says and what it rests on, before it gets its place in a conversation. */
export type Draft = Pick<
  Answer,
  | 'answer'
  | 'foundMarkers'
  | 'outcome'
  | 'quoted'
  | 'citations'
  | 'given'
  | 'cited'
  | 'strictForm'
  | 'dropped'
  | 'confidence'
  | 'basis'
  | 'suggestions'
  | 'nearest'
  | 'model'
  | 'tokens'
  | 'notices'
  | 'census'
  | 'whole'
  | 'calculation'
> & {
  /** The run whose prompt was answered. */
  readonly run: Run | null;
  /** Null where no model has written. */
  readonly firstTokenMs: number | null;
};

/** What comes of a calculation, and what it rests on. */
export type CalculatedAnswer = Pick<Draft, 'answer' | 'citations' | 'cited' | 'confidence'> & {
  readonly calculation: Calculation;
};

/** What a census says, and what it rests on. */
export type CensusAnswer = Pick<Draft, 'answer' | 'citations' | 'cited' | 'confidence'> & { readonly census: Census };

/** What is told of documents as wholes without a model, and what it rests on. */
export type WholeAnswer = Pick<Draft, 'answer' | 'citations' | 'cited'> & { readonly whole: Whole };

export interface DraftServices {
  /** The model to ask, or null for quoted answers. */
  model(notices: Notice[]): Promise<ChatModel | null>;
  readonly reselect: Reselect;
  /** The run with a rule in its prompt that what was found may not answer. */
  withWeakEvidence(run: Run, signal: AbortSignal): Promise<Run>;
  /** What a model is about to be given. */
  onPassages(passages: readonly GivenPassage[]): void;
  onToken(token: string): void;
  /** A passage that a model has cited, while it writes on. */
  onCitation(citation: Citation): void;
  readonly nearness: SentenceNearness;
  /** Those of the embedding model that the library uses. */
  weights(): ConfidenceWeights;
  readonly settings: AnswerSettings;
  /** The answer of a question about all documents, which looks at every one; null where there is none to look at. */
  census(run: Run, question: string, limits: PipelineLimits, signal: AbortSignal): Promise<CensusAnswer | null>;
  /**
   * The answer of a question about documents as wholes, which needs no model; null where nothing can be quoted.
   *
   * @param asItStands only what the passages of the prompt hold
   */
  whole(
    run: Run,
    route: NonNullable<SuperPrompt['extras']['route']>,
    limits: PipelineLimits,
    asItStands: boolean,
    signal: AbortSignal,
  ): Promise<WholeAnswer | null>;
  /** What comes of the calculation that a run has found; null where there is none any more. */
  calculation(
    run: Run,
    found: NonNullable<SuperPrompt['extras']['calculation']>,
    limits: PipelineLimits,
  ): Promise<CalculatedAnswer | null>;
  /** Whether a model is to answer although no passage was looked for. */
  readonly withoutDocuments: boolean;
  /**
   * The prompt is answered as it stands, for whoever has worked on it: nothing is added to it or taken out, and what was
   * decided by hand counts as enough to answer from.
   */
  readonly asItStands?: boolean;
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
  // What found no room in a prompt is nothing to an answer that rests on no prompt.
  const ofSearch = ofStages.filter(({ code }) => code !== 'dropped-for-budget' && code !== 'prompt-over-budget');
  const { withoutDocuments, asItStands = false } = services;
  const { route, calculation } = builtPrompt(whole).extras;
  const isOfWholes = asksForWhole(builtPrompt(whole));
  const counts = route && !isOfWholes && !withoutDocuments && !asItStands;
  const exact =
    (calculation && !withoutDocuments ? await services.calculation(whole, calculation, limits) : null) ??
    (counts ? await services.census(whole, builtPrompt(whole).body.task ?? '', limits, signal) : null);
  if (exact) {
    services.onToken(exact.answer);
    return { ...noAnswer, ...exact, outcome: 'answered', quoted: true, run: whole, notices: ofSearch };
  }
  const told = route && isOfWholes ? await services.whole(whole, route, limits, asItStands, signal) : null;
  const ofWhole = told ? { whole: told.whole } : {};
  const found = await foundFor(builtPrompt(whole), limits, services, signal);
  const how = withoutDocuments ? { confidence: 0 } : { confidence: found.confidence, basis: found.evidence };
  const fallback = (): Draft => {
    const nearest = nearestPassages(builtPrompt(whole), limits);
    return {
      ...noAnswer,
      answer: inEnglish(() => t('chat.notFound')),
      suggestions,
      nearest,
      basis: found.evidence,
      run: whole,
      notices,
    };
  };
  const isChosen = asItStands && found.evidence.passages > 0 && isByHand(whole);
  if (!withoutDocuments && !found.isEnough && !isChosen && !told) return fallback();
  // A model that is given no passage would tell of documents that it has not seen.
  const model = told && !found.isTold ? null : await services.model(notices);
  if (model) {
    const isWeak = !withoutDocuments && !asItStands && !found.isTold && found.confidence < limits.answer.bands.medium;
    const asked = isWeak ? await services.withWeakEvidence(whole, signal) : whole;
    const {
      run,
      fits,
      dropped,
      notices: fitNotices,
    } = asItStands
      ? { run: asked, fits: true, dropped: [], notices: [] }
      : await fitPrompt(model, asked, limits, services.reselect, signal);
    notices.push(...narrowerNotice(model, services.settings), ...fitNotices);
    if (fits) {
      const prompt = builtPrompt(run);
      const shown = (text: string): string => withoutUnmapped(text, prompt, limits);
      const { snippetCharacters } = limits.answer;
      const { onToken, onCitation } = services;
      const citable = citableChunks(prompt);
      services.onPassages(givenPassages(citable));
      const asWritten = citingAsWritten('', citable, snippetCharacters, onToken, onCitation);
      const written = await answerInForm(model, prompt, limits, signal, asWritten.onToken, services.settings, shown);
      asWritten.end();
      const checked = checkedAnswer(written.text, written, prompt, limits);
      notices.push(...checked.notices);
      if (checked.answer !== '') {
        const { notices: _said, ...said } = checked;
        const left = dropped.length > 0 ? { dropped } : {};
        return {
          ...said,
          ...ofWhole,
          ...left,
          ...how,
          run,
          model: model.id,
          notices,
          firstTokenMs: written.firstTokenMs,
        };
      }
    }
  }
  if (withoutDocuments) throw noModelAnswered(notices.slice(ofStages.length));
  const prompt = builtPrompt(whole);
  const { maxCharacters, sureCharacters, bands } = limits.answer;
  const room = found.confidence >= bands.medium ? Math.min(sureCharacters, maxCharacters) : maxCharacters;
  const quoted = told ?? extractiveAnswer(found.ranked, limits.answer, room);
  if (!quoted) return fallback();
  services.onToken(quoted.answer);
  notices.push(...breachNotice(quoted.answer, prompt, true));
  return {
    answer: quoted.answer,
    citations: withSupport(quoted.citations, quoted.cited),
    cited: quoted.cited,
    outcome: 'answered',
    quoted: true,
    ...ofWhole,
    ...how,
    suggestions: [],
    model: null,
    run: whole,
    notices,
    firstTokenMs: null,
  };
}

/** Whether a person has put something in the place of what a stage decided. */
const isByHand = ({ stages }: Run): boolean =>
  stages.some(({ decisions }) => decisions.some(({ byHand }) => byHand === true));

/** What the passages hold for a question, and whether that is enough to answer from. */
async function foundFor(
  prompt: SuperPrompt,
  limits: PipelineLimits,
  { nearness, weights }: Pick<DraftServices, 'nearness' | 'weights'>,
  signal: AbortSignal,
) {
  const citable = citableChunks(prompt);
  const top = citable.slice(0, limits.rerank.chatTopN).map(({ score }) => score);
  const hasContext = hasSufficientContext(top, limits.retrieval.thresholds.relevance, limits.answer.minChunks);
  const { passages, meant, question, texts } = quotedFrom(prompt, citable, limits);
  const cosines =
    hasContext && texts.length > 0 ? await nearness(meant, texts, limits.retrieval.meaningPatienceMs, signal) : null;
  const ranked = scoredUnits(passages, question, meaningOf(texts, cosines));
  const [best] = ranked;
  const nearest = best ? (cosines?.[texts.indexOf(best.unit.text)] ?? null) : null;
  const evidence = evidenceOf(prompt, citable, question, nearest);
  const value = answerConfidence(evidence, weights());
  // What is told of a document as a whole is near to no question.
  const isTold = citable.length > 0 && asksForWhole(prompt);
  const { bands, leastCoverage } = limits.answer;
  const elsewhere = isElsewhere(evidence, citable, prompt.extras.query?.language, leastCoverage);
  const isEnough = isTold || (hasContext && !elsewhere && bandOf(value, bands) !== 'very-low');
  return { ranked, evidence, confidence: value, isEnough, isTold };
}

const withoutUnmapped = (text: string, prompt: SuperPrompt, limits: PipelineLimits): string =>
  checkCitations(text, citableChunks(prompt), limits.answer.snippetCharacters).answer;

/** How the words of a model are held against the passages that it was given. */
interface Checking {
  readonly question: string;
  /** False where the end of the answer may be half a sentence. */
  readonly complete: boolean;
  /** Whether sources are looked for where the model has named none. */
  readonly findSources: boolean;
}

/** What a model wrote about these passages, with its markers and its cited sentences checked. */
export function citedAnswer(
  text: string,
  citable: readonly CitableChunk[],
  { question, complete, findSources }: Checking,
  { snippetCharacters, supportShare: nearShare, foundShare: leastShare }: PipelineLimits['answer'],
) {
  const { answer: written, removed } = checkCitations(text, citable, snippetCharacters);
  const { answer, foundMarkers } = findSources
    ? withFoundSources(written, citable, { question, leastShare, nearShare, complete })
    : { answer: written, foundMarkers: [] };
  const { citations: named } = checkCitations(answer, citable, snippetCharacters);
  const cited = checkSupport(answer, citable, nearShare, foundMarkers, question);
  const citations = withOrigin(withSupport(named, cited), answer, foundMarkers).map((citation) =>
    citation.origin === 'found' ? atItsPlace(citation, citable, snippetCharacters) : citation,
  );
  return { written, answer, foundMarkers, citations, cited, removed };
}

/** What a model wrote, with its markers and its cited sentences checked against the prompt it was sent. */
export function checkedAnswer(
  text: string,
  written: WrittenAnswer,
  prompt: SuperPrompt,
  limits: PipelineLimits,
): Omit<Draft, 'run' | 'dropped' | 'confidence' | 'basis' | 'model' | 'firstTokenMs'> {
  const citable = citableChunks(prompt);
  const { complete, usage } = written;
  const strict = hasStrictForm(prompt);
  const checking = { question: prompt.body.task ?? '', complete, findSources: limits.answer.findSources && !strict };
  const checked = citedAnswer(text, citable, checking, limits.answer);
  const { answer, foundMarkers, citations, cited } = checked;
  const namesNone = complete && answer !== '' && citable.length > 0 && citations.length === 0;
  const given = givenPassages(citable, citations);
  return {
    answer,
    ...(foundMarkers.length > 0 ? { foundMarkers } : {}),
    outcome: complete ? 'answered' : 'incomplete',
    quoted: false,
    citations,
    ...(given.length > 0 ? { given } : {}),
    cited,
    ...(strict ? { strictForm: true } : {}),
    suggestions: [],
    ...(usage ? { tokens: { prompt: usage.promptTokens, answer: usage.outputTokens } } : {}),
    notices: [
      ...written.notices,
      ...removedNotice(checked.removed),
      ...(complete && answer !== '' ? breachNotice(checked.written, prompt, false) : []),
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

export const noAnswer = {
  outcome: 'fallback',
  quoted: false,
  citations: [],
  cited: [],
  confidence: 0,
  suggestions: [],
  model: null,
  notices: [],
  run: null,
  firstTokenMs: null,
} as const;

/** The best passages that the stages have found, kept or not, none that overlaps another or says the same. */
function nearestPassages(prompt: SuperPrompt, limits: PipelineLimits): Citation[] {
  const chunks = new Map(prompt.base_context_chunks.map((chunk) => [chunk.id, chunk]));
  const ids = new Set([...prompt.final_selection_ids, ...(prompt.views_by_stage.reranked ?? []), ...chunks.keys()]);
  const taken: CitableChunk[] = [];
  for (const id of ids) {
    if (taken.length === limits.answer.nearestPassages) break;
    const chunk = chunks.get(id);
    if (!chunk || taken.some((other) => isSamePlace(other.chunk, chunk))) continue;
    taken.push({ chunk, number: taken.length + 1, score: relevanceOf(prompt, id) });
  }
  return nearestPlaces(prompt, taken, limits);
}

const isSamePlace = (one: Chunk, other: Chunk): boolean =>
  one.text === other.text ||
  (one.documentId === other.documentId && one.startChar < other.endChar && other.startChar < one.endChar);

/** Where an answer does not have the form that A5 asked for. */
function breachNotice(answer: string, prompt: SuperPrompt, quoted: boolean): Notice[] {
  const breach = formBreach(answer, prompt, quoted);
  return breach ? [breach] : [];
}

/** The chunks that were sent, in the order of their numbers, with their relevance. */
export function citableChunks(prompt: SuperPrompt): CitableChunk[] {
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

/**
 * @param notices what was said since the stages, whose own say nothing of who answers: the last one tells why the model
 * cannot be had, or has written nothing
 */
function noModelAnswered(notices: readonly Notice[]): VitrineError {
  return new VitrineError('model-missing', { why: 'without-documents', ...causeOf(notices.at(-1)) });
}

/** The error that a notice passes on, as an error's details name what it came of. */
export const causeOf = (notice: Notice | undefined): { readonly cause?: object } =>
  notice ? { cause: { code: String(notice.values?.cause ?? notice.code), details: notice.values ?? {} } } : {};

const strictForms: ReadonlySet<string> = new Set(['json', 'code']);

/** Whether an answer is asked for in a form in which nothing may stand that was not asked for (A5). */
const hasStrictForm = ({ extras }: SuperPrompt): boolean => strictForms.has(extras.format_enforcer?.name ?? '');

/** For an answer that could have named a source. */
const citationMissing = notice('citation-missing');

/** @param removed numbers of the markers that named nothing of the prompt */
function removedNotice(removed: readonly string[]): Notice[] {
  if (removed.length === 0) return [];
  const markers = removed.map((number) => `[Citation ${number}]`).join(', ');
  return [notice('citation-removed', { markers })];
}
