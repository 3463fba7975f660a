/**
 * Fits the weight of the vector lane and the weights of the explainable reranker for an embedding model on labelled
 * sets (BEIR folders), and writes them with their report into config/models.json:
 *
 *   npx tsx research/fit-reranker.ts --model use-lite --set FOLDER --set FOLDER [--require NAME:FIGURE] [--vectors FOLDER]
 *
 * Coordinate ascent on nDCG@10 over a coarse grid, drawn towards prior weights (research/rank-fit.ts): what is made as
 * large as possible is the mean of the sets' gains over the fused order, each as a share of what the set lacks there,
 * with losses counted twice, less the distance to the prior. `--require` names what a set has to reach. How strong the
 * prior is, the halves of the sets say, fitted and measured crosswise. The report names the strength and says what is
 * gained on questions that were not fitted: halves, and each set by the weights of the others. Where a set loses more
 * than a hundredth, the model gets no weights. `--vectors` keeps embeddings for the next fit.
 */
import { type RankFeature, rankFeatures } from '@shared/ranking';
import { type LabelledSet, mean } from '../electron/engine/evaluation';
import { type RankWeights, Retriever } from '../electron/engine/retrieval';
import type { PipelineLimits } from '../shared/limits';
import { nameOf, openToFit, setIn, valuesOf, writeModel } from './fitting';
import { LabelledLibrary } from './labelled-library';
import {
  allOf,
  bestFit,
  bestStrength,
  contributionOf,
  crossValidated,
  figure,
  type MeasuredAt,
  type MeasuredSet,
  noWeights,
  type Part,
  type Question,
  setsAt,
  strengths,
  withinReach,
} from './rank-fit';

const vectorWeights = [0.3, 0.4, 0.5, 0.6, 0.7];

/** What a set may lose by weights that are worth it on the others, nDCG@10. */
const mostLost = 0.01;

const one = Object.fromEntries(rankFeatures.map((feature) => [feature, 1])) as RankWeights;
const allOnes = 1 + rankFeatures.length;

/** `NAME:FIGURE` by name. A name that is no set's, or no figure, would require nothing and say nothing. */
function requirementsOf(said: readonly string[], sets: readonly string[]): ReadonlyMap<string, number> {
  return new Map(
    said.map((value) => {
      const [, name = '', figure = ''] = /^(.+):([\d.]+)$/u.exec(value) ?? [];
      if (!sets.includes(name) || Number.isNaN(Number(figure)))
        throw new Error(`--require ${value}: no set or no figure`);
      return [name, Number(figure)];
    }),
  );
}

async function measured(
  set: LabelledSet,
  library: LabelledLibrary,
  retriever: Retriever,
  limits: PipelineLimits,
): Promise<Question[]> {
  const questions: Question[] = [];
  for (const { text, judgements } of set.queries) {
    const found = await retriever.retrieve({ query: text, mode: 'hybrid', scope: {} }, limits);
    const candidates = [...found.candidates].sort((a, b) => (a.chunk.id < b.chunk.id ? -1 : 1));
    // With all weights 1 a contribution is its value over their sum, which is one for all candidates of a query.
    const column = (name: 'fusion' | RankFeature) =>
      Float64Array.from(candidates, ({ scores }) => contributionOf(scores.contributions, name) * allOnes);
    questions.push(
      withinReach({
        judgements,
        labels: candidates.map(({ chunk }) => library.label(chunk.documentId)),
        fused: column('fusion'),
        features: Object.fromEntries(rankFeatures.map((feature) => [feature, column(feature)])) as Question['features'],
      }),
    );
  }
  return questions;
}

/** Without the reranker: the weight of the vector lane that is best for the sets together. */
function bestUnranked(all: readonly MeasuredAt[]): { vectorWeight: number; figures: number[] } {
  return all
    .map(({ vectorWeight, sets }) => ({ vectorWeight, figures: sets.map((set) => figure(set, noWeights)) }))
    .reduce((best, next) => (mean(next.figures) > mean(best.figures) ? next : best));
}

async function main(): Promise<void> {
  const folders = valuesOf('--set');
  const requirements = requirementsOf(valuesOf('--require'), folders.map(nameOf));
  const { limits, entry, embedder } = await openToFit();
  const byWeight = new Map<number, MeasuredSet[]>(vectorWeights.map((weight) => [weight, []]));
  for (const folder of folders) {
    const set = await setIn(folder);
    const library = await LabelledLibrary.make(set, { embedder, entry }, limits, new AbortController().signal);
    for (const [vectorWeight, sets] of byWeight) {
      const unweighed = { ...entry, vectorWeight, ranking: { weights: one, report: '' } };
      const retriever = new Retriever(
        library.store,
        async () => ({ embedder, entry: unweighed }),
        () => unweighed,
      );
      const required = requirements.get(nameOf(folder));
      const questions = await measured(set, library, retriever, limits);
      sets.push({ name: nameOf(folder), questions, ...(required === undefined ? {} : { required }) });
      console.log(
        nameOf(folder),
        vectorWeight,
        sets.at(-1) && figure(sets.at(-1) as MeasuredSet, noWeights).toFixed(4),
      );
    }
    await library.close();
  }
  await embedder.dispose();

  const all: MeasuredAt[] = [...byWeight].map(([vectorWeight, sets]) => ({ vectorWeight, sets }));
  const unranked = bestUnranked(all);
  const tried = strengths.map((strength) => crossValidated(all, strength));
  for (const { strength, figures, value } of tried) {
    const reached = figures.map((one) => one.toFixed(4)).join(', ');
    console.log(`prior at strength ${strength}: halves not fitted ${reached}, worth ${value.toFixed(4)}`);
  }
  const chosen = bestStrength(tried);
  const full = bestFit(all, allOf, chosen.strength);
  const fullSets = setsAt(all, full.vectorWeight);
  const lines = fullSets.map((set, index) => {
    const without = (unranked.figures[index] ?? 0).toFixed(4);
    const line = `${set.name} ${without} → ${figure(set, full.weights).toFixed(4)}, on halves not fitted ${(chosen.figures[index] ?? 0).toFixed(4)}`;
    if (folders.length < 2) return line;
    const others: Part = (sets) => sets.filter((_set, position) => position !== index);
    const foreign = bestFit(all, others, chosen.strength);
    const measuredOn = setsAt(all, foreign.vectorWeight)[index];
    return `${line}, by the other sets' weights ${(measuredOn ? figure(measuredOn, foreign.weights) : 0).toFixed(4)}`;
  });
  for (const line of lines) console.log(line);
  const lowered = fullSets.some((set, index) => figure(set, full.weights) < (unranked.figures[index] ?? 0) - mostLost);
  const report = `nDCG@10 without and with: ${lines.join('; ')}; drawn to the prior weights at strength ${chosen.strength}`;
  console.log(full.vectorWeight, full.weights, lowered ? 'lowers a set: left out' : '');
  writeModel(entry.id, ({ ranking: _former, ...rest }) =>
    lowered
      ? { ...rest, vectorWeight: unranked.vectorWeight }
      : { ...rest, vectorWeight: full.vectorWeight, ranking: { weights: full.weights, report } },
  );
}

void main();
