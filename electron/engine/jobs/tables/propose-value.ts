import type { CellItem, ProposalRefusal, TableColumn, TypedValue } from '@shared/contract';
import type { PipelineLimits } from '@shared/limits';
import type { TaskAgent } from '@shared/prompt/agent-config';
import type { Chunk } from '@shared/prompt/chunk';
import { z } from 'zod';
import { createAgents, throwIfUnavailable } from '../../agents';
import { type ExtractionDocument, ranked, readForExtraction } from '../../extraction';
import type { ChatModel } from '../../models';
import type { Retriever } from '../../retrieval';
import type { CellFinding, Library } from '../../store';
import { valueTypeOf } from '../../text/values';
import { evenly } from '../models/model-costs';

export interface Proposing {
  readonly library: Library;
  readonly model: ChatModel;
  readonly agent: TaskAgent;
  retriever(): Promise<Retriever>;
  readonly limits: PipelineLimits;
  readonly signal: AbortSignal;
}

const reply = z.object({ value: z.string().trim(), quote: z.string().trim() });

/** Returns a model's value whose quote is word for word in a passage. Errors: those of an unavailable model. */
export async function proposedCell(
  proposing: Proposing,
  documentId: string,
  document: ExtractionDocument,
  column: TableColumn,
  found: CellFinding,
): Promise<CellFinding> {
  const { model, agent, signal } = proposing;
  const { question } = column;
  const passages = await passagesFor(proposing, documentId, question);
  const refused = (why: ProposalRefusal): CellFinding => ({ ...found, asked: { model: model.id, refused: why } });
  if (passages.length === 0) return refused('nothing');
  const items = passages.map(({ text }, at) => ({ label: `p${at + 1}`, text: text.slice(0, agent.itemCharacters) }));
  const values = {
    kind: { plain: valueTypeOf(column.type).wanted(column.choices) },
    question: { data: question },
    passages: { items },
  };
  const runner = createAgents(model, { [agent.agent_name]: agent });
  const answer = await runner.ask(agent.agent_name, { values, choices: {}, read: reply }, signal);
  if (!answer.ok) {
    throwIfUnavailable(answer.reason);
    return refused('no-answer');
  }
  const { value: named, quote } = answer.output;
  if (named === '' || quote === '') return refused('nothing');
  const place = locate(passages, quote);
  if (!place) return refused('quote-not-found');
  const value = typedValue(named, column, document);
  if (!value) return refused('no-value');
  return {
    items: [itemOf(value, place, document, column, model.id)],
    reason: found.reason,
    error: null,
    asked: { model: model.id, refused: null },
  };
}

/** The passages of the document that fit the question best; where too few do, others here and there. */
async function passagesFor({ library, agent, limits, signal, ...parts }: Proposing, documentId: string, query: string) {
  const scope = { documentIds: [documentId] };
  const retriever = await parts.retriever();
  const { candidates } = await retriever.retrieve({ query, mode: 'hybrid', scope }, limits, signal);
  const best = candidates.slice(0, agent.maxItems).map(({ chunk }) => chunk);
  const known = new Set(best.map(({ id }) => id));
  const others = library.documents.chunkPlaces(documentId).filter(({ id }) => !known.has(id));
  const ids = evenly(others, agent.maxItems - best.length).map(({ id }) => id);
  return [...best, ...library.documents.chunks(ids, scope).values()];
}

interface Place {
  readonly start: number;
  readonly end: number;
}

function itemOf(
  value: TypedValue,
  quote: Place,
  document: ExtractionDocument,
  column: TableColumn,
  model: string,
): CellItem {
  const stated = statedIn(document.text.slice(quote.start, quote.end), value, column, document);
  const start = quote.start + (stated?.start ?? 0);
  const end = stated ? quote.start + stated.end : quote.end;
  const { values } = ranked(readForExtraction(document), column);
  return {
    value,
    startChar: start,
    endChar: end,
    quoteStart: quote.start,
    quoteEnd: quote.end,
    page: document.pages.find(({ startChar, endChar }) => start >= startChar && start < endChar)?.page ?? null,
    confidence: values.find((one) => isSame(one.value, value))?.confidence ?? 0,
    proposed: { model, borneOut: stated !== null },
  };
}

const isSame = (one: TypedValue, other: TypedValue): boolean => JSON.stringify(one) === JSON.stringify(other);

const textDocument = (text: string, { language }: ExtractionDocument): ExtractionDocument => ({
  text,
  blocks: [],
  pages: [],
  language,
  title: null,
});

/** Returns the words of a model as a value of the column's type; null where they are none. */
function typedValue(named: string, column: TableColumn, document: ExtractionDocument): TypedValue | null {
  const { read } = valueTypeOf(column.type);
  if (read) return read(named, column.choices);
  return ranked(readForExtraction(textDocument(named, document)), column).values[0]?.value ?? null;
}

/** Returns where a quote states a value; null where the type's own reader does not find it there. */
function statedIn(quote: string, value: TypedValue, column: TableColumn, document: ExtractionDocument): Place | null {
  const type = valueTypeOf(value.type);
  if (type.words) return found(quote, type.words(value));
  const { values } = ranked(readForExtraction(textDocument(quote, document)), column);
  // One sentence may speak for both yes and no: the surer one counts.
  const [first] = values;
  if (value.type === 'yes-no') return first && isSame(first.value, value) ? first : null;
  return values.find((one) => isSame(one.value, value)) ?? null;
}

function locate(passages: readonly Chunk[], quote: string): Place | null {
  for (const { text, startChar } of passages) {
    const place = found(text, quote);
    if (place) return { start: startChar + place.start, end: startChar + place.end };
  }
  return null;
}

/** Words in a text, letter by letter but for case, white space, and the forms of quotation marks and dashes. */
function found(text: string, words: string): Place | null {
  const within = comparable(text);
  const wanted = comparable(words).plain.trim();
  const at = wanted === '' ? -1 : within.plain.indexOf(wanted);
  const start = within.places[at];
  const last = within.places[at + wanted.length - 1];
  return at < 0 || start === undefined || last === undefined ? null : { start, end: last + 1 };
}

function comparable(text: string): { readonly plain: string; readonly places: readonly number[] } {
  let plain = '';
  const places: number[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const letter = text.charAt(at);
    const shown = /\s/u.test(letter) ? ' ' : alike(letter);
    if (shown === '' || (shown === ' ' && plain.endsWith(' '))) continue;
    plain += shown;
    places.push(at);
  }
  return { plain, places };
}

function alike(letter: string): string {
  if (letter === '\u00ad') return '';
  if (/[‘’‚‛]/u.test(letter)) return "'";
  if (/[“”„‟«»]/u.test(letter)) return '"';
  if (/[‐‑‒–—−]/u.test(letter)) return '-';
  const lower = letter.toLowerCase();
  return lower.length === 1 ? lower : letter;
}
