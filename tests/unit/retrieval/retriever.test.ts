import { VitrineError } from '@shared/errors';
import { limitsSchema } from '@shared/limits';
import { modelCatalogueSchema } from '@shared/model-catalogue';
import { packBlocks } from '@shared/prompt/blocks';
import { describe, expect, it } from 'vitest';
import shippedModels from '../../../config/models.json';
import shippedLimits from '../../../config/pipeline_limits.json';
import { languages } from '../../../electron/engine/languages';
import { type QueryEmbedder, Retriever } from '../../../electron/engine/retrieval';
import { cosine, lengthNormalised, logAvgExp } from '../../../electron/engine/retrieval/ranking/relevance';
import { searchableText } from '../../../electron/engine/store';
import { contentOf, dimension, libraryWithIndex, put, vectorOf } from '../store/open-test-library';

const limits = limitsSchema.parse(shippedLimits);
const entry = modelCatalogueSchema.parse(shippedModels).models.find((model) => model.job === 'embedding');
if (!entry) throw new Error('no embedding model is listed');
const asked = { query: 'heron boat', mode: 'hybrid', scope: {} } as const;

/** A sentence of a query has the vector of the chunk that says the same. */
const vectorOfPassage = (text: string) => vectorOf(searchableText('Title', { headings: [], lead: '', text }));

const embedding: QueryEmbedder = {
  entry: { ...entry, dimension },
  embedder: {
    id: entry.id,
    dimension,
    maxTokens: 128,
    countTokens: (text) => text.split(' ').length,
    embed: async (texts) => texts.map(vectorOfPassage),
    dispose: async () => undefined,
  },
};

/** A retriever over one document, whose model can be had as `model` says at the moment. */
async function retriever(model: () => Promise<QueryEmbedder>) {
  const library = await libraryWithIndex();
  const content = contentOf('boat', ['The heron boat is blue.', 'The silk lamp has fifty lux.']);
  const chunks = content.chunks.map((chunk, at) => ({ ...chunk, tokenCount: [1, 3][at] ?? 1 }));
  await put(library, 'boat.txt', { ...content, chunks });
  return { library, retriever: new Retriever(library, model, () => embedding.entry) };
}

describe('a question in another language than a document', () => {
  it('R9 is compared with it by what it means, where the model reads both, and found by that', async () => {
    const plain = new Set<string>(languages.cmn.plainQuestions.split('|'));
    const toward = (text: string, chinese: number) => {
      const vector = vectorOfPassage(text);
      // A model that puts Chinese questions beside one another, whatever they ask.
      const turned = vector.map((value, at) => (1 - chinese) * value + (at === 0 ? chinese : 0));
      const length = Math.hypot(...turned);
      return turned.map((value) => value / length);
    };
    const embed = async (texts: readonly string[]) =>
      texts.map((text) =>
        /\p{Script=Han}/u.test(text)
          ? toward(plain.has(text) ? 'none' : 'The heron boat is blue.', 0.9)
          : toward('none', 0),
      );
    const { languages: _english, ...reads } = embedding.entry;
    const asking = async (entry: QueryEmbedder['entry']) => {
      const { library, retriever: searches } = await retriever(async () => ({
        entry,
        embedder: { ...embedding.embedder, id: 'cross', embed },
      }));
      const { candidates } = await searches.retrieve(
        { ...asked, query: '苍鹭船是什么颜色的？', mode: 'vector' },
        limits,
      );
      library.close();
      return candidates.map(({ chunk, scores }) => [chunk.text, (scores.cosine ?? 0) > 0.6]);
    };
    const open = { ...reads, cosineThreshold: 0.6 };
    expect(await asking({ ...open, languages: ['eng'] })).toEqual([]);
    expect(await asking(open)).toEqual([['The heron boat is blue.', true]]);
  });
});

describe('passages of what is beside the text', () => {
  it('I34 come behind the others, unless the query asks for their very words', async () => {
    const { library, retriever: searches } = await retriever(async () => embedding);
    const text = 'Heron boat: the heron boat. In: Heron boat.';
    const content = contentOf('sources', [text]);
    const blocks = packBlocks([{ kind: 'references', start: 0, end: text.length }]);
    await put(library, 'sources.txt', { ...content, chunks: content.chunks.map((chunk) => ({ ...chunk, blocks })) });
    const textsOf = async (query: string) =>
      (await searches.retrieve({ ...asked, query }, limits)).candidates.map(({ chunk }) => chunk.text);
    const found = await textsOf('heron boat');
    expect(found[0]).toBe('The heron boat is blue.');
    expect(found.at(-1)).toBe(text);
    expect((await textsOf('"In: Heron boat"'))[0]).toBe(text);
    library.close();
  });
});

describe('an imprint', () => {
  it('I34 is read as text where the query has a word of imprints, and as none elsewhere', async () => {
    const { library, retriever: searches } = await retriever(async () => embedding);
    const text = 'Cover of the heron boat book: the heron boat, painted by Wood.';
    const content = contentOf('imprint', [text]);
    const blocks = packBlocks([{ kind: 'imprint', start: 0, end: text.length }]);
    await put(library, 'imprint.txt', { ...content, chunks: content.chunks.map((chunk) => ({ ...chunk, blocks })) });
    const kindsOf = async (query: string) => {
      const { candidates } = await searches.retrieve({ ...asked, query }, limits);
      return candidates.flatMap(({ chunk }) => (chunk.text === text ? chunk.blocks.map(({ kind }) => kind) : []));
    };
    expect(await kindsOf('Who painted the cover of the heron boat book?')).toEqual(['paragraph']);
    expect(await kindsOf('heron boat')).toEqual(['imprint']);
    library.close();
  });
});

describe('what a search says of its candidates', () => {
  const query = 'The heron boat is blue. The silk lamp has fifty lux.';

  it('R1 is the cosine to every piece of the query, by LogAvgExp, and normalised by length where the limits say so', async () => {
    const { library, retriever: searches } = await retriever(async () => embedding);
    for (const lengthSlope of [0, 0.5]) {
      const asking = { ...limits, retrieval: { ...limits.retrieval, lengthSlope } };
      const { pieces, candidates } = await searches.retrieve({ ...asked, query }, asking);
      expect(pieces.length).toBeGreaterThan(1);
      expect(candidates).toHaveLength(2);
      for (const { chunk, scores } of candidates) {
        const vector = vectorOfPassage(chunk.text);
        const cosines = pieces.map((piece) => cosine(vectorOfPassage(piece), vector));
        const aggregated = logAvgExp(cosines, limits.retrieval.tau);
        expect(scores.vector).toBeCloseTo(lengthNormalised(aggregated, chunk.tokenCount, 2, lengthSlope), 5);
      }
    }
    library.close();
  });

  it('R3 weighs both lanes as the model asks', async () => {
    const { library, retriever: searches } = await retriever(async () => ({
      ...embedding,
      entry: { ...embedding.entry, cosineThreshold: -1 },
    }));
    const found = await searches.retrieve({ ...asked, query: 'The heron boat is blue, the silk lamp is lit.' }, limits);
    const scores = found.candidates.map((candidate) => candidate.scores);
    expect(scores).toHaveLength(2);
    const vectors = scores.map(({ vector }) => vector ?? Number.NaN);
    const [least, most] = [Math.min(...vectors), Math.max(...vectors)];
    const mostOfWords = Math.max(...scores.map(({ keyword }) => keyword ?? 0));
    for (const { vector, keyword, fusion } of scores) {
      const byMeaning = ((vector ?? Number.NaN) - least) / (most - least);
      const byWords = (keyword ?? 0) / mostOfWords;
      expect(fusion).toBeCloseTo(entry.vectorWeight * byMeaning + (1 - entry.vectorWeight) * byWords, 4);
    }
    library.close();
  });

  it('R5 comes with the topics of the library only where it is about none of them', async () => {
    const { library, retriever: searches } = await retriever(async () => embedding);
    const keyword = (text: string) => searches.retrieve({ ...asked, query: text, mode: 'keyword' }, limits);
    expect(await keyword('Which heron boat is blue?')).toMatchObject({ outOfScope: false, suggestions: [] });
    expect(await keyword('gyroscope')).toMatchObject({ outOfScope: true, suggestions: ['boat.txt'] });
    library.close();
  });
});

describe('a question in a language that the model does not read', () => {
  it('R12 is searched for by its words alone, without the model, which is named where nothing is found', async () => {
    const { library, retriever: searches } = await retriever(async () => {
      throw new Error('The model is not asked.');
    });
    const found = await searches.retrieve({ ...asked, query: 'Wie ist das heron boat?' }, limits);
    expect(found).toMatchObject({ unreadBy: entry.title, notices: [] });
    expect(found.vectors).toBeUndefined();
    expect(found.candidates.map(({ chunk, scores }) => [chunk.text, scores.cosine])).toEqual([
      ['The heron boat is blue.', null],
    ]);
    const { notices } = await searches.retrieve({ ...asked, query: 'Wie alt ist der Reiher?' }, limits);
    expect(notices).toMatchObject([{ code: 'question-unread', values: { model: entry.title, language: 'deu' } }]);
    library.close();
  });
});

describe('a search while the model cannot be had', () => {
  it('R12 R14 finds words, says so, and is not kept for when the model is there again', async () => {
    let isThere = false;
    const missing = new VitrineError('model-missing');
    const { library, retriever: searches } = await retriever(async () => {
      if (isThere) return embedding;
      throw missing;
    });
    const byWords = await searches.retrieve(asked, limits);
    expect(byWords.notices.map(({ code }) => code)).toEqual(['keyword-only']);
    expect(byWords.vectors).toBeUndefined();
    isThere = true;
    const whole = await searches.retrieve(asked, limits);
    expect(whole.notices).toEqual([]);
    expect(whole.vectors).toHaveLength(1);
    library.close();
  });

  it('R12 fails where the model has become another one: its vectors would mean nothing', async () => {
    const { library, retriever: searches } = await retriever(async () => {
      throw new VitrineError('index-mismatch');
    });
    await expect(searches.retrieve(asked, limits)).rejects.toMatchObject({ code: 'index-mismatch' });
    library.close();
  });
});
