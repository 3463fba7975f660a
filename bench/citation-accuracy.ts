import { withoutFound } from '@shared/prompt/answer-backing';
import { type LabelledSet, readLabelledSet } from '../electron/engine/evaluation';
import type { Answer } from '../shared/contract';
import { tableOf } from './benchmark-page';
import { type Asked, BenchLibrary, type BenchLimits, wordsOf } from './library-of-bench';
import { benchModel, openBenchModel, withoutOllama } from './ollama-model';
import type { QualityOptions } from './quality-options';
import { pathsOf } from './raw-keyword';
import { randomNumbers } from './synthetic-text';

const sampleSeed = 60;
const usualAnswerTokens = 96;

/** Markers in any spelling: every number in brackets that begin as a marker does. */
const numbersIn = (text: string): number[] =>
  [...text.matchAll(/\[\s*citations?\b([^\]\n]*)\]/giu)].flatMap(([, list = '']) =>
    [...list.matchAll(/\d+/gu)].map(([digits]) => Number(digits)),
  );

const header = [
  'answers',
  'questions',
  'answered',
  'markers written',
  'of them in the prompt',
  'removed',
  'shown markers that map (target: at least 95 %)',
  'cited sentences supported',
  'weak',
  'the answer’s own markers that lead to the labelled document',
  'sources found for sentences without one',
  'of them in the prompt',
  'of the labelled document',
  'answers with a source of their own',
  'with those found',
];

class Tally {
  questions = 0;
  answered = 0;
  written = 0;
  writtenMapped = 0;
  shown = 0;
  shownMapped = 0;
  sentences = 0;
  supported = 0;
  own = 0;
  ownRight = 0;
  found = 0;
  foundMapped = 0;
  foundRight = 0;
  namesSource = 0;
  hasSource = 0;

  add({ answer, written, run }: Asked, wanted: ReadonlySet<string>): void {
    this.questions += 1;
    if (answer.outcome !== 'answered') return;
    this.answered += 1;
    const ids = run?.snapshots.Prompt_Builder?.final_selection_ids ?? [];
    const inPrompt = (number: number): boolean => number >= 1 && number <= ids.length;
    const own = numbersIn(written);
    this.written += own.length;
    this.writtenMapped += own.filter(inPrompt).length;
    const named = this.mapped(withoutFound(answer), answer, ids, wanted);
    const all = this.mapped(answer.answer, answer, ids, wanted);
    this.shown += all.shown;
    this.shownMapped += all.mapped;
    this.own += named.mapped;
    this.ownRight += named.right;
    this.found += all.shown - named.shown;
    this.foundMapped += all.mapped - named.mapped;
    this.foundRight += all.right - named.right;
    if (named.mapped > 0) this.namesSource += 1;
    if (all.mapped > 0) this.hasSource += 1;
    this.sentences += answer.cited?.length ?? 0;
    this.supported += answer.cited?.filter(({ support }) => support === 'supported').length ?? 0;
  }

  /** How many markers a text shows, how many lead to the passage of the prompt under their number, and to the right one. */
  private mapped(text: string, { citations }: Answer, ids: readonly string[], wanted: ReadonlySet<string>) {
    const shown = numbersIn(text);
    const mapped = shown.flatMap((number) => {
      const citation = citations.find(({ marker }) => marker === number);
      return citation && ids[number - 1] === citation.chunkId ? [citation] : [];
    });
    const right = mapped.filter(({ path }) => wanted.has(path.split('/').at(-1) ?? ''));
    return { shown: shown.length, mapped: mapped.length, right: right.length };
  }

  row(name: string): string[] {
    return [
      name,
      String(this.questions),
      String(this.answered),
      String(this.written),
      share(this.writtenMapped, this.written),
      share(this.written - this.writtenMapped, this.written),
      share(this.shownMapped, this.shown),
      share(this.supported, this.sentences),
      share(this.sentences - this.supported, this.sentences),
      share(this.ownRight, this.own),
      String(this.found),
      share(this.foundMapped, this.found),
      share(this.foundRight, this.foundMapped),
      share(this.namesSource, this.answered),
      share(this.hasSource, this.answered),
    ];
  }
}

const share = (part: number, whole: number): string => (whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`);

function sampleOf(queries: LabelledSet['queries'], size: number): LabelledSet['queries'] {
  const random = randomNumbers(sampleSeed);
  const drawn = queries.map((query) => ({ query, at: random() })).sort((a, b) => a.at - b.at);
  return drawn.slice(0, size).map(({ query }) => query);
}

/**
 * Whether the markers of answers lead to passages of their prompts (C4), on a labelled set in the BEIR layout: quoted
 * answers to all its questions, and a real small model's to a sample of fixed seed.
 */
export async function citationAccuracy(
  folder: string,
  name: string,
  { sample, promptTokens, answerTokens, resume }: QualityOptions,
): Promise<string[]> {
  const set = await readLabelledSet(pathsOf(folder));
  const fileOf = (id: string): string => `${id}.txt`;
  const texts = new Map(set.documents.map(({ id, title, text }) => [fileOf(id), `${title}\n\n${text}`]));
  const ask = async (
    queries: LabelledSet['queries'],
    limits: BenchLimits,
    model: string | null,
    host?: string,
  ): Promise<Tally> => {
    const tally = new Tally();
    const library = await BenchLibrary.open(limits, host);
    try {
      await library.ingest(texts);
      for (const [at, { text, judgements }] of queries.entries()) {
        const wanted = new Set([...judgements].filter(([, gain]) => gain > 0).map(([id]) => fileOf(id)));
        const asked = await library.ask({ question: text, ...(model ? { model } : { noLlm: true }) });
        // Where the model's answer could not be used, a quoted one stands in its place and is no answer of the model.
        if (model && asked.answer.quoted) tally.questions += 1;
        else tally.add(asked, wanted);
        if (model) console.log(`${at + 1} of ${queries.length}: ${asked.answer.outcome}, ${tally.answered} answered`);
      }
    } finally {
      await library.close();
    }
    return tally;
  };
  const usual = { promptTokens: null, answerTokens: usualAnswerTokens };
  const rows = [(await ask(set.queries, usual, null)).row('quoted')];
  console.log(rows.at(-1)?.join('  '));
  const notes = [`Questions of ${name}; all limits as shipped.`];
  const open = await openBenchModel(resume);
  if (open) {
    const limits = { promptTokens, answerTokens: answerTokens ?? usualAnswerTokens };
    const queries = sampleOf(set.queries, sample);
    try {
      rows.push((await ask(queries, limits, open.model, open.server.address)).row(benchModel));
    } finally {
      await open.server.close();
    }
    console.log(rows.at(-1)?.join('  '));
    notes.push(
      `${benchModel} was asked ${queries.length} of them, drawn with seed ${sampleSeed}: ${wordsOf(limits)}. Where it named no source for a sentence, the one passage of its prompt that bears the sentence out is named, told apart from its own.`,
    );
  } else {
    notes.push(withoutOllama('The answers of a language model are'));
  }
  return [notes.join(' '), '', ...tableOf(header, rows)];
}
