import {
  type PlanResult,
  type Reading,
  readJoinedQuestion,
  readQuestion,
  runPlan,
  typedTable,
} from '../electron/engine/calculation';
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

/**
 * Every question of the sheets, as it is answered, against what was counted over their records.
 *
 * @param isCut whether each sheet is two, which have its first column in common
 */
export function answersOnSheets(sheets: readonly GeneratedSheet[], isCut = false): GeneratedAnswer[] {
  return sheets.flatMap(({ rows, questions }) => {
    const tables = (isCut ? halves(rows) : [rows]).map((one) => typedTable(one));
    return questions.map((asked): GeneratedAnswer => {
      const alone = readQuestion(asked.question, tables, asked.language);
      const joined = readJoinedQuestion(asked.question, tables, alone, asked.language);
      if (!joined && alone.kind === 'unsure')
        return { asked, result: 'unsure', found: [alone.reason], confidence: alone.confidence };
      const { plan, confidence } = joined ?? (alone as Extract<Reading, { kind: 'plan' }>);
      const meant = (joined ? [joined.left, joined.right] : [alone.table]).flatMap((at) => tables[at] ?? []);
      const found = answered(runPlan(plan, meant));
      const isRight = found.length === asked.answers.length && asked.answers.every((answer) => found.includes(answer));
      return { asked, result: isRight ? 'right' : 'wrong', found, confidence };
    });
  });
}

/** Every second column beside the first: what a question names stands now in one, now in the other. */
const halves = (rows: readonly (readonly string[])[]) =>
  [0, 1].map((half) => rows.map((cells) => cells.filter((_, at) => at === 0 || at % 2 === half)));

/** 2,000 questions over 200 sheets. */
export const generatedQuality = (): AnswerFigures =>
  figuresOf(answersOnSheets(generatedSheets(200, 10)).map(({ result }) => result));

/** The same over the same sheets, each cut in two. */
export const cutSheetsQuality = (): AnswerFigures =>
  figuresOf(answersOnSheets(generatedSheets(200, 10), true).map(({ result }) => result));
