/**
 * npx tsx tests/bench/fit-calculation.ts: fits the weights by which a reading of a question says how sure it is, on the
 * fitting half of WikiTableQuestions' sample, and writes config/calculation-weights.json. The least confidence is chosen
 * by readings of tables that the weights had not seen: five folds of tables.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runPlan } from '../../electron/engine/calculation';
import { doubts, openThings } from '../../electron/engine/calculation/reading/confidence';
import { draftsOf, readerOf } from '../../electron/engine/calculation/reading/read-question';
import { answersOf, halfOf, isRight, wikiTableQuestions } from './wikitable-questions';

interface Example {
  readonly table: string;
  readonly features: Readonly<Record<string, number>>;
  readonly isRight: boolean;
}
type Weights = Record<string, number>;

const wantedPrecision = Number(process.argv[2] ?? 0.86);
const penalty = 2;
const steps = 300;
const rate = 0.5;
const folds = 5;

const isDoubt = (name: string): boolean =>
  doubts.has(name) || /^(?:doubts|manyApart|someColumn|long|oneRow|tied|ambiguous|denied|repeated)/u.test(name);

const score = (weights: Weights, features: Readonly<Record<string, number>>): number => {
  const sum = Object.entries(features).reduce(
    (so, [name, count]) => so + (weights[name] ?? 0) * count,
    weights.bias ?? 0,
  );
  return 1 / (1 + Math.exp(-sum));
};

/** Logistic regression with a squared penalty, by AdaGrad over all examples. */
function fitted(examples: readonly Example[]): Weights {
  const weights: Weights = { bias: 0 };
  for (const { features } of examples) for (const name of Object.keys(features)) weights[name] = 0;
  const squares: Weights = {};
  for (let step = 0; step < steps; step += 1) {
    const slopes: Weights = {};
    for (const { features, isRight: right } of examples) {
      const error = score(weights, features) - (right ? 1 : 0);
      slopes.bias = (slopes.bias ?? 0) + error;
      for (const [name, count] of Object.entries(features)) slopes[name] = (slopes[name] ?? 0) + error * count;
    }
    for (const name of Object.keys(weights)) {
      const slope = (slopes[name] ?? 0) + (name === 'bias' ? 0 : penalty * (weights[name] ?? 0));
      squares[name] = (squares[name] ?? 1e-6) + slope * slope;
      const next = (weights[name] ?? 0) - (rate * slope) / Math.sqrt(squares[name] ?? 1);
      // A doubt makes no reading surer, whatever a small sample says.
      weights[name] = isDoubt(name) ? Math.min(0, next) : next;
    }
  }
  return weights;
}

const set = wikiTableQuestions();
if (!set) {
  console.log('skipped: no WikiTableQuestions beside the checkout.');
} else {
  const questions = set.questions.filter((one) => halfOf(one) === 'fit');
  // Every draft is an example: the weights choose between the forms of a question too.
  const read = questions.map((one) => {
    const table = set.tableOf(one.table);
    return draftsOf(readerOf(one.question, table, 'eng')).map(({ draft, features }): Example => {
      try {
        return { table: one.table, features, isRight: isRight(answersOf(runPlan(draft.plan, [table])), one.answers) };
      } catch {
        return { table: one.table, features, isRight: false };
      }
    });
  });
  const tables = [...new Set(questions.map(({ table }) => table))].sort();
  const foldOf = (table: string) => tables.indexOf(table) % folds;
  const unseen: { readonly confidence: number; readonly isRight: boolean; readonly open: number }[] = [];
  for (let fold = 0; fold < folds; fold += 1) {
    const weights = fitted(read.flat().filter(({ table }) => foldOf(table) !== fold));
    for (const drafts of read) {
      const scored = drafts
        .filter(({ table }) => foldOf(table) === fold)
        .map((one) => ({
          confidence: score(weights, one.features),
          isRight: one.isRight,
          open: openThings(one.features),
        }));
      const [best] = scored.sort((a, b) => b.confidence - a.confidence);
      if (best) unseen.push(best);
    }
  }
  unseen.sort((a, b) => b.confidence - a.confidence);
  // Readings that leave nothing open are answered: `confidence.ts` says how many of them are right.
  const least = [0, 1, 2, 3].map((open) => (open === 0 ? 0.5 : leastOf(unseen.filter((one) => one.open === open))));
  const answered = unseen.filter(({ confidence, open }) => open === 0 || confidence >= (least[open] ?? 1));
  const right = answered.filter((one) => one.isRight).length;
  const weights = fitted(read.flat());
  const kept = Object.fromEntries(
    Object.entries(weights)
      .filter(([, weight]) => Math.abs(weight) >= 0.02)
      .sort(([a], [b]) => a.localeCompare(b))
      .map(([name, weight]) => [name, Math.round(weight * 100) / 100]),
  );
  const file = join(import.meta.dirname, '..', '..', 'config', 'calculation-weights.json');
  writeFileSync(
    file,
    `${JSON.stringify({ leastConfidence: least.map((one) => Math.round(one * 1000) / 1000), weights: kept }, null, 2)}\n`,
  );
  console.log(
    `least confidence ${least.map((one) => one.toFixed(3)).join(', ')}: ${(answered.length / questions.length).toFixed(3)} answered, precision ${(right / answered.length).toFixed(3)} on tables not seen`,
  );
}

/** The least confidence from which so many of the readings are right, over at least ten of them; 1 where none is. */
function leastOf(readings: readonly { readonly confidence: number; readonly isRight: boolean }[]): number {
  let [right, least] = [0, 1];
  for (const [at, one] of readings.entries()) {
    right += one.isRight ? 1 : 0;
    if (at >= 9 && right / (at + 1) >= wantedPrecision) least = one.confidence;
  }
  return least;
}
