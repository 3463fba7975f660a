import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { LabelledSetFacts } from '@shared/contract';
import { VitrineError } from '@shared/errors';
import { z } from 'zod';
import {
  at,
  isThere,
  type LabelledSet,
  packedEnding,
  packedError,
  readLabelledSet,
  readSetText,
  setChecksum,
} from './labelled-set';
import { type NamedDocument, readQuestionList } from './question-list';

type AnswerSpans = Readonly<Record<string, readonly string[]>>;

const answersFile = z.record(z.string(), z.array(z.string()));

export interface OpenedSet {
  readonly set: LabelledSet;
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
      throw new VitrineError('labelled-set-invalid', { why: 'no-set', ...at(path) }, { cause: error });
    },
  );
  return isFolder ? openFolder(path, split) : openList(path, documents());
}

async function openFolder(given: string, split: string | undefined): Promise<OpenedSet> {
  const folder = await folderOfSet(given);
  const splits = await splitsOf(folder);
  const chosen = split ?? (splits.includes('test') ? 'test' : (splits[0] ?? 'test'));
  if (split !== undefined && !splits.includes(split)) {
    const file = join(folder, 'qrels', `${split}.tsv`);
    throw new VitrineError('labelled-set-invalid', { why: 'no-split', ...at(file), splits });
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

/** Returns the folder, or the one in it that holds a set, of several `beir`. Errors: `labelled-set-invalid`. */
async function folderOfSet(given: string): Promise<string> {
  const below = await readdir(given, { withFileTypes: true });
  if (below.some(({ name }) => name === corpusFile)) return given;
  const packedCorpus = `${corpusFile}${packedEnding}`;
  if (below.some(({ name }) => name === packedCorpus)) throw packedError(join(given, packedCorpus));
  const holding: string[] = [];
  for (const { name } of below.filter((entry) => entry.isDirectory())) {
    if (await isThere(join(given, name, corpusFile))) holding.push(name);
  }
  if (holding.includes('beir')) return join(given, 'beir');
  const [only] = holding;
  if (only !== undefined && holding.length === 1) return join(given, only);
  if (holding.length === 0) throw new VitrineError('labelled-set-invalid', { why: 'no-corpus', ...at(given) });
  throw new VitrineError('labelled-set-invalid', { why: 'many-sets', ...at(given), names: holding.join(', ') });
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

async function splitsOf(folder: string): Promise<string[]> {
  const qrels = join(folder, 'qrels');
  const names = await readdir(qrels).catch((error: unknown) => {
    throw new VitrineError('labelled-set-invalid', { why: 'no-qrels', ...at(qrels) }, { cause: error });
  });
  const splits = names.flatMap((name) => (name.endsWith(splitEnding) ? [name.slice(0, -splitEnding.length)] : []));
  if (splits.length > 0) return splits.sort();
  const packedSplit = names.find((name) => name.endsWith(`${splitEnding}${packedEnding}`));
  if (packedSplit !== undefined) throw packedError(join(qrels, packedSplit));
  throw new VitrineError('labelled-set-invalid', { why: 'no-splits', ...at(qrels) });
}

const splitEnding = '.tsv';

async function answersOf(file: string): Promise<AnswerSpans | null> {
  if (!(await isThere(file))) return null;
  try {
    return answersFile.parse(JSON.parse(await readSetText(file)));
  } catch (error) {
    throw new VitrineError('labelled-set-invalid', { why: 'answers', ...at(file) }, { cause: error });
  }
}
