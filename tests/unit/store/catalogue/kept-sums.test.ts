import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Library } from '../../../../electron/engine/store';
import { forAllAsyncWith } from '../../../for-all';
import { contentUnder, expectRight, give, type Part } from '../every-chunk';
import { temporaryFolder } from '../open-test-library';

/** Names that are titles of documents and headings of chunks alike. */
const name = fc.constantFrom('Kettles', 'Über Töpfe', 'a "quoted" one');
const contentId = fc.constantFrom('one', 'two', 'three');
const part = fc.record({
  headings: fc.array(fc.oneof({ weight: 5, arbitrary: name }, fc.constant('')), { maxLength: 2 }),
});
const parts = fc.array(part, { minLength: 1, maxLength: 4 });

const cuts = fc.record({ one: parts, two: parts, three: parts }, { requiredKeys: [] });

type Change = (library: Library) => unknown;

async function cutAnew(library: Library, cut: Readonly<Record<string, readonly Part[]>>): Promise<void> {
  library.shadowChunks.begin('fine');
  for (const id of library.contents.ids()) {
    const parts = cut[id];
    if (parts) await library.shadowChunks.add(contentUnder(id, parts, 'fine'));
    else library.shadowChunks.keep(id);
  }
}

const fails = () => {
  throw new Error('no commit');
};

const change: fc.Arbitrary<Change> = fc.oneof(
  fc.tuple(name, contentId, parts).map<Change>((given) => (library) => give(library, ...given)),
  fc
    .tuple(name, contentId, parts)
    .map<Change>((given) => (library) => expect(give(library, ...given, fails)).rejects.toThrow('no commit')),
  name.map<Change>((path) => (library) => library.delete([`doc-${path}`])),
  name.map<Change>((path) => (library) => library.collections.move([`doc-${path}`], 'Elsewhere')),
  contentId.map<Change>((id) => (library) => {
    const error = { code: 'internal', message: 'lost', hint: '' } as const;
    return library.commit([], { work: () => library.documents.giveUp(id, error) });
  }),
  fc.tuple(contentId, parts).map<Change>(([id, cut]) => (library) => {
    if (!library.contents.ids().includes(id)) return undefined;
    return library.commit([], { work: () => library.contents.replace(contentUnder(id, cut)) });
  }),
  cuts.map<Change>((cut) => async (library) => {
    await cutAnew(library, cut);
    expect(() => library.takeOver(fails)).toThrow('no commit');
    library.shadowChunks.clear();
  }),
  cuts.map<Change>((cut) => async (library) => {
    await cutAnew(library, cut);
    library.takeOver(() => undefined);
    library.shadowChunks.clear();
  }),
);

describe('counts', () => {
  it('are after every change what every single chunk says, and after the next opening', async () => {
    await forAllAsyncWith({ seed: 23, numRuns: 80 })(
      fc.array(change, { minLength: 1, maxLength: 8 }),
      async (changes) => {
        const folder = temporaryFolder();
        const library = await Library.open(folder, 'local');
        for (const change of changes) {
          await change(library);
          expectRight(library);
        }
        library.close();
        const again = await Library.open(folder, 'local');
        expectRight(again);
        again.close();
      },
    );
  }, 120_000);
});
