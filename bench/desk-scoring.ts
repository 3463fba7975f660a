import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** A gold is right where all of its strings stand in the text. */
const gold = z.union([z.string(), z.array(z.string())]);

const deskQuestion = z.looseObject({
  id: z.string(),
  kind: z.string(),
  lang: z.string(),
  q: z.string(),
  file: z.array(z.string()),
  gold: z.union([z.literal('unanswerable'), z.array(gold)]),
  /** The golds in the question's language, where the document is in another. */
  gold_q: z.array(gold).optional(),
  /** Of a question that nothing answers, why: a near miss, a false presupposition, far away. */
  sub: z.string().optional(),
  /** What a whole list or summary names. */
  items: z.array(z.string()).optional(),
  /** The question before it in its conversation. */
  after: z.string().nullable(),
});
export type DeskQuestion = z.infer<typeof deskQuestion>;

export const deskQuestions = (folder: string): DeskQuestion[] =>
  readFileSync(join(folder, 'questions.jsonl'), 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => deskQuestion.parse(JSON.parse(line)));

/** Rules are chosen by one half of the domains and reported on the other; a domain is a folder of files. */
export type Half = 'fit' | 'report';

/** Every other domain, by name. */
export function halfOf(questions: readonly DeskQuestion[]): (question: DeskQuestion) => Half {
  const domains = [...new Set(questions.map(domainOf))].sort();
  return (question) => (domains.indexOf(domainOf(question)) % 2 === 0 ? 'fit' : 'report');
}

/** A question without a file, since nothing answers it, belongs to its language. */
export const domainOf = ({ file, lang }: DeskQuestion): string => file[0]?.split('/')[0] ?? lang;

export const isAnswerable = ({ gold }: DeskQuestion): boolean => gold !== 'unanswerable';
/** What is worth its share of the items, and is longer than other answers. */
export const isWhole = ({ kind }: DeskQuestion): boolean => kind === 'list' || kind === 'summarise';

const separators = /(?<=\d)[.,'’\u00a0\u202f ](?=\d{3}(?!\d))/gu;

/** Blanks, quotation marks, dashes, markup and thousands separators are not compared. */
const compared = (text: string): string =>
  text
    .replace(/\[Citation \d+\]/gu, ' ')
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\]\([^)\s]*\)/gu, ' ')
    .replace(/[*_`#|[\]\\<>]/gu, ' ')
    .replace(/["'“”„‘’‚«»]/gu, '')
    .replace(/[‐-―−]/gu, '-')
    .replace(separators, '')
    .replace(/\s+/gu, ' ')
    .trim();

/** 0–1: for a list or a summary the share of its items in the text, for all others 1 where a gold stands in it. */
export function worthOf(text: string, question: DeskQuestion): number {
  const said = compared(text);
  const holds = (string: string): boolean => said.includes(compared(string));
  const { items } = question;
  if (isWhole(question) && items && items.length > 0) return items.filter(holds).length / items.length;
  const golds = [...(question.gold === 'unanswerable' ? [] : question.gold), ...(question.gold_q ?? [])];
  return golds.some((one) => (typeof one === 'string' ? holds(one) : one.every(holds))) ? 1 : 0;
}
