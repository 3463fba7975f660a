import type { Answer, AnswerFigures, Citation } from '@shared/contract';
import type { LabelledDocument } from './labelled-set';
import { toFigure } from './metrics';

export const answerLimits = { sentences: 3, characters: 1000 } as const;

const plain = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim();
const withoutMarkers = (answer: string): string => answer.replace(/\s*\[[^\]]*\d[^\]]*\]/gu, '');

export interface JudgedAnswer {
  readonly answered: boolean;
  readonly holdsSpan: boolean;
  readonly firstCitationRight: boolean;
}

export interface AnswerToJudge extends Pick<Answer, 'outcome' | 'answer' | 'cited'> {
  readonly citations: readonly CitedPlace[];
}
export type CitedPlace = Pick<Citation, 'marker' | 'documentId' | 'path'>;

/** An answer against the spans that are right; `isRelevant` says whether a citation's document is. */
export function judgeAnswer(
  answer: AnswerToJudge,
  spans: readonly string[],
  isRelevant: (citation: CitedPlace) => boolean,
): JudgedAnswer {
  if (answer.outcome === 'fallback') return { answered: false, holdsSpan: false, firstCitationRight: false };
  const shown = withoutMarkers(answer.answer);
  const fits = shown.length <= answerLimits.characters && answer.cited.length <= answerLimits.sentences;
  const [first] = [...answer.citations].sort((a, b) => a.marker - b.marker);
  return {
    answered: true,
    holdsSpan: fits && spans.some((span) => plain(shown).includes(plain(span))),
    firstCitationRight: first !== undefined && isRelevant(first),
  };
}

/** For every question: whether its document was in the library, and whether it was answered. */
export interface Abstention {
  readonly known: boolean;
  readonly answered: boolean;
}

/** Mean of the answered share of known questions and the refused share of unknown ones; null if either is empty. */
export function balancedAccuracy(asked: readonly Abstention[]): number | null {
  const known = asked.filter((question) => question.known);
  const unknown = asked.filter((question) => !question.known);
  if (known.length === 0 || unknown.length === 0) return null;
  const answered = known.filter((question) => question.answered).length / known.length;
  const refused = unknown.filter((question) => !question.answered).length / unknown.length;
  return (answered + refused) / 2;
}

/** The documents in two halves, by title: every other one of the titles in the order of the set. Null for one title. */
export function halvesByTitle(documents: readonly LabelledDocument[]): [LabelledDocument[], LabelledDocument[]] | null {
  const titles = [...new Set(documents.map(({ title }) => title))];
  if (titles.length < 2) return null;
  const even = new Set(titles.filter((_title, position) => position % 2 === 0));
  return [documents.filter(({ title }) => even.has(title)), documents.filter(({ title }) => !even.has(title))];
}

export function answerFigures(judged: readonly JudgedAnswer[], abstention: number | null): AnswerFigures {
  const share = (of: keyof JudgedAnswer): number =>
    judged.length === 0 ? 0 : toFigure(judged.filter((answer) => answer[of]).length / judged.length);
  return {
    questions: judged.length,
    answered: share('answered'),
    spanInAnswer: share('holdsSpan'),
    firstCitationRight: share('firstCitationRight'),
    abstention: abstention === null ? null : toFigure(abstention),
  };
}
