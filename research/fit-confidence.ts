/**
 * Fits the confidence of quoted answers for an embedding model on desks (folders with files/ and questions.jsonl, as
 * `npm run bench:quality -- --only desk` reads them) and writes weights and report into config/models.json:
 *
 *   npx tsx research/fit-confidence.ts --model use-lite --desk FOLDER --desk FOLDER [--halved FOLDER]
 *
 * An observation is a question with the evidence for its quoted answer, nothing refused, and whether that answer holds
 * the expected words; a question that nothing answers is never right. Each desk weighs the same. The report tells of
 * domains that were not fitted (leave one out), and of labelled sets that were not fitted at all: `--halved` is one (BEIR,
 * with answers.json) of which every other document is away, so that half of its questions have no answer. It names the
 * expected calibration error over ten bins, how often the right one of a right and a wrong answer has the higher
 * confidence (AUC), and how many of the *well supported* are right. How many those were by language of the question, of all
 * that was not fitted, stands in `languages`: where they fall short, no answer is *well supported*.
 */
import { readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { askedOf } from '../bench/desk-quality';
import { domainOf, worthOf } from '../bench/desk-scoring';
import { BenchLibrary } from '../bench/library-of-bench';
import limitsFile from '../config/pipeline_limits.json';
import { queryLanguage } from '../electron/engine/retrieval';
import type { AnswerEvidence } from '../shared/contract';
import { setIn, toFourDigits, valuesOf, writeModel } from './fitting';
import { fitLogistic, type LogisticModel, predict } from './logistic-regression';

const ridge = 0.05;
/** What an answer is worth that counts as right: of a list half of its items. */
const right = 0.5;

interface Observed {
  readonly set: string;
  readonly domain: string;
  /** Of the question, ISO 639-3, as the engine reads it. */
  readonly language: string;
  readonly evidence: AnswerEvidence;
  readonly label: 0 | 1;
}

const withMeaning = ({ coverage, nearness, missingNumbers }: AnswerEvidence): number[] => [
  coverage,
  nearness ?? 0,
  missingNumbers.length > 0 ? 1 : 0,
];
const byWords = ({ coverage, missingNumbers }: AnswerEvidence): number[] => [
  coverage,
  missingNumbers.length > 0 ? 1 : 0,
];

function fitted(observed: readonly Observed[], features: (evidence: AnswerEvidence) => number[]): LogisticModel {
  const sizes = new Map<string, number>();
  for (const { set } of observed) sizes.set(set, (sizes.get(set) ?? 0) + 1);
  const even = observed.length / sizes.size;
  const weigh = ({ set }: Observed): number => even / (sizes.get(set) ?? 1);
  return fitLogistic(
    observed.map((one) => ({ features: features(one.evidence), label: one.label, weight: weigh(one) })),
    ridge,
  );
}

async function ofDesk(folder: string, model: string): Promise<Observed[]> {
  const asked = await askedOf(folder, { model, refuses: false });
  return asked.flatMap(({ question, answer }): Observed[] => {
    if (!answer.basis || answer.basis.absent.length > 0) return [];
    const isRight = question.gold !== 'unanswerable' && worthOf(answer.answer, question) >= right;
    const set = basename(folder);
    const language = queryLanguage(question.q).code;
    return [{ set, domain: `${set}/${domainOf(question)}`, language, evidence: answer.basis, label: isRight ? 1 : 0 }];
  });
}

async function ofHalf(folder: string, model: string): Promise<Observed[]> {
  const set = await setIn(folder);
  const answers = JSON.parse(readFileSync(join(folder, 'answers.json'), 'utf8')) as Record<string, readonly string[]>;
  const kept = set.documents.filter((_document, at) => at % 2 === 0);
  const ids = new Set(kept.map(({ id }) => id));
  const library = await BenchLibrary.open({ answerTokens: 96, promptTokens: null, model, refuses: false });
  try {
    await library.ingest(new Map(kept.map(({ id, title, text }) => [`${id}.txt`, `${title}\n\n${text}`])));
    const observed: Observed[] = [];
    for (const { id, text, judgements } of set.queries) {
      const { answer } = await library.ask({ question: text, noLlm: true });
      if (!answer.basis || answer.basis.absent.length > 0) continue;
      const isThere = [...judgements.keys()].some((document) => ids.has(document));
      const isRight = isThere && (answers[id] ?? []).some((span) => answer.answer.includes(span));
      const name = basename(folder);
      const language = queryLanguage(text).code;
      observed.push({ set: name, domain: name, language, evidence: answer.basis, label: isRight ? 1 : 0 });
    }
    return observed;
  } finally {
    await library.close();
  }
}

interface Told {
  readonly p: number;
  readonly label: 0 | 1;
  readonly language: string;
}

/** What is said of answers by a fit to others: by words alone where no meaning was read. */
function told(others: readonly Observed[], observed: readonly Observed[]): Told[] {
  const [fit, words] = [fitted(others, withMeaning), fitted(others, byWords)];
  return observed.map(({ evidence, label, language }) => {
    const p = evidence.nearness === null ? predict(words, byWords(evidence)) : predict(fit, withMeaning(evidence));
    return { p, label, language };
  });
}

/** Expected calibration error over ten bins, and the area under the curve. */
function measured(all: readonly Told[]) {
  const mean = (values: readonly number[]) =>
    values.reduce((sum, value) => sum + value, 0) / Math.max(values.length, 1);
  let error = 0;
  for (let bin = 0; bin < 10; bin += 1) {
    const own = all.filter(({ p }) => Math.min(9, Math.floor(p * 10)) === bin);
    const gap = Math.abs(mean(own.map(({ p }) => p)) - mean(own.map(({ label }) => label)));
    error += (own.length / all.length) * gap;
  }
  const [yes, no] = [all.filter(({ label }) => label === 1), all.filter(({ label }) => label === 0)];
  const wins = yes.flatMap(({ p }) => no.map((other): number => (p > other.p ? 1 : p === other.p ? 0.5 : 0)));
  return { error, auc: mean(wins) };
}

async function main(): Promise<void> {
  const [model = 'use-lite'] = valuesOf('--model');
  const desks = valuesOf('--desk').map((folder) => resolve(folder));
  const observed: Observed[] = [];
  for (const folder of desks) observed.push(...(await ofDesk(folder, model)));
  const leftOut = [...new Set(observed.map(({ domain }) => domain))].flatMap((domain) =>
    told(
      observed.filter((one) => one.domain !== domain),
      observed.filter((one) => one.domain === domain),
    ),
  );
  const [full, words] = [fitted(observed, withMeaning), fitted(observed, byWords)];
  const { high } = limitsFile.answer.bands;
  const inWords = (name: string, of: readonly Told[]): string => {
    const { error, auc } = measured(of);
    const sure = of.filter(({ p }) => p >= high);
    const ofSure = `${sure.filter(({ label }) => label === 1).length} of ${sure.length}`;
    return `${name}: calibration error ${error.toFixed(3)}, AUC ${auc.toFixed(3)}, well supported and right ${ofSure}`;
  };
  const parts = [
    inWords(`fitted on ${observed.length} quoted answers of desks; each domain left out in turn`, leftOut),
  ];
  const unfitted = [...leftOut];
  for (const folder of valuesOf('--halved').map((one) => resolve(one))) {
    const asked = told(observed, await ofHalf(folder, model));
    unfitted.push(...asked);
    parts.push(inWords(`${asked.length} of ${basename(folder)}, not fitted, half of its documents away`, asked));
  }
  const sure = unfitted.filter(({ p }) => p >= high);
  const languages = [...new Set(sure.map(({ language }) => language))].sort().map((language) => {
    const own = sure.filter((one) => one.language === language);
    return [language, { sure: own.length, right: own.filter(({ label }) => label === 1).length }] as const;
  });
  const report = parts.join('; ');
  const [coverage = 0, nearness = 0, missingNumbers = 0] = full.weights.map(toFourDigits);
  const [wordCoverage = 0, wordNumbers = 0] = words.weights.map(toFourDigits);
  const confidence = {
    ...{ bias: toFourDigits(full.bias), coverage, nearness, missingNumbers },
    languages: Object.fromEntries(languages),
    wordsOnly: { bias: toFourDigits(words.bias), coverage: wordCoverage, missingNumbers: wordNumbers },
    report,
  };
  writeModel(model, (entry) => ({ ...entry, confidence }));
  console.log(report);
}

void main();
