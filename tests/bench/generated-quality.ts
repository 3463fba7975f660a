import { type PlanResult, readQuestion, runPlan, typedTable } from '../../electron/engine/calculation';
import { type GeneratedSheet, generatedSheets, type SheetQuestion } from './generated-sheets';
import { type AnswerFigures, figuresOf } from './wikitable-quality';

export interface GeneratedAnswer {
  readonly asked: SheetQuestion;
  readonly result: 'right' | 'wrong' | 'unsure';
  /** What was answered. */
  readonly found: readonly string[];
  readonly confidence: number;
}

/** Numbers as decimals, texts as they are written. */
const answered = ({ values }: PlanResult): string[] =>
  values.map(({ text, number, cell, of }) =>
    number !== null && of === null && (cell === null || /\d/u.test(text)) ? number : text,
  );

/** Every question of the sheets, as it is answered, against what was counted over their records. */
export function answersOnSheets(sheets: readonly GeneratedSheet[]): GeneratedAnswer[] {
  return sheets.flatMap(({ rows, questions }) => {
    const table = typedTable(rows);
    return questions.map((asked): GeneratedAnswer => {
      const reading = readQuestion(asked.question, [table], asked.language);
      if (reading.kind === 'unsure')
        return { asked, result: 'unsure', found: [reading.reason], confidence: reading.confidence };
      const found = answered(runPlan(reading.plan, [table]));
      const isRight = found.length === asked.answers.length && asked.answers.every((answer) => found.includes(answer));
      return { asked, result: isRight ? 'right' : 'wrong', found, confidence: reading.confidence };
    });
  });
}

/** 2,000 questions over 200 sheets. */
export const generatedQuality = (): AnswerFigures =>
  figuresOf(answersOnSheets(generatedSheets(200, 10)).map(({ result }) => result));
