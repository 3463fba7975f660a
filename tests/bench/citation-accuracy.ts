import { type LabelledSet, readLabelledSet } from '../../electron/engine/evaluation';
import { tableOf } from './benchmark-page';
import { type Asked, BenchLibrary } from './library-of-bench';
import { benchModel, hasBenchModel, withoutOllama } from './ollama-model';
import { pathsOf } from './raw-keyword';
import { randomNumbers } from './synthetic-text';

const sampleSeed = 60;
const sampleAt = process.argv.indexOf('--sample');
/** Questions for the language model. */
const sampleSize = sampleAt === -1 ? 60 : Number(process.argv[sampleAt + 1]);
const answerTokens = 96;

/** Markers in any spelling: every number in brackets that begin as a marker does. */
const numbersIn = (text: string): number[] =>
  [...text.matchAll(/\[\s*citations?\b([^\]\n]*)\]/giu)].flatMap(([, list = '']) =>
    [...list.matchAll(/\d+/gu)].map(([digits]) => Number(digits)),
  );

class Tally {
  questions = 0;
  answered = 0;
  written = 0;
  writtenMapped = 0;
  shown = 0;
  shownMapped = 0;
  sentences = 0;
  supported = 0;
  rightDocument = 0;

  add({ answer, written, run }: Asked, wanted: ReadonlySet<string>): void {
    this.questions += 1;
    if (answer.outcome === 'fallback') return;
    this.answered += 1;
    const ids = run?.snapshots.Prompt_Builder?.final_selection_ids ?? [];
    const inPrompt = (number: number): boolean => number >= 1 && number <= ids.length;
    const own = numbersIn(written);
    this.written += own.length;
    this.writtenMapped += own.filter(inPrompt).length;
    const shown = numbersIn(answer.answer);
    this.shown += shown.length;
    for (const number of shown) {
      const citation = answer.citations.find(({ marker }) => marker === number);
      if (citation === undefined || ids[number - 1] !== citation.chunkId) continue;
      this.shownMapped += 1;
      if (wanted.has(citation.path.split('/').at(-1) ?? '')) this.rightDocument += 1;
    }
    this.sentences += answer.cited?.length ?? 0;
    this.supported += answer.cited?.filter(({ support }) => support === 'supported').length ?? 0;
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
      share(this.rightDocument, this.shownMapped),
    ];
  }
}

const share = (part: number, whole: number): string => (whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`);

function sampleOf(queries: LabelledSet['queries']): LabelledSet['queries'] {
  const random = randomNumbers(sampleSeed);
  const drawn = queries.map((query) => ({ query, at: random() })).sort((a, b) => a.at - b.at);
  return drawn.slice(0, sampleSize).map(({ query }) => query);
}

/**
 * Whether the markers of answers lead to passages of their prompts (C4), on a labelled set in the BEIR layout: quoted
 * answers to all its questions, and a real small model's to a sample of fixed seed.
 */
export async function citationAccuracy(folder: string, name: string): Promise<string[]> {
  const set = await readLabelledSet(pathsOf(folder));
  const library = await BenchLibrary.open(answerTokens);
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
    'citations of the labelled document',
  ];
  try {
    const fileOf = (id: string): string => `${id}.txt`;
    await library.ingest(new Map(set.documents.map(({ id, title, text }) => [fileOf(id), `${title}\n\n${text}`])));
    const ask = async (queries: LabelledSet['queries'], model: string | null): Promise<Tally> => {
      const tally = new Tally();
      for (const { text, judgements } of queries) {
        const wanted = new Set([...judgements].filter(([, gain]) => gain > 0).map(([id]) => fileOf(id)));
        const asked = await library.ask({ question: text, ...(model ? { model } : { noLlm: true }) });
        // Where the model's answer could not be used, a quoted one stands in its place and is no answer of the model.
        if (model && asked.answer.quoted) tally.questions += 1;
        else tally.add(asked, wanted);
      }
      return tally;
    };
    const rows = [(await ask(set.queries, null)).row('quoted')];
    console.log(rows.at(-1)?.join('  '));
    const notes = [`Questions of ${name}; answers of at most ${answerTokens} tokens, all other limits as shipped.`];
    if (await hasBenchModel(library.ollamaHost)) {
      rows.push((await ask(sampleOf(set.queries), `ollama:${benchModel}`)).row(benchModel));
      console.log(rows.at(-1)?.join('  '));
      notes.push(`${benchModel} was asked ${sampleSize} of them, drawn with seed ${sampleSeed}, at temperature 0.`);
    } else {
      notes.push(withoutOllama('The answers of a language model are'));
    }
    return [notes.join(' '), '', ...tableOf(header, rows)];
  } finally {
    await library.close();
  }
}
