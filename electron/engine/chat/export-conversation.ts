import { addressOf } from '@shared/address';
import type { Answer, Citation, ConversationSummary, ExportedFile, QaLogEntry } from '@shared/contract';
import { placeName } from '@shared/place-names';
import { stageIds } from '@shared/prompt/stage-names';
import { costOf, type Settings } from '@shared/settings';
import { t, voice } from '@shared/words/index';
import { saidAnswer, saidBasis } from '@shared/words/said';
import { csvOf } from '../text/table-rows';

/** A conversation as a document for people, in the language spoken, or for programs (C8): the same gives the same bytes. */
export function exportConversation(
  conversation: ConversationSummary,
  exchanges: readonly Answer[],
  format: 'md' | 'json',
): ExportedFile {
  const name = fileName(conversation.title);
  return format === 'json'
    ? {
        fileName: `${name}.json`,
        mime: 'application/json',
        content: `${JSON.stringify({ conversation, exchanges }, null, 2)}\n`,
      }
    : { fileName: `${name}.md`, mime: 'text/markdown', content: markdownOf(conversation, exchanges) };
}

/** The title as a name that every file system takes. */
function fileName(title: string): string {
  const plain = title
    .replace(/[^\p{L}\p{N} _-]+/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim()
    .slice(0, 60)
    .trim();
  return plain === '' ? 'conversation' : plain;
}

function markdownOf({ title, createdAt }: ConversationSummary, exchanges: readonly Answer[]): string {
  const parts = [`# ${title.replace(/\s+/gu, ' ')}`, createdAt];
  for (const exchange of exchanges) {
    parts.push(`## ${exchange.question.replace(/\s+/gu, ' ').trim()}`);
    if (exchange.selectedText) parts.push(exchange.selectedText.replace(/^/gmu, '> '));
    parts.push(saidAnswer(exchange));
    parts.push(`*${[...originOf(exchange), exchange.createdAt].join(' · ')}*`);
    if (exchange.citations.length > 0) parts.push(exchange.citations.map(sourceLine).join('\n'));
  }
  return `${parts.join('\n\n')}\n`;
}

/** What an answer rests on, and that it was stopped. */
function originOf(answer: Answer): string[] {
  const basis = saidBasis(answer);
  return [...(basis === '' ? [] : [basis]), ...(answer.outcome === 'incomplete' ? [t('chat.incomplete')] : [])];
}

function sourceLine(citation: Citation): string {
  const { marker, title, headings, snippet, support, origin } = citation;
  const place = [title, ...headings, placeName(citation, voice().said.named)].filter((part) => part !== '').join(' › ');
  const weak = support === 'weak' ? ` (${t('chat.weakShort')})` : '';
  const [star, found] = origin === 'found' ? ['*', ` (${t('chat.foundShort')})`] : ['', ''];
  return `- [Citation ${marker}${star}] ${place}: “${snippet}”${weak}${found} <${addressOf(citation)}>`;
}

/** Milliseconds to a tenth. */
const tenths = (ms: number | undefined) => (ms === undefined ? '' : Math.round(ms * 10) / 10);

type Column = readonly [name: string, read: (entry: QaLogEntry, prices: Settings['figures.prices']) => unknown];

const columns: readonly Column[] = [
  ['created_at', (entry) => entry.createdAt],
  ['message_id', (entry) => entry.messageId],
  ['session_id', (entry) => entry.conversationId],
  ['request_id', (entry) => entry.requestId],
  ['question', (entry) => entry.question],
  ['answer', (entry) => entry.answer],
  ['outcome', (entry) => entry.outcome],
  ['way', (entry) => entry.way ?? ''],
  ['quoted', (entry) => entry.quoted],
  ['confidence', (entry) => entry.confidence],
  ['band', (entry) => entry.band],
  ['model', (entry) => entry.model ?? ''],
  [
    'citations',
    (entry) =>
      entry.citations
        .map(({ marker, title, origin }) => `[${marker}${origin === 'found' ? '*' : ''}] ${title}`)
        .join('; '),
  ],
  ['helpful', (entry) => entry.helpful ?? ''],
  ['citations_opened', (entry) => entry.opened ?? 0],
  ['notices', (entry) => entry.notices.map(({ code }) => code).join(' ')],
  ['scope', (entry) => (entry.scope ? JSON.stringify(entry.scope) : '')],
  ['chunks_retrieved', (entry) => entry.chunksRetrieved ?? ''],
  ['prompt_tokens', (entry) => entry.tokens?.prompt ?? ''],
  ['answer_tokens', (entry) => entry.tokens?.answer ?? ''],
  [
    'cost',
    ({ tokens, model }, prices) =>
      (tokens && costOf(prices[model ?? ''], { promptTokens: tokens.prompt ?? 0, answerTokens: tokens.answer ?? 0 })) ??
      '',
  ],
  ...stageIds.map((stage): Column => [`${stage.toLowerCase()}_ms`, (entry) => tenths(entry.timings.stages[stage])]),
  ['first_token_ms', (entry) => tenths(entry.timings.firstToken)],
  ['answer_ms', (entry) => tenths(entry.timings.answer)],
  ['total_ms', (entry) => tenths(entry.timings.total)],
  ['run_id', (entry) => entry.runId ?? ''],
];

/** The log as JSON Lines, entire, or as CSV (RFC 4180) with a line of names and every figure (C9). */
export function exportLogs(
  entries: readonly QaLogEntry[],
  format: 'json' | 'csv',
  prices: Settings['figures.prices'],
): ExportedFile {
  if (format === 'json') {
    const content = entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');
    return { fileName: 'qa_logs.jsonl', mime: 'application/jsonl', content };
  }
  const rows = [
    columns.map(([name]) => name),
    ...entries.map((entry) => columns.map(([, read]) => read(entry, prices))),
  ];
  const content = csvOf(rows.map((row) => row.map((cell) => (typeof cell === 'number' ? cell : String(cell)))));
  return { fileName: 'qa_logs.csv', mime: 'text/csv', content };
}
