import { existsSync } from 'node:fs';
import { join } from 'node:path';
import catalogue from '../config/models.json';
import { sentences } from '../electron/engine/text/sentences';
import type { Answer, Run } from '../shared/contract';
import { shownText } from '../shared/prompt/answer-backing';
import { must, tableOf } from './benchmark-page';
import { type DeskQuestion, deskQuestions, type Half, halfOf, isAnswerable, isWhole, worthOf } from './desk-scoring';
import { BenchLibrary, type BenchLimits } from './library-of-bench';

/** Quoted answers have no tokens to write. */
const noModel = { answerTokens: 96, promptTokens: null } as const;

/** A question with what was answered, and what lay in the passages beside it. */
interface AskedQuestion {
  readonly question: DeskQuestion;
  readonly half: Half;
  readonly answer: Answer;
  readonly run: Run;
  /** The five passages that both lanes give by reciprocal rank fusion alone, for the question as it stands. */
  readonly naive: readonly string[];
}

/** All questions of one desk, without a language model; a follow-up behind the questions of its conversation. */
export async function askedOf(
  folder: string,
  how: Pick<BenchLimits, 'model' | 'refuses'> = {},
): Promise<AskedQuestion[]> {
  const questions = deskQuestions(folder);
  const half = halfOf(questions);
  const byId = new Map(questions.map((question) => [question.id, question]));
  const before = ({ after }: DeskQuestion): DeskQuestion[] => {
    const last = after === null ? undefined : byId.get(after);
    return last ? [...before(last), last] : [];
  };
  const library = await BenchLibrary.open({ ...noModel, ...how });
  const { engine } = library;
  try {
    await must(engine.request('ingest.run', { paths: [join(folder, 'files')] }));
    const asked: AskedQuestion[] = [];
    for (const question of questions) {
      let conversationId: string | undefined;
      let answer: Answer | null = null;
      for (const { q } of [...before(question), question]) {
        const next = { question: q, noLlm: true, ...(conversationId ? { conversationId } : {}) };
        answer = await must(engine.request('chat.ask', next));
        conversationId = answer.conversationId;
      }
      if (!answer?.runId || !conversationId) throw new Error(`${question.id} was answered without a run.`);
      const run = await must(engine.request('run.get', { runId: answer.runId }));
      asked.push({ question, half: half(question), answer, run, naive: [] });
      // What was said must not be among what the next question finds.
      await must(engine.request('chat.delete', { conversationId }));
    }
    await must(engine.request('limits.set', { values: { 'retrieval.fusion': 'rrf' } }));
    return await Promise.all(
      asked.map(async (one) => {
        const { results } = await must(engine.request('search.run', { query: one.question.q, top: 5 }));
        return { ...one, naive: results.map(({ text }) => text) };
      }),
    );
  } finally {
    await library.close();
  }
}

/** The texts of the best passages, in their order: what the gate chose, then what the search found. */
function passagesOf({ snapshots }: Run): string[] {
  const prompt = snapshots.Prompt_Builder;
  if (!prompt) return [];
  const chunks = new Map(prompt.base_context_chunks.map(({ id, text }) => [id, text]));
  const order = new Set([...prompt.final_selection_ids, ...(prompt.views_by_stage.reranked ?? []), ...chunks.keys()]);
  return [...order].flatMap((id) => chunks.get(id) ?? []);
}

/** Relevance of the most relevant passage, 0–1. */
function bestRelevance({ snapshots }: Run): number {
  const scores = Object.values(snapshots.Prompt_Builder?.extras.retrieval_scores ?? {});
  return Math.max(0, ...scores.map(({ relevance }) => relevance));
}

const firstSentences = (passage: string): string =>
  sentences(passage)
    .slice(0, 3)
    .map(({ text }) => text)
    .join(' ');

const mean = (values: readonly number[]): number =>
  values.length === 0 ? Number.NaN : values.reduce((sum, value) => sum + value, 0) / values.length;
const percent = (values: readonly (number | boolean)[]): string =>
  values.length === 0 ? '–' : (mean(values.map(Number)) * 100).toFixed(1);

function quantile(values: readonly number[], at: number): string {
  const sorted = [...values].sort((a, b) => a - b);
  return String(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * at))] ?? '–');
}

const isAnswered = ({ answer }: AskedQuestion): boolean => answer.outcome === 'answered';
/** What is shown unfolded: the answer, or the best passages. */
const shownOf = ({ answer }: AskedQuestion): string => shownText(answer).replace(/\s*\[Citation \d+\]/gu, '');

/** The figures of some questions, in the order of `columns`. */
function figuresOf(asked: readonly AskedQuestion[]): string[] {
  const answerable = asked.filter(({ question }) => isAnswerable(question));
  const told = answerable.filter(({ question }) => !isWhole(question));
  const whole = answerable.filter(({ question }) => isWhole(question));
  const worth = (of: readonly AskedQuestion[], text: (one: AskedQuestion) => string): string =>
    percent(of.map((one) => worthOf(text(one), one.question)));
  const top = (one: AskedQuestion): string[] => passagesOf(one.run);
  const lengths = told.map((one) => shownOf(one).length);
  const called = asked.filter(isAnswered);
  const others = asked.filter(({ question }) => !isAnswerable(question));
  return [
    String(asked.length),
    worth(told, shownOf),
    worth(told, (one) => top(one)[0] ?? ''),
    worth(told, (one) => firstSentences(top(one)[0] ?? '')),
    worth(told, ({ naive }) => naive[0] ?? ''),
    percent(answerable.map(({ run }) => bestRelevance(run) >= 0.5)),
    worth(told, (one) => top(one).slice(0, 5).join('\n')),
    worth(told, ({ naive }) => naive.join('\n')),
    worth(whole, shownOf),
    worth(whole, (one) => top(one)[0] ?? ''),
    `${quantile(lengths, 0.5)}; ${quantile(lengths, 0.95)}`,
    percent(answerable.map(isAnswered)),
    percent(called.map((one) => (isAnswerable(one.question) ? worthOf(shownOf(one), one.question) : 0))),
    percent(others.map(isAnswered)),
    percent(answerable.map(({ answer }) => answer.outcome === 'nothing')),
    percent(others.map(({ answer }) => answer.outcome === 'nothing')),
  ];
}

const columns = [
  'questions',
  'expected words in what is shown',
  'best passage whole',
  'its first three sentences',
  'best passage by RRF whole',
  'best passage: relevance of at least 0.5',
  'in the five best',
  'in the five best by RRF',
  'items of lists and summaries',
  'the same in the best passage',
  'length: median; 95th percentile',
  'answerable called answered',
  'called answered and right',
  'unanswerable called answered',
  'answerable: nothing found',
  'unanswerable: nothing found',
] as const;

function grouped(
  asked: readonly AskedQuestion[],
  labelOf: (one: AskedQuestion) => string,
): (readonly [string, AskedQuestion[]])[] {
  const labels = [...new Set(asked.map(labelOf))].sort();
  return labels.map((label) => [label, asked.filter((one) => labelOf(one) === label)]);
}

/** What nothing answers by its reason: “near miss”, “false presupposition”, “far away”; each desk has its own words. */
const kindOf = ({ question: { kind, sub } }: AskedQuestion): string => (sub === undefined ? kind : `${kind}: ${sub}`);

/** The lines of the page; the same figures by half, by kind and by language. */
function deskReport(desks: readonly (readonly [name: string, asked: readonly AskedQuestion[]])[]): string[] {
  const rows = desks.flatMap(([name, asked]) => [
    [name, 'all', ...figuresOf(asked)],
    ...grouped(asked, ({ half }) => `half: ${half}`).map(([label, part]) => [name, label, ...figuresOf(part)]),
    ...grouped(asked, kindOf).map(([label, part]) => [name, label, ...figuresOf(part)]),
    ...(new Set(asked.map(({ question }) => question.lang)).size > 1
      ? grouped(asked, ({ question }) => `in ${question.lang}`).map(([label, part]) => [
          name,
          label,
          ...figuresOf(part),
        ])
      : []),
  ]);
  return [
    'Two real mixed libraries with questions as people ask them, by embedding model, without a language model; percent of questions unless said otherwise. What is shown is the answer, or the best passages where nothing is certain enough to be called one; it is right where it holds the expected words. Beside it, from the same run, the best passage: printed whole, and its first three sentences; and the passages that reciprocal rank fusion of both lanes gives, without anything else of Retrieval. Lengths in characters, lists and summaries aside. Rules for quoting are chosen by one half of the domains (every other folder of files) and reported on the other.',
    '',
    ...tableOf(['desk', 'part', ...columns], rows),
    '',
    'Confidence against truth, of all that was answered; what nothing answers is never right. The weights of the confidence were fitted on these desks too; what they are worth on domains that were not fitted:',
    '',
    ...catalogue.models.flatMap(({ id, confidence }) => (confidence ? [`* ${id}: ${confidence.report}.`] : [])),
    '',
    ...tableOf(
      ['desk', 'confidence, %', 'answers', 'said, %', 'right, %', 'expected calibration error'],
      desks.flatMap(([name, asked]) => {
        const { rows: tenths, error } = reliability(asked);
        return tenths.map((row, at) => [name, ...row, at === 0 ? error : '']);
      }),
    ),
  ];
}

/** Confidence against truth, in tenths, with the expected calibration error: of what was answered, near misses among it. */
function reliability(asked: readonly AskedQuestion[]): { readonly rows: string[][]; readonly error: string } {
  const told = asked.filter(isAnswered).map((one) => ({
    confidence: one.answer.confidence,
    right: isAnswerable(one.question) && worthOf(shownOf(one), one.question) >= 0.5,
  }));
  let error = 0;
  const rows = Array.from({ length: 10 }, (_, bin) => {
    const own = told.filter(({ confidence }) => Math.min(9, Math.floor(confidence * 10)) === bin);
    const [said, right] = [mean(own.map(({ confidence }) => confidence)), mean(own.map((one) => Number(one.right)))];
    if (own.length > 0) error += (own.length / told.length) * Math.abs(said - right);
    return [`${bin * 10}–${bin * 10 + 10}`, String(own.length), percent([said]), percent([right])];
  }).filter(([, answers]) => answers !== '0');
  return { rows, error: error.toFixed(3) };
}

/** With each of these embedding models; null where the desks are not beside the checkout. */
export async function deskQuality(beside: string, models: readonly string[]): Promise<string[] | null> {
  const desks: [string, AskedQuestion[]][] = [];
  for (const model of models) {
    for (const name of ['en', 'de']) {
      const folder = join(beside, 'desk', name);
      if (!existsSync(join(folder, 'questions.jsonl'))) continue;
      desks.push([`desk/${name}, ${model}`, await askedOf(folder, { model })]);
    }
  }
  return desks.length === 0 ? null : deskReport(desks);
}
