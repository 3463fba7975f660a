import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Tokenizer } from '@huggingface/tokenizers';
import { reportOf } from '@shared/errors';
import { ggufTokenizer, knownSplitting } from './gguf-tokenizer';
import { ModelTokenizer } from './model-tokenizer';
import { estimatedCounter, type TokenCounter } from './token-counter';

/** What a server tells of one of its models. */
export interface ToldModel {
  /** `provider:model`. */
  readonly id: string;
  /** All that it tells, word for word: changes whenever the model does. */
  readonly text: string;
  /** The model's metadata without its long lists. */
  readonly facts: Readonly<Record<string, unknown>>;
  /** The same with tokens and merges: megabytes. */
  fetchAll(): Promise<Readonly<Record<string, unknown>>>;
}

/** A tokenizer of 50 thousand tokens takes 30 MB; more than two models at a time are a comparison, not a habit. */
const kept = 2;
const counters = new Map<string, Promise<TokenCounter>>();

/**
 * The counter for a model of a server: by its own tokenizer where a models folder or the server has it, else by the
 * estimate, with the reason. Built once for each state of a model. Never throws: a server that fails here will fail in
 * its own words when it is asked to answer.
 */
export async function counterOfServerModel(told: ToldModel, folders: readonly string[]): Promise<TokenCounter> {
  const folder = tokenizerFolder(told.id, folders);
  if (folder === null && knownSplitting(told.facts) === null) {
    return estimatedCounter(told.id, 'its server tells no tokenizer that can be built here');
  }
  const key = createHash('sha256').update(`${told.id}\n${folder}\n${told.text}`).digest('hex');
  const known = counters.get(key);
  if (known) return known;
  const counter = folder === null ? builtCounter(told) : folderCounter(told.id, folder);
  for (const oldest of [...counters.keys()].slice(0, Math.max(0, counters.size - kept + 1))) counters.delete(oldest);
  counters.set(key, counter);
  try {
    return await counter;
  } catch (error) {
    // Tried again at the next question: the server may have been busy.
    counters.delete(key);
    return estimatedCounter(told.id, `its tokenizer could not be had: ${reportOf(error).message}`);
  }
}

/** Folder that holds the model's tokenizer, under the model's name without its maker and with `-` for `:`; null for none. */
function tokenizerFolder(id: string, folders: readonly string[]): string | null {
  const name = (
    id
      .slice(id.indexOf(':') + 1)
      .split('/')
      .at(-1) ?? ''
  ).replaceAll(':', '-');
  if (name === '' || name.startsWith('.')) return null;
  const found = folders.map((parent) => join(parent, name)).find((path) => existsSync(join(path, 'tokenizer.json')));
  return found ?? null;
}

async function folderCounter(model: string, folder: string): Promise<TokenCounter> {
  const tokenizer = await ModelTokenizer.read(folder, 'Copy the model into its folder again.');
  return { model, exact: true, reason: null, count: (text) => tokenizer.count(text) };
}

async function builtCounter(told: ToldModel): Promise<TokenCounter> {
  const tokenizer = await ggufTokenizer(await told.fetchAll());
  return { model: told.id, exact: true, reason: null, count: (text) => countPieces(tokenizer, text) };
}

/** Merging takes more than linear time in the length of a word (measured: 0.9 s for 100,000 letters in one). */
const longestPiece = 8192;
/** A space behind a letter or digit begins a new word in every splitting: cut there, the tokens stay the same. */
const wordEnd = /[\p{L}\p{N}](?=\s)/gu;

/** Exact but for words of more than 8192 characters, which are counted in parts: a token more for each cut. */
function countPieces(tokenizer: Tokenizer, text: string): number {
  let tokens = 0;
  for (let start = 0; start < text.length; ) {
    const end = pieceEnd(text, start);
    tokens += tokenizer.encode(text.slice(start, end), { add_special_tokens: false }).ids.length;
    start = end;
  }
  return tokens;
}

function pieceEnd(text: string, start: number): number {
  if (text.length - start <= longestPiece) return text.length;
  const window = text.slice(start, start + longestPiece);
  const last = [...window.matchAll(wordEnd)].at(-1);
  if (last) return start + last.index + last[0].length;
  return start + (/[\ud800-\udbff]$/u.test(window) ? longestPiece - 1 : longestPiece);
}
