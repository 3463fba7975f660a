/**
 * npx tsx research/fit-calculation.ts: fits the weights by which a reading of a question says how sure it is, on the
 * fitting half of WikiTableQuestions' sample, and writes config/calculation-weights.json. A reading that leaves nothing open
 * is answered, one that leaves one thing open from the least confidence on, and no other: chosen on tables that neither
 * rules nor weights had seen, so that the precision there is a choice and not a proof.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { answersOf, halfOf, isRight, wikiTableQuestions } from '../bench/wikitable-questions';
import { runPlan } from '../electron/engine/calculation';
import { doubts, openThings } from '../electron/engine/calculation/reading/confidence';
import { askedQuestionOf, draftsOf } from '../electron/engine/calculation/reading/read-question';

interface Example {
  readonly features: Readonly<Record<string, number>>;
  readonly isRight: boolean;
}
type Weights = Record<string, number>;

const wantedPrecision = Number(process.argv[2] ?? 0.85);
const leastOfComplete = 0.5;
const penalty = 2;
const steps = 300;
const rate = 0.5;

const isDoubt = (name: string): boolean =>
  doubts.has(name) || /^(?:doubts|someColumn|oneRow|tied|ambiguous|denied|repeated)/u.test(name);

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

interface Read {
  readonly half: 'fit' | 'report';
  /** Every draft is an example: the weights choose between the forms of a question too. */
  readonly drafts: readonly Example[];
}

function readAll(set: NonNullable<ReturnType<typeof wikiTableQuestions>>): Read[] {
  return set.questions.map((one) => {
    const table = set.tableOf(one.table);
    const drafts = draftsOf(askedQuestionOf(one.question, table, 'eng')).map(({ draft, features }): Example => {
      try {
        return { features, isRight: isRight(answersOf(runPlan(draft.plan, [table])), one.answers) };
      } catch {
        return { features, isRight: false };
      }
    });
    return { half: halfOf(one), drafts };
  });
}

const round = (weights: Weights): Weights =>
  Object.fromEntries(
    Object.entries(weights)
      .filter(([, weight]) => Math.abs(weight) >= 0.02)
      .sort(([a], [b]) => a.localeCompare(b))
      .map(([name, weight]) => [name, Math.round(weight * 100) / 100]),
  );

const set = wikiTableQuestions();
if (!set) {
  console.log('skipped: no WikiTableQuestions beside the checkout.');
} else {
  const read = readAll(set);
  const weights = round(fitted(read.flatMap(({ half, drafts }) => (half === 'fit' ? drafts : []))));
  const unseen = read.filter(({ half }) => half === 'report');
  const best = unseen.flatMap(({ drafts }) => {
    const scored = drafts.map((one) => ({
      confidence: score(weights, one.features),
      isRight: one.isRight,
      open: openThings(one.features),
    }));
    return scored.sort((a, b) => b.confidence - a.confidence).slice(0, 1);
  });
  const answeredFrom = (bar: number) =>
    best.filter(({ open, confidence }) => open === 0 || (open === 1 && confidence >= bar));
  const precisionOf = (answered: typeof best) => answered.filter((one) => one.isRight).length / answered.length;
  const bars = Array.from({ length: 51 }, (_, at) => (50 + at) / 100);
  const bar = bars.find((one) => precisionOf(answeredFrom(one)) >= wantedPrecision) ?? 1;
  const answered = answeredFrom(bar);
  const file = join(import.meta.dirname, '..', 'config', 'calculation-weights.json');
  writeFileSync(file, `${JSON.stringify({ leastConfidence: [leastOfComplete, bar, 1, 1], weights }, null, 2)}\n`);
  console.log(
    `least confidence ${bar}: ${(answered.length / unseen.length).toFixed(3)} answered, precision ${precisionOf(answered).toFixed(3)}`,
  );
}
