/**
 * Measures what an extractive reader would change, on desks (as `npm run bench:quality -- --only desk` reads them) and on
 * sets with the words of the answers (BEIR, with answers.json):
 *
 *   npx tsx research/measure-reader.ts --reader reader-minilm-l6 [--desk FOLDER]… [--set FOLDER]…
 *
 * It prints, for the five best passages of each question: how often the first passage and its best sentence have the
 * expected words, as they are and by the reader; how often the higher lead over “no answer” is that of a question with
 * an answer (AUC); the confidence fitted without and with that lead, each domain left out in turn; and for sets how often
 * the reader's words are those of the answer (exact, F1).
 */
import { readFileSync } from 'node:fs';
import { basename, delimiter, join, resolve } from 'node:path';
import { askedOf } from '../bench/desk-quality';
import { domainOf, worthOf } from '../bench/desk-scoring';
import catalogue from '../config/models.json';
import { openModels, type Reader, type Reading } from '../electron/engine/models';
import { sentences } from '../electron/engine/text/sentences';
import type { AnswerEvidence, Run } from '../shared/contract';
import { modelCatalogueSchema } from '../shared/model-catalogue';
import { setIn, valuesOf } from './fitting';
import { fitLogistic, predict } from './logistic-regression';

const ridge = 0.05;
/** An answer of this worth counts as right. */
const right = 0.5;
const passagesRead = 5;

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
const percent = (values: readonly number[]): string => (100 * mean(values)).toFixed(1);
const leadOf = (reading: Reading | null | undefined): number =>
  reading ? reading.score - reading.none : Number.NEGATIVE_INFINITY;

/** How often a figure of the first list is higher than one of the second; half for equals. */
function auc(yes: readonly number[], no: readonly number[]): string {
  const wins = yes.flatMap((one) => no.map((other): number => (one > other ? 1 : one === other ? 0.5 : 0)));
  return mean(wins).toFixed(3);
}

function bestTexts({ snapshots: { Prompt_Builder: prompt } }: Run): string[] {
  const chunks = new Map(prompt?.base_context_chunks.map(({ id, text }) => [id, text]));
  return (prompt?.views_by_stage.reranked ?? []).slice(0, passagesRead).flatMap((id) => chunks.get(id) ?? []);
}

/** The sentences of a text that a reading touches. */
function sentenceOf(text: string, reading: Reading | null | undefined): string {
  if (!reading) return '';
  const touched = sentences(text).filter(({ start, end }) => start < reading.end && end > reading.start);
  return touched.map((one) => one.text).join(' ');
}

interface Observed {
  readonly domain: string;
  readonly isAnswerable: boolean;
  readonly evidence: AnswerEvidence | undefined;
  readonly label: 0 | 1;
  readonly lead: number;
  /** Worth of the first passage, and of its best sentence, as they are and by the reader. */
  readonly worth: readonly [passage: number, read: number, sentence: number, readSentence: number];
}

async function ofDesk(folder: string, reader: Reader): Promise<Observed[]> {
  const observed: Observed[] = [];
  for (const { question, answer, run } of await askedOf(folder, { refuses: false })) {
    const texts = bestTexts(run);
    const readings = await reader.read(question.q, texts);
    if (texts.length === 0) continue;
    const leads = readings.map(leadOf);
    const lead = Math.max(...leads);
    const read = leads.indexOf(lead);
    const [shown] = answer.passages ?? [];
    const best = shown?.best ? shown.text.slice(shown.best.start, shown.best.end) : (shown?.text ?? '');
    const worths = [texts[0], texts[read], best, sentenceOf(texts[0] ?? '', readings[0])];
    const [passage = 0, readPassage = 0, sentence = 0, readSentence = 0] = worths.map((text) =>
      worthOf(text ?? '', question),
    );
    const isAnswerable = question.gold !== 'unanswerable';
    observed.push({
      domain: domainOf(question),
      isAnswerable,
      evidence: answer.basis,
      label: isAnswerable && worthOf(answer.answer, question) >= right ? 1 : 0,
      lead,
      worth: [passage, readPassage, sentence, readSentence],
    });
  }
  return observed;
}

/** AUC of the confidence on domains that were not fitted. */
function leftOut(observed: readonly Observed[], features: (one: Observed) => number[]): string {
  const told = [...new Set(observed.map(({ domain }) => domain))].flatMap((domain) => {
    const others = observed.filter((one) => one.domain !== domain);
    const fit = fitLogistic(
      others.map((one) => ({ features: features(one), label: one.label, weight: 1 })),
      ridge,
    );
    return observed
      .filter((one) => one.domain === domain)
      .map((one) => ({ p: predict(fit, features(one)), label: one.label }));
  });
  const of = (label: 0 | 1): number[] => told.filter((one) => one.label === label).map(({ p }) => p);
  return auc(of(1), of(0));
}

function deskReport(name: string, observed: readonly Observed[]): string {
  const answerable = observed.filter(({ isAnswerable }) => isAnswerable);
  const others = observed.filter(({ isAnswerable }) => !isAnswerable);
  const leads = (of: readonly Observed[]): number[] => of.map(({ lead }) => lead);
  const worth = (at: 0 | 1 | 2 | 3): string => percent(answerable.map((one) => one.worth[at]));
  const weighed = observed.filter(({ evidence }) => evidence && evidence.absent.length === 0);
  const before = ({ evidence }: Observed): number[] => [
    evidence?.coverage ?? 0,
    evidence?.nearness ?? 0,
    evidence?.missingNumbers.length ? 1 : 0,
  ];
  return [
    `${name}: ${observed.length} questions, ${answerable.length} answerable`,
    `first passage, as it is and by the reader: ${worth(0)}; ${worth(1)} %`,
    `best sentence of the first passage, as it is and by the reader: ${worth(2)}; ${worth(3)} %`,
    `lead of answerable over other questions, AUC: ${auc(leads(answerable), leads(others))}`,
    `confidence on domains left out, without and with the lead, AUC: ${leftOut(weighed, before)}; ${leftOut(weighed, (one) => [...before(one), one.lead])}`,
  ].join('\n  ');
}

const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .replace(/\b(?:a|an|the)\b|[^\p{L}\p{M}\p{N}\s]/gu, ' ')
    .split(/\s+/u)
    .filter(Boolean);

/** F1 of the words of a text against an answer, as in the evaluation of SQuAD. */
function f1(text: string, answer: string): number {
  const [own, left] = [wordsOf(text), wordsOf(answer)];
  const size = left.length;
  const common = own.filter((word) => {
    const at = left.indexOf(word);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  }).length;
  return common === 0 ? 0 : (2 * common) / (own.length + size);
}

/** Reads each question with its own document: the words against those of the answers. */
async function setReport(folder: string, reader: Reader): Promise<string> {
  const set = await setIn(folder);
  const answers = JSON.parse(readFileSync(join(folder, 'answers.json'), 'utf8')) as Record<string, readonly string[]>;
  const texts = new Map(set.documents.map(({ id, text }) => [id, text]));
  const [exact, overlap, leads, others]: number[][] = [[], [], [], []];
  for (const [at, { id, text, judgements }] of set.queries.entries()) {
    const own = texts.get([...judgements.keys()][0] ?? '') ?? '';
    const far = set.documents[(at * 7 + 3) % set.documents.length];
    const [reading, aside] = await reader.read(text, [own, far && !judgements.has(far.id) ? far.text : '']);
    const words = reading ? own.slice(reading.start, reading.end) : '';
    const spans = answers[id] ?? [];
    exact?.push(spans.some((span) => wordsOf(span).join() === wordsOf(words).join()) ? 1 : 0);
    overlap?.push(Math.max(0, ...spans.map((span) => f1(words, span))));
    leads?.push(leadOf(reading));
    if (aside) others?.push(leadOf(aside));
  }
  return [
    `${basename(folder)}: ${exact?.length} questions with their own document`,
    `words exact: ${percent(exact ?? [])} %, F1: ${percent(overlap ?? [])} %`,
    `lead over another document, AUC: ${auc(leads ?? [], others ?? [])}`,
  ].join('\n  ');
}

async function main(): Promise<void> {
  const [id = ''] = valuesOf('--reader');
  const models = openModels({
    catalogue: modelCatalogueSchema.parse(catalogue),
    bundledModelFolder: '',
    modelFolders: (process.env.VITRINE_MODELS ?? '').split(delimiter).filter(Boolean),
  });
  const reader = await models.openReader(id);
  for (const folder of valuesOf('--set')) console.log(await setReport(resolve(folder), reader));
  for (const folder of valuesOf('--desk'))
    console.log(deskReport(basename(folder), await ofDesk(resolve(folder), reader)));
  await reader.dispose();
}

void main();
