import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { LabelledSetFacts } from '@shared/contract';
import { z } from 'zod';
import { type LabelledSet, readLabelledSet, setChecksum } from './labelled-set';
import { type NamedDocument, readQuestionList } from './question-list';
import { invalidSet, isThere, packed, packedEnding, textOf } from './set-file';

/** Question id → spans that answer it. */
export type AnswerSpans = Readonly<Record<string, readonly string[]>>;

const answersFile = z.record(z.string(), z.array(z.string()));

export interface OpenedSet {
  readonly set: LabelledSet;
  /** Null where the set has none. */
  readonly answers: AnswerSpans | null;
  readonly facts: Omit<LabelledSetFacts, 'indexed'>;
}

/**
 * Reads the set at a path: a folder in the BEIR layout, or a CSV file about these documents of the library.
 * Errors: `labelled-set-invalid`, with `details.file` and `details.line`.
 */
export async function openLabelledSet(
  path: string,
  split: string | undefined,
  documents: () => readonly NamedDocument[],
): Promise<OpenedSet> {
  const isFolder = await stat(path).then(
    (found) => found.isDirectory(),
    (error: unknown) => {
      const hint = 'Choose a folder in the BEIR layout, or a CSV file.';
      throw invalidSet(path, 0, { why: 'no-set', reason: 'it cannot be read', hint }, error);
    },
  );
  return isFolder ? openFolder(path, split) : openList(path, documents());
}

async function openFolder(given: string, split: string | undefined): Promise<OpenedSet> {
  const folder = await folderOfSet(given);
  const splits = await splitsOf(folder);
  const chosen = split ?? (splits.includes('test') ? 'test' : (splits[0] ?? 'test'));
  if (split !== undefined && !splits.includes(split)) {
    const hint = `There are: ${splits.join(', ')}.`;
    const fault = { why: 'no-split', reason: 'it is not there', hint, values: { split } };
    throw invalidSet(join(folder, 'qrels', `${split}.tsv`), 0, fault);
  }
  const qrels = join(folder, 'qrels', `${chosen}.tsv`);
  const set = await readLabelledSet({
    corpus: join(folder, corpusFile),
    queries: join(folder, 'queries.jsonl'),
    qrels,
  });
  const answers = await answersOf(join(folder, 'answers.json'));
  const named = basename(folder) === 'beir' ? basename(dirname(folder)) : basename(folder);
  return {
    set,
    answers,
    facts: { ...factsOf(set, answers), kind: 'beir', name: named, path: given, splits, split: chosen },
  };
}

const corpusFile = 'corpus.jsonl';

/**
 * The folder itself, or the one folder in it that holds a set: an unpacked archive often has its set one folder down.
 * Of several, the one called `beir`. Errors: `labelled-set-invalid` where there is none, or nobody can tell which.
 */
async function folderOfSet(given: string): Promise<string> {
  const below = await readdir(given, { withFileTypes: true });
  if (below.some(({ name }) => name === corpusFile)) return given;
  const packedCorpus = `${corpusFile}${packedEnding}`;
  if (below.some(({ name }) => name === packedCorpus)) throw packed(join(given, packedCorpus));
  const holding: string[] = [];
  for (const { name } of below.filter((entry) => entry.isDirectory())) {
    const isThere = await stat(join(given, name, corpusFile)).then(
      (found) => found.isFile(),
      // Absent, or not to be read: not a set either way.
      () => false,
    );
    if (isThere) holding.push(name);
  }
  const [only] = holding.includes('beir') ? ['beir'] : holding.length === 1 ? holding : [];
  if (only !== undefined) return join(given, only);
  if (holding.length === 0) throw invalidSet(given, 0, { why: 'no-corpus', reason: `it holds no ${corpusFile}` });
  const values = { names: holding.join(', ') };
  const hint = `Choose one of them: ${values.names}.`;
  throw invalidSet(given, 0, { why: 'many-sets', reason: 'it holds more than one set', hint, values });
}

async function openList(path: string, documents: readonly NamedDocument[]): Promise<OpenedSet> {
  const set = await readQuestionList(path, documents);
  const name = basename(path).replace(/\.[^.]+$/u, '');
  return { set, answers: null, facts: { ...factsOf(set, null), kind: 'csv', name, path, splits: [], split: null } };
}

function factsOf(set: LabelledSet, answers: AnswerSpans | null) {
  const known = new Set(set.documents.map(({ id }) => id));
  const relevant = set.queries.flatMap(({ judgements }) => [...judgements].filter(([, gain]) => gain > 0));
  const gains = relevant.map(([, gain]) => gain);
  const lacking = relevant.filter(([id]) => !known.has(id)).length;
  const askers = set.queries.filter(({ asker }) => asker !== undefined).length;
  return {
    ...(set.leftOut ? { leftOut: set.leftOut } : {}),
    ...(set.repeated === undefined ? {} : { repeated: set.repeated }),
    ...(lacking > 0 ? { lacking } : {}),
    ...(askers > 0 ? { askers } : {}),
    checksum: setChecksum(set, answers),
    documents: set.documents.length,
    queries: set.queries.length,
    unjudged: set.unjudged,
    judgements: gains.length,
    highestGain: gains.reduce((most, gain) => Math.max(most, gain), 0),
    hasAnswers: answers !== null,
  };
}

/** Names of qrels/*.tsv. Errors: `labelled-set-invalid` where there is none. */
async function splitsOf(folder: string): Promise<string[]> {
  const qrels = join(folder, 'qrels');
  const names = await readdir(qrels).catch((error: unknown) => {
    throw invalidSet(qrels, 0, { why: 'no-qrels', reason: 'the folder cannot be read', hint: qrelsHint }, error);
  });
  const splits = names.flatMap((name) => (name.endsWith(splitEnding) ? [name.slice(0, -splitEnding.length)] : []));
  if (splits.length > 0) return splits.sort();
  const packedSplit = names.find((name) => name.endsWith(`${splitEnding}${packedEnding}`));
  if (packedSplit !== undefined) throw packed(join(qrels, packedSplit));
  throw invalidSet(qrels, 0, { why: 'no-splits', reason: 'it holds no .tsv file', hint: qrelsHint });
}

const splitEnding = '.tsv';
const qrelsHint = 'Put the judgements into qrels/test.tsv: question id, document id and a number in each line.';

async function answersOf(file: string): Promise<AnswerSpans | null> {
  if (!(await isThere(file))) return null;
  const hint = 'Write one object: question id → list of spans.';
  try {
    return answersFile.parse(JSON.parse(await textOf(file)));
  } catch (error) {
    throw invalidSet(file, 0, { why: 'answers', reason: 'it is no object of lists of texts', hint }, error);
  }
}
