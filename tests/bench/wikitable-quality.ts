import { readQuestion, runPlan } from '../../electron/engine/calculation';
import { answersOf, halfOf, isRight, wikiTableQuestions } from './wikitable-questions';

/** How many questions are answered, and how many of these rightly. */
export interface AnswerFigures {
  readonly questions: number;
  readonly answered: number;
  readonly right: number;
  readonly precision: number;
  readonly coverage: number;
}

export function figuresOf(results: readonly ('right' | 'wrong' | 'unsure')[]): AnswerFigures {
  const answered = results.filter((one) => one !== 'unsure').length;
  const right = results.filter((one) => one === 'right').length;
  return {
    questions: results.length,
    answered,
    right,
    precision: right / Math.max(1, answered),
    coverage: answered / Math.max(1, results.length),
  };
}

/** Questions of one half of WikiTableQuestions' sample, answered where the reading is sure; null where there is no sample. */
export function wikiTableQuality(half: 'fit' | 'report'): AnswerFigures | null {
  const set = wikiTableQuestions();
  if (!set) return null;
  return figuresOf(
    set.questions
      .filter((one) => halfOf(one) === half)
      .map((one) => {
        const table = set.tableOf(one.table);
        const reading = readQuestion(one.question, [table], 'eng');
        if (reading.kind === 'unsure') return 'unsure';
        try {
          return isRight(answersOf(runPlan(reading.plan, [table])), one.answers) ? 'right' : 'wrong';
        } catch {
          return 'wrong';
        }
      }),
  );
}
