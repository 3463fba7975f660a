/**
 * Fits the weight of the vector lane and the weights of the explainable reranker for an embedding model on labelled
 * sets (BEIR folders), and writes them with their report into config/models.json:
 *
 *   npx tsx scripts/fit-reranker.ts --model use-lite --set FOLDER --set FOLDER [--vectors FOLDER]
 *
 * Coordinate ascent on nDCG@10 over a coarse grid (Metzler & Croft 2007), from zero weights. What is made as large as
 * possible is the mean of the sets' gains over the fused order, less five times what any set loses: the reranker may
 * not lower a set. Halves are fitted and measured crosswise, and each set by the weights of the others: the report
 * says what is gained on questions that were not fitted. `--vectors` keeps embeddings for the next fit.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, delimiter, join, resolve } from 'node:path';
import { type LabelledSet, mean, ndcg, readLabelledSet } from '../electron/engine/evaluation';
import { LabelledLibrary } from '../electron/engine/flows/evaluation/labelled-library';
import { openModels } from '../electron/engine/models';
import { type RankFeature, type RankWeights, Retriever, rankFeatures } from '../electron/engine/retrieval';
import { limitsSchema, type PipelineLimits } from '../shared/limits';
import { modelCatalogueSchema } from '../shared/model-catalogue';
import { keptVectors } from './kept-vectors';

const repository = resolve(__dirname, '..');
const catalogueFile = join(repository, 'config', 'models.json');
const limitsFile = join(repository, 'config', 'pipeline_limits.json');
const vectorWeights = [0.3, 0.4, 0.5, 0.6];
/** No feature weighs half as much as the fused score: other sets are not these. */
const grid = [0, 0.05, 0.1, 0.2, 0.3, 0.4];
const rounds = 3;
const lossFactor = 5;
/** A smaller gain is no reason to give a feature weight. */
const leastGain = 0.0003;
const k = 10;

const allAt = (weight: number): RankWeights =>
  Object.fromEntries(rankFeatures.map((feature) => [feature, weight])) as RankWeights;
const zero = allAt(0);
const one = allAt(1);
const allOnes = 1 + rankFeatures.length;

/** One question's candidates: features side by side, in the order of their ids. */
interface Question {
  readonly judgements: ReadonlyMap<string, number>;
  readonly labels: readonly string[];
  readonly fused: Float64Array;
  readonly features: Readonly<Record<RankFeature, Float64Array>>;
}

interface MeasuredSet {
  readonly name: string;
  readonly questions: readonly Question[];
}

const valuesOf = (flag: string): string[] =>
  process.argv.flatMap((value, index) => (process.argv[index - 1] === flag ? [value] : []));

const nameOf = (folder: string): string =>
  basename(resolve(folder)) === 'beir' ? basename(resolve(folder, '..')) : basename(resolve(folder));

/** Chunks read for k documents: a document may have several. */
const chunksRead = 5 * k;

/** Positions of the highest scores, highest first, ties by position: what is far below is never sorted. */
function highest(scores: Float64Array): number[] {
  const best: number[] = [];
  for (let position = 0; position < scores.length; position += 1) {
    const score = scores[position] ?? 0;
    if (best.length === chunksRead && score <= (scores[best[chunksRead - 1] ?? 0] ?? 0)) continue;
    let place = best.length;
    while (place > 0 && (scores[best[place - 1] ?? 0] ?? 0) < score) place -= 1;
    best.splice(place, 0, position);
    if (best.length > chunksRead) best.pop();
  }
  return best;
}

/** Of some questions: nDCG@10 of the order that the weights give, each. */
function gains(questions: readonly Question[], weights: RankWeights): number[] {
  return questions.map(({ judgements, labels, fused, features }) => {
    const scores = Float64Array.from(fused);
    for (const feature of rankFeatures) {
      const weight = weights[feature];
      if (weight === 0) continue;
      const values = features[feature];
      for (let i = 0; i < scores.length; i += 1) scores[i] = (scores[i] ?? 0) + weight * (values[i] ?? 0);
    }
    const seen = new Set<string>();
    for (const position of highest(scores)) {
      seen.add(labels[position] ?? '');
      if (seen.size === k) break;
    }
    return ndcg([...seen], judgements, k);
  });
}

const figure = (set: MeasuredSet, weights: RankWeights): number => mean(gains(set.questions, weights));

/** @param baseline what each set reaches without the reranker at the best vector weight */
function objective(sets: readonly MeasuredSet[], weights: RankWeights, baseline: readonly number[]): number {
  const changes = sets.map((set, index) => figure(set, weights) - (baseline[index] ?? 0));
  return mean(changes) + lossFactor * changes.reduce((sum, change) => sum + Math.min(change, 0), 0);
}

function fitted(sets: readonly MeasuredSet[], baseline: readonly number[]): { weights: RankWeights; value: number } {
  let weights = zero;
  let value = objective(sets, weights, baseline);
  for (let round = 0; round < rounds; round += 1) {
    const before = value;
    for (const feature of rankFeatures) {
      for (const candidate of grid) {
        const tried = { ...weights, [feature]: candidate };
        const reached = objective(sets, tried, baseline);
        const least = candidate > weights[feature] ? leastGain : 0;
        if (reached > value + least) [weights, value] = [tried, reached];
      }
    }
    if (value - before < leastGain) break;
  }
  return { weights, value };
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
    const column = (name: string) =>
      Float64Array.from(candidates, ({ scores }) => (scores.contributions?.[name] ?? 0) * allOnes);
    questions.push({
      judgements,
      labels: candidates.map(({ chunk }) => library.label(chunk.documentId)),
      fused: column('fusion'),
      features: Object.fromEntries(rankFeatures.map((feature) => [feature, column(feature)])) as Question['features'],
    });
  }
  return questions;
}

async function main(): Promise<void> {
  const [modelId = 'use-lite'] = valuesOf('--model');
  const folders = valuesOf('--set');
  const catalogue = modelCatalogueSchema.parse(JSON.parse(readFileSync(catalogueFile, 'utf8')));
  const limits = limitsSchema.parse(JSON.parse(readFileSync(limitsFile, 'utf8')));
  const models = openModels({
    catalogue,
    bundledModelFolder: join(repository, 'resources', 'models'),
    modelFolders: (process.env.VITRINE_MODELS ?? '').split(delimiter).filter(Boolean),
  });
  const entry = models.entry(modelId);
  if (entry.job !== 'embedding') throw new Error(`${modelId} is not an embedding model`);
  const embedder = keptVectors(await models.openEmbedder(modelId), valuesOf('--vectors')[0]);
  const byWeight = new Map<number, MeasuredSet[]>(vectorWeights.map((weight) => [weight, []]));
  for (const folder of folders) {
    const set = await readLabelledSet({
      corpus: join(folder, 'corpus.jsonl'),
      queries: join(folder, 'queries.jsonl'),
      qrels: join(folder, 'qrels', 'test.tsv'),
    });
    const library = await LabelledLibrary.make(set, { embedder, entry }, limits, new AbortController().signal);
    for (const [vectorWeight, sets] of byWeight) {
      const unweighed = { ...entry, vectorWeight, ranking: { weights: one, report: '' } };
      const retriever = new Retriever(
        library.store,
        async () => ({ embedder, entry: unweighed }),
        () => unweighed,
      );
      sets.push({ name: nameOf(folder), questions: await measured(set, library, retriever, limits) });
      console.log(nameOf(folder), vectorWeight, sets.at(-1) && figure(sets.at(-1) as MeasuredSet, zero).toFixed(4));
    }
    await library.close();
  }
  await embedder.dispose();

  const all = [...byWeight];
  /** Without the reranker: the vector weight that is best for these sets. */
  const plain = (pick: (sets: readonly MeasuredSet[]) => MeasuredSet[]) =>
    all
      .map(([weight, sets]) => ({ weight, figures: pick(sets).map((set) => figure(set, zero)) }))
      .reduce((best, next) => (mean(next.figures) > mean(best.figures) ? next : best));
  /** What each set reaches without the reranker at the vector weight that is best for it alone: none may lose. */
  const mostOfEach = (pick: (sets: readonly MeasuredSet[]) => MeasuredSet[]): number[] =>
    all
      .map(([, sets]) => pick(sets).map((set) => figure(set, zero)))
      .reduce((most, figures) => most.map((value, index) => Math.max(value, figures[index] ?? 0)));
  const best = (pick: (sets: readonly MeasuredSet[]) => MeasuredSet[]) => {
    const baseline = mostOfEach(pick);
    return all
      .map(([vectorWeight, sets]) => ({ vectorWeight, ...fitted(pick(sets), baseline) }))
      .reduce((most, next) => (next.value > most.value ? next : most));
  };
  const at = (weight: number): readonly MeasuredSet[] => byWeight.get(weight) ?? [];
  const half = (sets: readonly MeasuredSet[], odd: number): MeasuredSet[] =>
    sets.map((set) => ({ ...set, questions: set.questions.filter((_question, index) => index % 2 === odd) }));

  const full = best((sets) => [...sets]);
  const unranked = plain((sets) => [...sets]);
  const lines: string[] = [];
  for (const [index, { name }] of at(full.vectorWeight).entries()) {
    const set = at(full.vectorWeight)[index];
    const reached = set ? figure(set, full.weights) : 0;
    const heldOut = [0, 1].map((odd) => {
      const other = best((sets) => half(sets, 1 - odd));
      const measuredOn = half(at(other.vectorWeight), odd)[index];
      return measuredOn ? figure(measuredOn, other.weights) : 0;
    });
    let line = `${name} ${(unranked.figures[index] ?? 0).toFixed(4)} → ${reached.toFixed(4)}, on halves not fitted ${mean(heldOut).toFixed(4)}`;
    if (folders.length > 1) {
      const others = best((sets) => sets.filter((_set, position) => position !== index));
      const foreign = at(others.vectorWeight)[index];
      line += `, by the other sets' weights ${(foreign ? figure(foreign, others.weights) : 0).toFixed(4)}`;
    }
    lines.push(line);
    console.log(line);
  }
  const lowered = at(full.vectorWeight).some(
    (set, index) => figure(set, full.weights) < (unranked.figures[index] ?? 0),
  );
  const report = `nDCG@10 without and with: ${lines.join('; ')}`;
  console.log(full.vectorWeight, full.weights, lowered ? 'lowers a set: left out' : '');
  const updated = {
    ...catalogue,
    models: catalogue.models.map((model) => {
      if (model.id !== modelId || model.job !== 'embedding') return model;
      const { ranking: _former, ...rest } = model;
      if (lowered) return { ...rest, vectorWeight: unranked.weight };
      return { ...rest, vectorWeight: full.vectorWeight, ranking: { weights: full.weights, report } };
    }),
  };
  writeFileSync(catalogueFile, `${JSON.stringify(updated, null, 2)}\n`);
}

void main();
