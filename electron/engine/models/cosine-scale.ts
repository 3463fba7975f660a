import type { CosineScale, EmbeddingEntry, ModelCatalogue } from '@shared/model-catalogue';
import passages from '../../../config/reference-passages.json';
import { sentences } from '../text/sentences';
import type { Embedder } from './contract';

/** The sentence in the middle of each passage asks for it: the first one often names the subject of all of them. */
const asked = passages.map((passage) => {
  const all = sentences(passage);
  return all[Math.floor(all.length / 2)]?.text ?? passage;
});

/** A model that tells its passages apart by less than this, in cosines, has nothing to be scaled. */
const leastApart = 0.05;

/**
 * How near a model puts a sentence to the passage it is from, and to others, over some two dozen passages of everyday
 * subjects: a second's work. Null for a model that hardly tells them apart. Errors: those of the model.
 */
export async function measuredScale(embedder: Embedder): Promise<CosineScale | null> {
  const vectors = await embedder.embed(passages, 'passage');
  const queries = await embedder.embed(asked, 'query');
  const own: number[] = [];
  const other: number[] = [];
  queries.forEach((query, row) => {
    vectors.forEach((vector, column) => {
      const cosine = query.reduce((sum, value, at) => sum + value * (vector[at] ?? 0), 0);
      (row === column ? own : other).push(cosine);
    });
  });
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  const scale = { own: mean(own), other: mean(other) };
  return scale.own - scale.other < leastApart ? null : scale;
}

/** A model without a fit, its cosines mapped to the scale of a fitted one, whose relevance it takes (docs/adr/0047). */
export function scaledEntry(entry: EmbeddingEntry, scale: CosineScale, { models }: ModelCatalogue): EmbeddingEntry {
  const fitted = models.find((one) => one.job === 'embedding' && one.scale !== undefined);
  if (fitted?.job !== 'embedding' || !fitted.scale) return entry;
  const { own, other } = fitted.scale;
  const stretch = (own - other) / (scale.own - scale.other);
  const { unmeasured: _none, ...relevance } = fitted.relevance;
  return {
    ...entry,
    cosineThreshold: scale.other + (fitted.cosineThreshold - other) / stretch,
    relevance: {
      ...relevance,
      bias: relevance.bias + relevance.cosine * (other - scale.other * stretch),
      cosine: relevance.cosine * stretch,
      report: `by its cosines to reference passages, on the scale of ${fitted.id} (${relevance.report})`,
    },
  };
}
