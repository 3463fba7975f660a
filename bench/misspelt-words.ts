import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import limitsFile from '../config/pipeline_limits.json';
import { openEngine } from '../electron/engine/engine';
import { engineOptions } from '../electron/engine/host-options';
import { LibraryTerms } from '../electron/engine/retrieval/query/library-terms';
import { parseQuery } from '../electron/engine/retrieval/query/parse-query';
import { spelledAsIn } from '../electron/engine/retrieval/query/spelling';
import { Library } from '../electron/engine/store';
import { contentWords } from '../electron/engine/text/function-words';
import { formsOf } from '../electron/engine/text/inflections';
import { terms } from '../electron/engine/text/terms';
import { limitsSchema } from '../shared/limits';
import { must, repository, tableOf } from './benchmark-page';

/** Words of each half, and the letters of the shortest. */
const drawn = 200;
const shortest = 7;
const keyboard = ['qwertzuiop', 'asdfghjkl', 'yxcvbnm'];

/** Returns numbers of [0, 1) that are the same for the same seed. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Returns a word with one slip behind its first letter: one left out, doubled, swapped, or of the key beside. */
function misspelt(word: string, random: () => number): string {
  const kind = Math.floor(random() * 4);
  const at = 1 + Math.floor(random() * (word.length - 1));
  const [before, letter, behind] = [word.slice(0, at), word.charAt(at), word.slice(at + 1)];
  if (kind === 0) return before + behind;
  if (kind === 1) return before + letter + letter + behind;
  if (kind === 2) return before.slice(0, -1) + letter + before.slice(-1) + behind;
  const row = keyboard.find((keys) => keys.includes(letter)) ?? 'er';
  const place = row.indexOf(letter);
  return before + (row.charAt(place + 1) || row.charAt(place - 1)) + behind;
}

const wholeWord = /(?<![\p{L}\p{N}_@:/\\~#$.-])\p{L}\p{Ll}+(?![\p{L}\p{N}_@/\\~#$-]|[:.]\p{L})/gu;

/** Returns the words of every other document of a language that may be misspelt, each with the times it stands there. */
function wordsOf({ documents }: Library, language: string, half: number): Map<string, number> {
  const words = new Map<string, number>();
  const own = documents.list().filter((document) => document.language === language);
  for (const { documentId } of own.filter((_, at) => at % 2 === half)) {
    const ids = documents.chunkPlaces(documentId).map(({ id }) => id);
    for (const { text } of documents.chunks(ids).values())
      for (const [word] of text.matchAll(wholeWord))
        if (word.length >= shortest && terms(contentWords(word, language)).length === 1)
          words.set(word, (words.get(word) ?? 0) + 1);
  }
  return words;
}

/** The row of one half: how many slips lead to their word, and how many rare right words are replaced. */
async function rowOf(library: Library, language: string, half: number): Promise<string[]> {
  const known = { library, facts: new LibraryTerms(library), limits: limitsSchema.parse(limitsFile) };
  const spelled = async (query: string): Promise<string> =>
    (await spelledAsIn(known, { query, parsed: parseQuery(query), language, mode: 'hybrid' })).words;
  const words = wordsOf(library, language, half);
  const all = [...words.keys()].sort();
  const random = randomFrom(half + 7);
  const tried = new Set<string>();
  let found = 0;
  while (tried.size < drawn) {
    const word = all[Math.floor(random() * all.length)] ?? '';
    const slip = misspelt(word, random);
    if (tried.has(word) || slip.toLowerCase() === word.toLowerCase() || words.has(slip)) continue;
    tried.add(word);
    const meant = await spelled(slip);
    const [wanted = ''] = terms(word);
    if (terms(meant)[0] === wanted || formsOf(meant, language).has(wanted)) found += 1;
  }
  const rare = all.filter((word) => words.get(word) === 1).slice(0, 1000);
  let changed = 0;
  for (const word of rare) changed += Number((await spelled(word)) !== word);
  const share = (part: number, of: number): string => ((100 * part) / of).toFixed(1);
  return [half === 0 ? 'fitted' : 'reported', share(found, drawn), String(rare.length), share(changed, rare.length)];
}

/** Slips in words of both desks; null where the desks are not beside the checkout. */
export async function misspeltWords(beside: string): Promise<string[] | null> {
  const rows: string[][] = [];
  for (const [name, language] of [
    ['en', 'eng'],
    ['de', 'deu'],
  ] as const) {
    const files = join(beside, 'desk', name, 'files');
    if (!existsSync(files)) return null;
    const libraryFolder = await mkdtemp(join(tmpdir(), 'vitrine-misspelt-'));
    const engine = await openEngine({
      ...engineOptions(process.env, { appFolder: repository, libraryFolder }),
      logFile: null,
    });
    await must(engine.request('ingest.run', { paths: [files] }));
    await engine.close();
    const library = await Library.open(libraryFolder, 'local');
    for (const half of [0, 1]) rows.push([`desk/${name}`, ...(await rowOf(library, language, half))]);
    library.close();
    await rm(libraryFolder, { recursive: true, force: true, maxRetries: 5 });
  }
  return [
    `${drawn} words of ${shortest} letters or more of each half of the documents, each with one slip (a letter behind the first left out, doubled, swapped with the one before, or of the key beside; seeded). *Found*: the searched word is the right one or a form of it. *Changed*: words that stand once in these documents, spelled rightly, and replaced all the same.`,
    '',
    ...tableOf(['desk', 'half', 'found, %', 'rare right words', 'changed, %'], rows),
  ];
}
