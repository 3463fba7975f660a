import shippedModels from '@config/models.json';
import shippedLimits from '@config/pipeline_limits.json';
import { limitsSchema } from '@shared/limits';
import { modelCatalogueSchema } from '@shared/model-catalogue';
import { describe, expect, it } from 'vitest';
import { type QueryEmbedder, Retriever } from '../../../electron/engine/retrieval';
import { Library } from '../../../electron/engine/store';
import {
  contentOf,
  dimension,
  libraryWithIndex,
  put,
  rowsOf,
  temporaryFolder,
  vectorOf,
} from '../store/open-test-library';

const limits = limitsSchema.parse(shippedLimits);
const entry = modelCatalogueSchema.parse(shippedModels).models.find((model) => model.job === 'embedding');
if (!entry) throw new Error('no embedding model is listed');
const embedding: QueryEmbedder = {
  entry: { ...entry, dimension, cosineThreshold: -1 },
  embedder: {
    id: entry.id,
    dimension,
    maxTokens: 128,
    countTokens: (text) => text.split(' ').length,
    embed: async (texts) => texts.map(vectorOf),
    dispose: async () => undefined,
  },
};
const retrieverOf = (library: Library) =>
  new Retriever(
    library,
    async () => embedding,
    () => embedding.entry,
  );

const version = (n: number) => contentOf(`ferry-${n}`, [`The ferry leaves from platform ${n}.`]);
const moment = () => new Promise((resolve) => setTimeout(resolve, 100));

/** Lets `between` happen whenever a lane of the index has answered, before the catalogue is asked. */
function disturb({ index }: Library, between: () => Promise<unknown>): void {
  const text = index.text.bind(index);
  index.text = async (...given) => {
    const hits = await text(...given);
    await between();
    return hits;
  };
  const nearest = index.nearest.bind(index);
  index.nearest = async (...given) => {
    const hits = await nearest(...given);
    await between();
    return hits;
  };
}

describe('a search beside changes', () => {
  it.each([
    ['keyword', 'ferry platform'],
    ['keyword', '"leaves from platform"'],
    ['keyword', 'platfrom'],
    ['hybrid', 'ferry platform'],
    ['vector', 'ferry platform'],
  ] as const)(
    'I4 finds the old or the new where a document is replaced between index and catalogue at every look: %s %s',
    async (mode, query) => {
      const library = await libraryWithIndex();
      await put(library, 'ferry.txt', version(0));
      const hold = library.holdChanges;
      let held = false;
      library.holdChanges = () => {
        held = true;
        return hold();
      };
      let replaced = 0;
      let going: Promise<void> | null = null;
      disturb(library, async () => {
        going ??= put(library, 'ferry.txt', version(replaced + 1)).then(() => {
          replaced += 1;
          going = null;
        });
        // If it may not start, no one waits for it: its chance comes later.
        await (held ? moment() : going);
      });

      const found = await retrieverOf(library).retrieve({ query, mode, scope: {} }, limits);

      expect(found.candidates.map(({ chunk }) => chunk.text)).toEqual([`The ferry leaves from platform ${replaced}.`]);
      const seen = replaced;
      expect(seen).toBeGreaterThan(1);
      await going;
      expect(replaced, 'what had to wait goes on').toBe(seen + 1);
      library.close();
    },
  );

  it('I4 finds one of them while another process, which waits for no one, replaces the document', async () => {
    const folder = temporaryFolder();
    const writer = await libraryWithIndex(folder);
    await put(writer, 'ferry.txt', version(0));
    const reader = await Library.open(folder, 'local');
    expect(reader.writable).toBe(false);
    let replaced = 0;
    disturb(reader, async () => {
      if (replaced === 9) return;
      replaced += 1;
      await put(writer, 'ferry.txt', version(replaced));
    });
    const found = await retrieverOf(reader).retrieve({ query: 'ferry platform', mode: 'keyword', scope: {} }, limits);
    expect(found.candidates.map(({ chunk }) => chunk.text)).toEqual(['The ferry leaves from platform 9.']);
    reader.close();
    writer.close();
  });

  it('I4 finds deleted and added documents, and the content of a rebuilt index', async () => {
    const library = await libraryWithIndex();
    await put(library, 'ferry.txt', version(0));
    await put(library, 'mill.txt', contentOf('mill', ['The mill has no ferry.']));
    const rows = [...rowsOf(contentOf('mill', ['The mill has no ferry.'])), ...rowsOf(version(0))];
    const changes = [
      () => library.delete(['doc-ferry.txt']),
      () => put(library, 'ferry.txt', version(0)),
      () =>
        library.change(() =>
          library.index.rebuild({ modelId: 'model', dimension, profile: 'balanced' }, rows, 8, (switchOver) =>
            library.takeOver(switchOver),
          ),
        ),
    ];
    let made = 0;
    disturb(library, async () => {
      await changes[made++]?.();
    });
    const found = await retrieverOf(library).retrieve({ query: 'ferry', mode: 'keyword', scope: {} }, limits);
    expect(made).toBeGreaterThan(changes.length);
    expect(found.candidates.map(({ chunk }) => chunk.text).sort()).toEqual([
      'The ferry leaves from platform 0.',
      'The mill has no ferry.',
    ]);
    library.close();
  });

  it('forgets its results while unfindable rows were in the places of others', async () => {
    const library = await libraryWithIndex();
    const many = Array.from({ length: 4 * limits.N1_RETR_MAX_CANDIDATES }, (_none, n) => `Ferry, ferry ${n}`);
    await put(library, 'many.txt', contentOf('many', many));
    const long = `A ferry ${'passes the mill and the port and the long quay '.repeat(20)}`;
    await put(library, 'one.txt', contentOf('one', [long]));
    const retriever = retrieverOf(library);
    const search = async () =>
      (await retriever.retrieve({ query: 'ferry', mode: 'keyword', scope: {} }, limits)).candidates.length;
    const remove = library.index.removeContents.bind(library.index);
    let meanwhile = -1;
    library.index.removeContents = async (contentIds) => {
      meanwhile = await search();
      await remove(contentIds);
    };
    await put(library, 'many.txt', contentOf('few', ['Nothing of it.']));
    expect(meanwhile).toBe(0);
    expect(await search()).toBe(1);
    library.close();
  });
});
