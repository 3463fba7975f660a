import type { Draft, QuestionReader } from './question-reader';

/**
 * What speaks for and against a draft, with the words of the question that it leaves unexplained. The weights are those of
 * a logistic regression on the fitting half of WikiTableQuestions' sample; tests/bench/quality-calculation.ts measures.
 */
export function featuresOf(draft: Draft, reader: QuestionReader): Record<string, number> {
  const covered = new Set(draft.used.flatMap(({ start, length }) => Array.from({ length }, (_, at) => start + at)));
  const open = reader.question.map((token, at) => !covered.has(at) && reader.isContent(token));
  const lead = draft.used.filter(
    (one) => one.type === 'operator' && ['howMany', 'which'].some((name) => one.operators.has(name as never)),
  );
  // The thing that rows are may be named by a word that no header has: right behind “how many” and “which”.
  const subject = new Set<number>();
  for (const { start, length } of lead) {
    let at = start + length;
    while (at < reader.question.length && !covered.has(at) && !open[at]) at += 1;
    if (open[at]) subject.add(at);
  }
  const columns = new Set(reader.mentions.filter((one) => one.type === 'column' && !draft.used.includes(one)));
  const values = new Set(reader.mentions.filter((one) => one.type === 'value' && !draft.used.includes(one)));
  const operators = reader.mentions.filter(
    (one) =>
      one.type === 'operator' && !draft.used.includes(one) && ![...one.operators].every((name) => idle.has(name)),
  );
  const unexplained = open.filter((is, at) => is && !subject.has(at) && !inside(at, reader)).length;
  return {
    ...draft.features,
    [`form:${draft.form}`]: 1,
    subjectWord: subject.size,
    explained: unexplained === 0 ? 1 : 0,
    unexplained: unexplained > 1 ? 1 : 0,
    manyUnexplained: unexplained > 2 ? 1 : 0,
    someColumn: columns.size > 0 ? 1 : 0,
    unusedColumn: columns.size,
    unusedValue: values.size,
    unusedOperator: operators.length,
    otherHow: reader.question.some(({ key }, at) => /^how$/u.test(key) && !covered.has(at)) ? 1 : 0,
    beyond: reader.mentions.some((one) => one.type === 'operator' && one.operators.has('beyond')) ? 1 : 0,
    long: reader.question.length > 14 ? 1 : 0,
  };
}

const idle = new Set(['which', 'isIt', 'and', 'each', 'who', 'where', 'when']);
const inside = (at: number, reader: QuestionReader): boolean =>
  reader.mentions.some(({ start, length }) => at >= start && at < start + length);

const weights: Readonly<Record<string, number>> = {
  bias: 1.5,
  unexplained: -0.7,
  unusedColumn: -0.5,
  unusedValue: -0.8,
  unusedOperator: -0.6,
  leftNumber: -1.5,
  guessedTarget: -0.7,
};

/** How likely a draft is what the question means, from 0 to 1. */
export function confidence(features: Readonly<Record<string, number>>): number {
  const sum = Object.entries(features).reduce(
    (so, [name, count]) => so + (weights[name] ?? 0) * count,
    weights.bias ?? 0,
  );
  return 1 / (1 + Math.exp(-sum));
}
