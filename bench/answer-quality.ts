import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Abstention,
  answerFigures,
  answerLimits,
  balancedAccuracy,
  halvesByTitle,
  type JudgedAnswer,
  judgeAnswer,
  type LabelledSet,
  readLabelledSet,
} from '../electron/engine/evaluation';
import { must, tableOf } from './benchmark-page';
import { BenchLibrary } from './library-of-bench';
import { pathsOf } from './raw-keyword';

/** Quoted answers have no tokens to write. */
const answerTokens = 96;

const fileOf = (id: string): string => `${id}.txt`;

async function openWith(model: string, documents: LabelledSet['documents']): Promise<BenchLibrary> {
  const library = await BenchLibrary.open({ answerTokens, promptTokens: null });
  await must(library.engine.request('models.use', { model }));
  await library.ingest(new Map(documents.map(({ id, title, text }) => [fileOf(id), `${title}\n\n${text}`])));
  return library;
}

/** Of the questions whose paragraph is in the library: gold spans in the answer, and first citations of the paragraph. */
async function spansAndCitations(set: LabelledSet, spans: Readonly<Record<string, string[]>>, model: string) {
  const library = await openWith(model, set.documents);
  const judged: JudgedAnswer[] = [];
  try {
    for (const { id, text, judgements } of set.queries) {
      const { answer } = await library.ask({ question: text, noLlm: true });
      const wanted = new Set([...judgements].filter(([, gain]) => gain > 0).map(([document]) => fileOf(document)));
      judged.push(judgeAnswer(answer, spans[id] ?? [], ({ path }) => wanted.has(path.split('/').at(-1) ?? '')));
    }
  } finally {
    await library.close();
  }
  const { spanInAnswer, firstCitationRight } = answerFigures(judged, null);
  return { held: spanInAnswer, named: firstCitationRight };
}

/** With every other article away, then with the others. */
async function abstention(set: LabelledSet, model: string): Promise<number> {
  const asked: Abstention[] = [];
  for (const documents of halvesByTitle(set.documents) ?? []) {
    const there = new Set(documents.map(({ id }) => id));
    const library = await openWith(model, documents);
    try {
      for (const { text, judgements } of set.queries) {
        const { answer } = await library.ask({ question: text, noLlm: true });
        const known = [...judgements].some(([document, gain]) => gain > 0 && there.has(document));
        asked.push({ known, answered: answer.outcome !== 'nothing' });
      }
    } finally {
      await library.close();
    }
  }
  return balancedAccuracy(asked) ?? 0;
}

/**
 * What quoted answers are worth on a set with answer spans (`answers.json`: question id → spans), for each embedding
 * model; null where the set has none.
 */
export async function answerQuality(folder: string, name: string, models: readonly string[]): Promise<string[] | null> {
  const file = join(folder, 'answers.json');
  if (!existsSync(file)) return null;
  const spans = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string[]>;
  const set = await readLabelledSet(pathsOf(folder));
  const rows: string[][] = [];
  for (const model of models) {
    const { held, named } = await spansAndCitations(set, spans, model);
    const refusal = await abstention(set, model);
    rows.push([name, model, refusal.toFixed(4), held.toFixed(4), named.toFixed(4)]);
    console.log(rows.at(-1)?.join('  '));
  }
  return [
    `Quoted answers to all ${set.queries.length} questions; of at most ${answerLimits.sentences} sentences and ${answerLimits.characters} characters. Abstention is measured with every other article away, and then with the others.`,
    '',
    ...tableOf(
      [
        'set',
        'embedding model',
        'abstention, balanced accuracy',
        'gold span inside the answer',
        'first citation names the gold paragraph',
      ],
      rows,
    ),
  ];
}
