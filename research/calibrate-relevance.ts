/**
 * Fits the relevance model of an embedding model on labelled sets (BEIR folders) and writes weights and report into
 * config/models.json:
 *
 *   npx tsx research/calibrate-relevance.ts --model use-lite --set FOLDER --set FOLDER [--vectors FOLDER]
 *
 * Observations are the top candidates of each question in its own set (relevant or not, as judged), of the same
 * question when every document of its article (same title) is taken away, and of the questions of the other sets
 * (never relevant). Positives and negatives weigh the same. Balanced accuracy is of the decision "the library knows
 * this" at probability 0.5 by the best candidate, on the half of the questions that was not fitted.
 */
import { nameOf, openToFit, setIn, toFourDigits, valuesOf, writeModel } from './fitting';
import { LabelledLibrary } from './labelled-library';
import { fitLogistic, type LogisticModel, type Observation, predict } from './logistic-regression';

const candidatesRead = 5;
const never = () => false;
const ridge = 0.5;

interface Question {
  /** Whether the library holds an answer. */
  readonly known: boolean;
  /** Best first. */
  readonly candidates: readonly { readonly features: readonly number[]; readonly relevant: boolean }[];
}

async function main(): Promise<void> {
  const folders = valuesOf('--set');
  const { limits, entry, embedder } = await openToFit();
  const sets = await Promise.all(folders.map(setIn));
  const questions: Question[] = [];
  for (const [index, set] of sets.entries()) {
    const library = await LabelledLibrary.make(set, { embedder, entry }, limits, new AbortController().signal);
    const titles = new Map(set.documents.map((document) => [document.id, document.title]));
    const articles = new Set(titles.values()).size;
    const ask = async (
      text: string,
      relevant: (id: string) => boolean,
      hidden: (id: string) => boolean,
      known: boolean,
    ) => {
      const found = await library.search.retrieve({ query: text, mode: 'hybrid', scope: {} }, limits);
      const candidates = found.candidates
        .map(({ chunk, scores }) => ({ id: library.label(chunk.documentId), scores }))
        .filter(({ id }) => !hidden(id))
        .slice(0, candidatesRead)
        .map(({ id, scores }) => ({
          features: [scores.cosine ?? 0, scores.coverage, scores.saturation],
          relevant: relevant(id),
        }));
      questions.push({ known, candidates });
    };
    for (const query of set.queries) {
      const relevant = (id: string) => (query.judgements.get(id) ?? 0) > 0;
      await ask(query.text, relevant, never, true);
      if (articles < set.documents.length / 2) {
        const gone = new Set([...query.judgements.keys()].map((id) => titles.get(id)));
        await ask(query.text, never, (id) => gone.has(titles.get(id)), false);
      }
    }
    for (const [other, foreign] of sets.entries()) {
      if (other === index) continue;
      for (const query of foreign.queries) await ask(query.text, never, never, false);
    }
    await library.close();
  }
  await embedder.dispose();

  const even = questions.filter((_question, index) => index % 2 === 0);
  const odd = questions.filter((_question, index) => index % 2 === 1);
  const crosswise = (features: readonly number[]): number =>
    (balancedAccuracy(fitted(even, features), odd, features) +
      balancedAccuracy(fitted(odd, features), even, features)) /
    2;
  const [all, byWords] = [
    [0, 1, 2],
    [1, 2],
  ];
  const [held, heldWords] = [crosswise(all), crosswise(byWords)];
  const [full, words] = [fitted(questions, all), fitted(questions, byWords)];
  const report = `fitted on ${folders.map(nameOf).join(', ')} (${questions.length} questions): balanced accuracy on the half not fitted ${held.toFixed(3)}, by words alone ${heldWords.toFixed(3)}`;
  writeModel(entry.id, (model) => ({
    ...model,
    cosineThreshold: toFourDigits(cosineThreshold(questions)),
    relevance: {
      bias: toFourDigits(full.bias),
      cosine: toFourDigits(full.weights[0]),
      coverage: toFourDigits(full.weights[1]),
      saturation: toFourDigits(full.weights[2]),
      keywordOnly: {
        bias: toFourDigits(words.bias),
        coverage: toFourDigits(words.weights[0]),
        saturation: toFourDigits(words.weights[1]),
      },
      report,
    },
  }));
  console.log(report, full, words);
}

/** Positives are relevant candidates; negatives are what a question without an answer finds, and what is not relevant. */
function fitted(questions: readonly Question[], features: readonly number[]): LogisticModel {
  const picked = questions.flatMap(({ known, candidates }) =>
    candidates.flatMap((candidate, rank): Omit<Observation, 'weight'>[] => {
      if (rank > 0 && !candidate.relevant && known) return [];
      return [{ features: features.map((index) => candidate.features[index] ?? 0), label: candidate.relevant ? 1 : 0 }];
    }),
  );
  const positives = picked.filter(({ label }) => label === 1).length;
  const negatives = picked.length - positives;
  return fitLogistic(
    picked.map((one) => ({ ...one, weight: picked.length / (2 * (one.label === 1 ? positives : negatives)) })),
    ridge,
  );
}

const missedShare = 0.01;

/** The cosine that 99 % of the relevant candidates reach: below it a chunk is no hit of the vector lane. */
function cosineThreshold(questions: readonly Question[]): number {
  const cosines = questions
    .flatMap(({ candidates }) => candidates.filter(({ relevant }) => relevant).map(({ features }) => features[0] ?? 0))
    .sort((a, b) => a - b);
  return cosines[Math.floor(cosines.length * missedShare)] ?? 0;
}

function balancedAccuracy(model: LogisticModel, questions: readonly Question[], features: readonly number[]): number {
  const right = { known: [0, 0], unknown: [0, 0] };
  for (const { known, candidates } of questions) {
    const best = Math.max(
      0,
      ...candidates.map(({ features: all }) =>
        predict(
          model,
          features.map((index) => all[index] ?? 0),
        ),
      ),
    );
    const kind = known ? right.known : right.unknown;
    kind[0] = (kind[0] ?? 0) + (best >= 0.5 === known ? 1 : 0);
    kind[1] = (kind[1] ?? 0) + 1;
  }
  const share = ([hits = 0, all = 0]: number[]): number => (all === 0 ? 0 : hits / all);
  return (share(right.known) + share(right.unknown)) / 2;
}

void main();
