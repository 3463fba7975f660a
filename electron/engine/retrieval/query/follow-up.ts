import type { ConversationTurn, SuperPrompt } from '@shared/prompt/super-prompt';
import { ofAll, type TextLanguage } from '../../languages';
import { contentWords } from '../../text/function-words';
import { terms } from '../../text/terms';
import { normaliseQuery } from './parse-query';
import { queryLanguage } from './query-language';

/** The reference of a follow-up question. */
export interface FollowUpThread {
  /** Words of the questions before it, as they were written; empty where it has them all. */
  readonly carried: readonly string[];
  readonly documentIds: readonly string[];
}

const alternatives = (which: (language: TextLanguage) => readonly string[]): string => `(?:${ofAll(which).join('|')})`;
const begins = new RegExp(`^[\\s¿¡]*${alternatives(({ goesOn }) => goesOn.begins)}(?!\\p{L})`, 'iu');
/** Small letters alone: the German “Sie” of politeness refers to no one. */
const standsIn = new RegExp(
  `(?<![\\p{L}\\p{N}])${alternatives(({ goesOn }) => goesOn.standIns)}(?![\\p{L}\\p{N}])`,
  'u',
);
const askedFor = new RegExp(`(?<!\\p{L})${alternatives(({ asks }) => Object.values(asks).flat())}(?!\\p{L})`, 'giu');

/** A question with more content words than these names its subject, even with a pronoun in it. */
const mostOwn = 4;
/**
 * And with more than these before such a word, which refers to one of them: “How old was Carrie Fisher when she died?”
 */
const mostBefore = 1;
const word = /[\p{L}\p{N}]+(?:[_'’.-][\p{L}\p{N}]+)*/gu;

function wordsOf(question: string): string[] {
  const content = contentWords(question.replace(askedFor, ' '), queryLanguage(question).code);
  return (content.match(word) ?? []).filter((one) => terms(one).length > 0);
}

const named = (question: string): string[] =>
  wordsOf(question.replace(/^[\s¿¡]*\p{L}+/u, '')).filter((one) => /\p{Lu}|\p{N}/u.test(one));

/** Whether a question goes on from the one before it: it says so, or it says next to nothing of what it is about. */
function goesOn(question: string): boolean {
  if (begins.test(question)) return true;
  const own = wordsOf(question).length;
  const text = question.replace(/^[\s¿¡]*\p{L}/u, (letter) => letter.toLowerCase());
  const found = standsIn.exec(text);
  if (own === 0 || found === null || own > mostOwn) return own === 0;
  const isLast = !/[\p{L}\p{N}]/u.test(text.slice(found.index + found[0].length));
  return isLast || wordsOf(text.slice(0, found.index)).length <= mostBefore;
}

/**
 * The question's reference to the earlier conversation; null for a complete question, or one to be searched alone. The
 * words are those of earlier questions, back to the one that names the subject, and of the one just before; never those
 * of answers, which are long and speak of much.
 *
 * @param turns of the conversation, oldest first; those of answers name the documents that they cite, unless the
 * question is to be searched alone
 */
export function threadOf(question: string, turns: readonly ConversationTurn[]): FollowUpThread | null {
  if (turns.every(({ documentIds }) => documentIds === undefined) || !goesOn(question)) return null;
  const questions = turns.flatMap(({ role, content }) => (role === 'user' ? [content] : []));
  const subject = questions.findLastIndex((one) => !goesOn(one));
  const before = [...new Set([Math.max(subject, 0), questions.length - 1])].flatMap((at) => questions[at] ?? []);
  const known = new Set(terms(question));
  // “And into Wembley?” asks the same of another: what it takes the place of does not go along.
  const later = [...questions.slice(Math.max(subject, 0) + 1), question];
  const isReplaced = (at: number) => later.slice(at).some((one) => begins.test(one) && named(one).length > 0);
  const carried = before.flatMap((one, at) => {
    const names = isReplaced(at === 0 ? 0 : later.length - 1) ? new Set(named(one)) : new Set();
    return wordsOf(one).filter((own) => !names.has(own));
  });
  const each = carried.filter((one) => {
    const own = terms(one);
    const isNew = own.some((term) => !known.has(term));
    for (const term of own) known.add(term);
    return isNew;
  });
  return { carried: each, documentIds: citedLast(turns) };
}

export const citedLast = (turns: readonly ConversationTurn[]): readonly string[] =>
  turns.findLast(({ documentIds = [] }) => documentIds.length > 0)?.documentIds ?? [];

export const withThread = (question: string, thread: FollowUpThread | undefined | null): string =>
  thread && thread.carried.length > 0 ? `${question} (${thread.carried.join(' ')})` : question;

/** Weight of a carried word beside one of the question's own. */
const carriedWeight = 0.4;

export function withCarried(idf: ReadonlyMap<string, number>, carried: readonly string[]): Map<string, number> {
  const less = new Set(carried.flatMap(terms));
  return new Map([...idf].map(([term, weight]) => [term, less.has(term) ? weight * carriedWeight : weight]));
}

/** Returns the query of a prompt, and what of the conversation before it the question refers to. */
export function searchedWith({ body, recentConversation }: Pick<SuperPrompt, 'body' | 'recentConversation'>): {
  readonly query: string;
  readonly thread: FollowUpThread | null;
} {
  const { task = '', context, purpose } = body;
  const query = normaliseQuery([task, context, purpose].filter((part) => part?.trim()).join('\n'));
  return { query, thread: threadOf(task, recentConversation) };
}
