import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Library, type NewContent, searchableText } from '../../../../electron/engine/store';
import { forAllAsyncWith } from '../../../for-all';
import { read } from '../every-chunk';
import { addition, contentOf, libraryWithIndex, vectorOf } from '../open-test-library';

/** Vectors of one length and one middle, of none, beyond the basic plane, and alike except at an end. */
const passage = fc.constantFrom(
  'a',
  'aa',
  'lid',
  'a walnut lid',
  'a walnut lip',
  'ö walnut lid',
  '🫖🫖🫖',
  '🫖🫖a',
  `${'x'.repeat(99)}y`,
);
const content = fc.record({
  title: fc.constantFrom('', 'Kettles', 'Lids'),
  headings: fc.array(fc.constantFrom('Kettles', 'Spouts'), { maxLength: 1 }),
  texts: fc.array(passage, { minLength: 1, maxLength: 4 }),
});
const path = fc.constantFrom('one', 'two', 'three');

const change = fc.oneof(
  { weight: 3, arbitrary: fc.record({ path, content: fc.option(content) }) },
  { weight: 1, arbitrary: fc.record({ path, content, fails: fc.constant(true) }) },
);

let made = 0;
function contentFrom({ title, headings, texts }: { title: string; headings: string[]; texts: string[] }): NewContent {
  made += 1;
  const content = contentOf(`content-${made}`, texts);
  return { ...content, indexTitle: title, chunks: content.chunks.map((chunk) => ({ ...chunk, headings })) };
}

const searchablesOf = ({ indexTitle, chunks }: NewContent) => chunks.map((chunk) => searchableText(indexTitle, chunk));

async function give(library: Library, path: string, content: NewContent, fails: boolean): Promise<void> {
  const along = () => {
    if (fails) throw new Error('no commit');
    const entries = searchablesOf(content).map((text) => ({ text, vector: vectorOf(text) }));
    library.embeddings.put('model', entries);
  };
  const commit = () => library.commit([addition(path, content.contentId, content)], { along });
  if (fails) await expect(commit()).rejects.toThrow('no commit');
  else await commit();
}

describe('cached vectors', () => {
  it('I12 are those of the chunks that are there, after every change', async () => {
    await forAllAsyncWith({ seed: 41, numRuns: 40 })(
      fc.array(change, { minLength: 1, maxLength: 8 }),
      async (changes) => {
        const library = await libraryWithIndex();
        const there = new Map<string, readonly string[]>();
        for (const one of changes) {
          const fails = 'fails' in one;
          const content = one.content && contentFrom(one.content);
          if (content) await give(library, one.path, content, fails);
          else await library.delete([`doc-${one.path}`]);
          if (!fails) there.set(one.path, content ? searchablesOf(content) : []);
          const wanted = new Set([...there.values()].flat());
          expect(read(library.folder, 'SELECT key FROM embeddings')).toHaveLength(wanted.size);
          for (const text of wanted) expect(library.embeddings.get('model', text)).toEqual(vectorOf(text));
        }
        library.close();
      },
    );
  });
});
