import type { Answer, Citation, Notice, Run } from '@shared/contract';
import type { PipelineLimits } from '@shared/limits';
import type { SuperPrompt } from '@shared/prompt/super-prompt';
import { notice } from '@shared/words/sayings';
import { formBreach } from '../stages';
import { withFoundSources } from './attribution';
import { type CitableChunk, checkCitations, givenPassages, snippetOf } from './citations';
import type { WrittenAnswer } from './generate-answer';
import { checkSupport, withOrigin, withSupport } from './support';
import { citableChunks } from './weighed-passages';

/** An answer with its sources, before it gets its place in a conversation. */
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
  | 'passages'
  | 'unbacked'
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

export const noAnswer = {
  answer: '',
  outcome: 'nothing',
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

/** Returns what a model wrote, without the markers that name no passage of its prompt. */
export const withoutUnmapped = (text: string, prompt: SuperPrompt, limits: PipelineLimits): string =>
  checkCitations(text, citableChunks(prompt), limits.answer.snippetCharacters).answer;

/** How the words of a model are held against the passages that it was given. */
interface Checking {
  readonly question: string;
  /** False where the end of the answer may be half a sentence. */
  readonly complete: boolean;
  /** Looks for sources if the model has named none. */
  readonly findSources: boolean;
}

/** Returns a model's text about these passages, with its markers and its cited sentences checked. */
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

/** Returns a model's text, with its markers and its cited sentences checked against its prompt. */
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

/** A found source as its sentence alone: the passage around it was not cited. */
function atItsPlace<C extends Citation>(citation: C, citable: readonly CitableChunk[], characters: number): C {
  const [span] = citation.spans ?? [];
  const chunk = citable.find(({ number }) => number === citation.marker)?.chunk;
  if (!span || !chunk) return citation;
  const sentence = chunk.text.slice(span.startChar - chunk.startChar, span.endChar - chunk.startChar);
  return { ...citation, ...span, snippet: snippetOf(sentence, characters) };
}

/** Returns a notice if an answer does not have the form that A5 asked for. */
export function breachNotice(answer: string, prompt: SuperPrompt, quoted: boolean): Notice[] {
  const breach = formBreach(answer, prompt, quoted);
  return breach ? [breach] : [];
}

const strictForms: ReadonlySet<string> = new Set(['json', 'code']);

/** Tells whether A5 asked for a form that has no room for anything else. */
const hasStrictForm = ({ extras }: SuperPrompt): boolean => strictForms.has(extras.format_enforcer?.name ?? '');

/** For an answer that could have named a source. */
const citationMissing = notice('citation-missing');

/** @param removed numbers of the markers that named nothing of the prompt */
function removedNotice(removed: readonly string[]): Notice[] {
  if (removed.length === 0) return [];
  const markers = removed.map((number) => `[Citation ${number}]`).join(', ');
  return [notice('citation-removed', { markers })];
}
