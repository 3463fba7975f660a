import { type Plan, PlanError, readQuestion, runPlan, type TypedTable } from '../electron/engine/calculation';
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

export interface WikiTableFigures extends AnswerFigures {
  /** By the form of the reading: how many were answered, and how many of these rightly. */
  readonly forms: Readonly<Record<string, readonly [answered: number, right: number]>>;
}

/** Questions of one half of WikiTableQuestions' sample, answered where the reading is sure; null where there is no sample. */
export function wikiTableQuality(half: 'fit' | 'report'): WikiTableFigures | null {
  const set = wikiTableQuestions();
  if (!set) return null;
  const forms: Record<string, [number, number]> = {};
  const results = set.questions
    .filter((one) => halfOf(one) === half)
    .map((one) => {
      const table = set.tableOf(one.table);
      const reading = readQuestion(one.question, [table], 'eng');
      if (reading.kind === 'unsure') return 'unsure';
      const right = isAnswered(reading.plan, table, one.answers);
      const [answered, wellAnswered] = forms[reading.form] ?? [0, 0];
      forms[reading.form] = [answered + 1, wellAnswered + (right ? 1 : 0)];
      return right ? 'right' : 'wrong';
    });
  return { ...figuresOf(results), forms };
}

/** A plan that does not run answers wrongly. */
function isAnswered(plan: Plan, table: TypedTable, answers: readonly string[]): boolean {
  try {
    return isRight(answersOf(runPlan(plan, [table])), answers);
  } catch (error) {
    if (error instanceof PlanError) return false;
    throw error;
  }
}
