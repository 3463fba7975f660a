import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type LabelledSet, readLabelledSet } from '../../electron/engine/evaluation';
import { must, tableOf } from './benchmark-page';
import { BenchLibrary } from './library-of-bench';
import { pathsOf } from './raw-keyword';

/** Quoted answers have no tokens to write. */
const answerTokens = 96;
const sentencesAllowed = 3;
const charactersAllowed = 600;

const fileOf = (id: string): string => `${id}.txt`;
const plain = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim();
const withoutMarkers = (answer: string): string => answer.replace(/\s*\[[^\]]*\d[^\]]*\]/gu, '');

async function openWith(model: string, documents: LabelledSet['documents']): Promise<BenchLibrary> {
  const library = await BenchLibrary.open(answerTokens);
  await must(library.engine.request('models.use', { model }));
  await library.ingest(new Map(documents.map(({ id, title, text }) => [fileOf(id), `${title}\n\n${text}`])));
  return library;
}

/** Of the questions whose paragraph is in the library: gold spans in the answer, and first citations of the paragraph. */
async function spansAndCitations(set: LabelledSet, spans: Readonly<Record<string, string[]>>, model: string) {
  const library = await openWith(model, set.documents);
  let held = 0;
  let named = 0;
  try {
    for (const { id, text, judgements } of set.queries) {
      const { answer } = await library.ask({ question: text, noLlm: true });
      if (answer.outcome === 'fallback') continue;
      const shown = withoutMarkers(answer.answer);
      const fits = shown.length <= charactersAllowed && (answer.cited?.length ?? 0) <= sentencesAllowed;
      if (fits && (spans[id] ?? []).some((span) => plain(shown).includes(plain(span)))) held += 1;
      const first = [...answer.citations]
        .sort((a, b) => a.marker - b.marker)[0]
        ?.path.split('/')
        .at(-1);
      if ([...judgements].some(([document, gain]) => gain > 0 && fileOf(document) === first)) named += 1;
    }
  } finally {
    await library.close();
  }
  return { held: held / set.queries.length, named: named / set.queries.length };
}

/** With the odd articles away, then the even ones: mean of the shares answered and refused as they should be. */
async function abstention(set: LabelledSet, model: string): Promise<number> {
  const articles = [...new Set(set.documents.map(({ title }) => title))];
  const half = new Map(articles.map((title, position) => [title, position % 2]));
  const halfOf = new Map(set.documents.map(({ id, title }) => [id, half.get(title)]));
  const tally = { known: 0, answered: 0, unknown: 0, refused: 0 };
  for (const kept of [0, 1]) {
    const library = await openWith(
      model,
      set.documents.filter(({ title }) => half.get(title) === kept),
    );
    try {
      for (const { text, judgements } of set.queries) {
        const { answer } = await library.ask({ question: text, noLlm: true });
        const refused = answer.outcome === 'fallback';
        const [wanted] = [...judgements].filter(([, gain]) => gain > 0);
        if (halfOf.get(wanted?.[0] ?? '') === kept) {
          tally.known += 1;
          tally.answered += refused ? 0 : 1;
        } else {
          tally.unknown += 1;
          tally.refused += refused ? 1 : 0;
        }
      }
    } finally {
      await library.close();
    }
  }
  return (tally.answered / tally.known + tally.refused / tally.unknown) / 2;
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
    `Quoted answers to all ${set.queries.length} questions; of at most ${sentencesAllowed} sentences and ${charactersAllowed} characters. Abstention is measured with every other article away, and then with the others.`,
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
