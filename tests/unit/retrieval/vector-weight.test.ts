import { modelCatalogueSchema } from '@shared/model-catalogue';
import { describe, expect, it } from 'vitest';
import shipped from '../../../config/models.json';
import { queryLanguage } from '../../../electron/engine/retrieval/query-language';
import { isForeign, vectorWeightFor } from '../../../electron/engine/retrieval/vector-weight';

const english = { languages: ['eng'], vectorWeight: 0.5 };

describe('what vectors count for a query in a language', () => {
  it.each([
    ['Who built the mill?', 0.5],
    ['Wer hat die Mühle gebaut?', 0.2],
    ['¿Quién construyó el molino?', 0.2],
    // Nothing tells, or no more than triples of letters.
    ['ERR_4012', 0.5],
    ['turbulent boundary layer transition', 0.5],
  ])('R3 a model of English: %s %s', (query, weight) => {
    expect(vectorWeightFor(queryLanguage(query), english)).toBeCloseTo(weight, 12);
  });

  it('R3 a model of which nobody has told its languages keeps its weight in every one', () => {
    expect(vectorWeightFor(queryLanguage('Wer hat die Mühle gebaut?'), { vectorWeight: 0.5 })).toBe(0.5);
  });

  it('is told of every listed model but the one of many languages', () => {
    const german = queryLanguage('Wer hat die Mühle gebaut?');
    const reads = modelCatalogueSchema
      .parse(shipped)
      .models.flatMap((model) => (model.job === 'embedding' && !isForeign(german, model) ? [model.id] : []));
    expect(reads).toEqual(['multilingual-e5-small']);
  });
});
