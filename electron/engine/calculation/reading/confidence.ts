import calculationWeights from '../../../../config/calculation-weights.json';
import { multipliers } from '../../text/values/numerals';
import type { AskedQuestion, Mention, PlanDraft } from './draft';
import { isContent } from './words';

/**
 * The evidence for and against a draft, with the question's unexplained words. The weights are those of a logistic
 * regression on the fitting half of WikiTableQuestions' sample; bench/quality-calculation.ts measures.
 */
export function featuresOf(draft: PlanDraft, reader: AskedQuestion): Record<string, number> {
  const covered = new Set(draft.used.flatMap(({ start, length }) => Array.from({ length }, (_, at) => start + at)));
  // “50 million” is one number.
  const isPower = (at: number): boolean => covered.has(at - 1) && multipliers.has(reader.question[at]?.key ?? '');
  const open = reader.question.map((token, at) => !covered.has(at) && isContent(reader.lexicon, token) && !isPower(at));
  const subject = subjectWords(draft, reader, covered, open);
  const columns = new Set(
    reader.mentions.filter((one) => one.type === 'column' && !draft.used.includes(one) && !isRows(one, reader)),
  );
  const values = new Set(reader.mentions.filter((one) => one.type === 'value' && !draft.used.includes(one)));
  const unused = reader.mentions.filter((one) => one.type === 'operator' && !draft.used.includes(one));
  const says = (names: ReadonlySet<string>) =>
    unused.filter((one) => one.type === 'operator' && [...one.operators].every((name) => names.has(name))).length;
  const idleOperators = says(idle);
  const mildOperators = says(mild) - idleOperators;
  const topic = topicWords(reader, open);
  const unexplained = open.flatMap((is, at) =>
    is && !subject.has(at) && !topic.has(at) && !inside(at, reader) ? [at] : [],
  );
  // A word beside an explained one adds to it: “directed by”, “gold medals”.
  const isBeside = (at: number): boolean => {
    const next = (from: number, step: number): boolean => {
      let place = from + step;
      while (place >= 0 && place < open.length && !covered.has(place) && !open[place]) place += step;
      const mention = draft.used.find(({ start, length }) => place >= start && place < start + length);
      return mention?.type === 'value' || mention?.type === 'column' || mention?.type === 'date';
    };
    return next(at, 1) || next(at, -1);
  };
  const beside = unexplained.filter(isBeside).length;
  const apart = unexplained.length - beside;
  const features: Record<string, number> = {
    ...draft.features,
    [`form:${draft.form}`]: 1,
    subjectWord: draft.features.subjectTarget ? 0 : subject.size,
    topicWord: topic.size > 0 ? 1 : 0,
    explained: unexplained.length === 0 ? 1 : 0,
    beside: Math.min(beside, 3),
    apart: apart > 0 ? 1 : 0,
    someColumn: columns.size > 0 ? 1 : 0,
    unusedColumn: columns.size,
    unusedValue: values.size,
    strayOperator: Math.min(2, unused.length - idleOperators - mildOperators),
    mildOperator: mildOperators,
  };
  const doubted = Object.entries(features).filter(([name, count]) => count !== 0 && doubts.has(name)).length;
  for (const least of [1, 2, 3]) features[`doubts${least}`] = doubted >= least ? 1 : 0;
  return features;
}

/** The thing that rows are may be named by a word that no header has: right behind “how many” and “which”. */
function subjectWords(
  draft: PlanDraft,
  reader: AskedQuestion,
  covered: ReadonlySet<number>,
  open: readonly boolean[],
): Set<number> {
  const lead = draft.used.filter(
    (one) => one.type === 'operator' && ['howMany', 'which'].some((name) => one.operators.has(name as never)),
  );
  const subject = new Set<number>();
  for (const { start, length } of lead) {
    let at = start + length;
    while (at < reader.question.length && !covered.has(at) && !open[at]) at += 1;
    if (open[at]) subject.add(at);
  }
  return subject;
}

/** The subject of a whole table comes after “did” and “has”, and is in no cell: “How many roles did she play?” */
function topicWords(reader: AskedQuestion, open: readonly boolean[]): Set<number> {
  const topic = new Set<number>();
  for (const one of reader.mentions) {
    if (one.type !== 'operator' || !one.operators.has('isIt') || one.start === 0) continue;
    let at = one.start + one.length;
    while (at < reader.question.length && !inside(at, reader)) {
      if (open[at]) topic.add(at);
      at += 1;
    }
  }
  return topic;
}

/** “The amount of orders”, “of all orders”, “of the orders”: the rows by the column that names each of them. */
function isRows(mention: Mention, { question, words, lexicon }: AskedQuestion): boolean {
  if (mention.type !== 'column') return false;
  const { of, articles } = lexicon.words.particles;
  const before = question[mention.start - 1]?.key ?? '';
  const isArticle = articles.includes(before) && of.includes(question[mention.start - 2]?.key ?? '');
  return (
    (of.includes(before) || isArticle) &&
    mention.columns.every(({ index }) => {
      const column = words.columns[index];
      return column?.kind === 'text' && column.filled > 1 && column.different === column.filled;
    })
  );
}

const idle = new Set<string>(['which', 'isIt', 'and', 'who', 'where', 'when', 'between']);
const mild = new Set<string>([...idle, 'only', 'each', 'howMany']);
const inside = (at: number, reader: AskedQuestion): boolean =>
  reader.mentions.some(({ start, length }) => at >= start && at < start + length);

const weights: Readonly<Record<string, number>> = calculationWeights.weights;

/** How many things leave a reading open, of which more than three count as three. */
export const openThings = (features: Readonly<Record<string, number>>): number =>
  (features.doubts1 ?? 0) + (features.doubts2 ?? 0) + (features.doubts3 ?? 0);

/**
 * Whether a reading is answered: by the least confidence of readings that leave as much open. Chosen on tables that neither
 * rules nor weights had seen (research/fit-calculation.ts): what leaves two things open is right too seldom there.
 */
export const isSure = (features: Readonly<Record<string, number>>, sure: number): boolean =>
  sure >= (calculationWeights.leastConfidence[openThings(features)] ?? 1);

/** Open points of a reading: unexplained words, and guessed or ambiguous parts. */
export const doubts: ReadonlySet<string> = new Set(
  'guessedTarget ambiguousMeasure ambiguousSubject partValue partHeadTarget partHeadMeasure partHeadSubject farTarget farMeasure leftNumber otherOperator strayOperator mildOperator unusedColumn unusedValue unusedMeasure apart beside topicWord repeatedSubject textNumber noRows manyAnchors kindTarget subjectWord otherOrder manyTimes repeatedTarget countOfName manyCells placedChoices rankMeasure droppedPart ranked choiceLookup countedChoices partlyMeasure totalColumn codeTarget disagreeing'.split(
    ' ',
  ),
);
/** Of readings without open points, .93 were right on the fitting half, in any form. */
const whereNothingIsOpen = 0.9;

/** How likely a draft is what the question means, from 0 to 1. */
export function draftConfidence(features: Readonly<Record<string, number>>): number {
  const sum = Object.entries(features).reduce(
    (so, [name, count]) => so + (weights[name] ?? 0) * count,
    weights.bias ?? 0,
  );
  const likely = 1 / (1 + Math.exp(-sum));
  const isComplete = !Object.entries(features).some(([name, count]) => count !== 0 && doubts.has(name));
  return isComplete ? Math.max(likely, whereNothingIsOpen) : likely;
}
