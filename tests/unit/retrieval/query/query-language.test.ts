import shipped from '@config/models.json';
import { modelCatalogueSchema } from '@shared/model-catalogue';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isForeign, queryLanguage } from '../../../../electron/engine/retrieval/query/query-language';
import { forAll } from '../../../for-all';

describe('the language of a query', () => {
  it.each([
    ['How large may a file be?', 'eng'],
    ['Who won the war?', 'eng'],
    ['Where is São Paulo?', 'eng'],
    ['Strafe bei Verspätung', 'deu'],
    ['Quelle est la capitale de la France ?', 'fra'],
  ])('%s is recognised by its function words: %s', (query, code) => {
    expect(queryLanguage(query)).toEqual({ code, by: 'function-words' });
  });

  it.each([
    ['Windmühle', 'deu'],
    ['Kündigungsfrist', 'deu'],
    ['casa con jardín', 'spa'],
    ['देश का सबसे पुराना विश्वविद्यालय कहाँ है?', 'hin'],
    ['Μύλος Αθήνα', 'ell'],
    ['ここはどこですか', 'jpn'],
  ])('%s is recognised by its letters: %s', (query, code) => {
    expect(queryLanguage(query)).toEqual({ code, by: 'letters' });
  });

  it.each(['ERR_4012', 'cell division mitosis', 'Super Bowl 50', 'angle α', '', '?'])('%j tells nothing', (query) => {
    expect(queryLanguage(query)).toEqual({ code: 'und', by: 'nothing' });
  });

  it('takes any text, and the same one alike', () => {
    forAll(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
      const found = queryLanguage(text);
      expect(found.code).toMatch(/^[a-z]{3}$/u);
      expect(queryLanguage(text)).toEqual(found);
    });
  });
});

describe('a language that a model does not read', () => {
  it('is known for every listed model except those of many languages', () => {
    const german = queryLanguage('Wer hat die Mühle gebaut?');
    const reads = modelCatalogueSchema
      .parse(shipped)
      .models.flatMap((model) => (model.job === 'embedding' && !isForeign(german, model) ? [model.id] : []));
    expect(reads).toEqual([
      'multilingual-e5-small-latin',
      'multilingual-e5-small',
      'granite-embedding-97m-multilingual-r2',
    ]);
  });

  it('is none where nothing tells, or no more than triples of letters, or the model’s languages are not known', () => {
    const english = { languages: ['eng'] };
    expect(isForeign(queryLanguage('ERR_4012'), english)).toBe(false);
    expect(isForeign(queryLanguage('turbulent boundary layer transition'), english)).toBe(false);
    expect(isForeign(queryLanguage('Wer hat die Mühle gebaut?'), {})).toBe(false);
  });
});
