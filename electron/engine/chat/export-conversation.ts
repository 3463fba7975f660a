import type { Answer, Citation, ConversationSummary, ExportedFile, QaLogEntry } from '@shared/contract';
import { placeName } from '@shared/place-names';
import { backingOf, starredFound } from '@shared/prompt/answer-backing';
import { csvOf } from '../text/table-rows';

/** A conversation as a document for people or for programs (C8). The same conversation gives the same bytes. */
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
  const parts = [`# ${title.replace(/\s+/gu, ' ')}`, `Started ${createdAt}.`];
  for (const exchange of exchanges) {
    parts.push(`## ${exchange.question.replace(/\s+/gu, ' ').trim()}`);
    if (exchange.selectedText) parts.push(exchange.selectedText.replace(/^/gmu, '> '));
    parts.push(starredFound(exchange), `*${originOf(exchange)}*`);
    if (exchange.citations.length > 0) parts.push(exchange.citations.map(sourceLine).join('\n'));
  }
  return `${parts.join('\n\n')}\n`;
}

/** How sure an answer is; of one that is tied to no passage, that, since the figure is that of the passages. */
function certaintyOf(answer: Answer): string {
  // A whole that is told answers no question.
  if (answer.instruction) return '';
  const confidence = `, confidence ${Math.round(answer.confidence * 100)} %`;
  switch (backingOf(answer)) {
    case 'no-source':
      return ', names no source';
    case 'no-room':
      return ', names no source in this form';
    case 'other-words':
      return `${confidence}, its words or numbers are not those of what it cites`;
    case 'passages':
      return confidence;
  }
}

function originOf(answer: Answer): string {
  const { outcome, quoted, model, createdAt } = answer;
  const by = quoted ? 'Quoted from the documents' : `Written by ${model ?? 'a model'}`;
  const kinds = {
    answered: by,
    incomplete: `${by}, stopped before the end`,
    greeting: 'A greeting',
    fallback: 'No answer',
  };
  const certainty = outcome === 'answered' || outcome === 'incomplete' ? certaintyOf(answer) : '';
  return `${kinds[outcome]}${certainty}, ${createdAt}.`;
}

function sourceLine(citation: Citation): string {
  const { marker, title, headings, snippet, support, origin } = citation;
  const place = [...headings, placeName(citation)].filter((part) => part !== '').join(' › ');
  const weak = support === 'weak' ? ' (weak: does not hold most of what it is cited for)' : '';
  const [star, found] = origin === 'found' ? ['*', ' (found by Vitrine: the model named no source)'] : ['', ''];
  return `- [Citation ${marker}${star}] ${title}${place === '' ? '' : ` › ${place}`}: “${snippet}”${weak}${found}`;
}

const columns: readonly (readonly [string, (entry: QaLogEntry) => unknown])[] = [
  ['created_at', (entry) => entry.createdAt],
  ['message_id', (entry) => entry.messageId],
  ['session_id', (entry) => entry.conversationId],
  ['request_id', (entry) => entry.requestId],
  ['question', (entry) => entry.question],
  ['answer', (entry) => entry.answer],
  ['outcome', (entry) => entry.outcome],
  ['quoted', (entry) => entry.quoted],
  ['confidence', (entry) => entry.confidence],
  ['model', (entry) => entry.model ?? ''],
  [
    'citations',
    (entry) =>
      entry.citations
        .map(({ marker, title, origin }) => `[${marker}${origin === 'found' ? '*' : ''}] ${title}`)
        .join('; '),
  ],
  ['prompt_tokens', (entry) => entry.tokens?.prompt ?? ''],
  ['answer_tokens', (entry) => entry.tokens?.answer ?? ''],
  ['total_ms', (entry) => Math.round(entry.timings.total)],
  ['run_id', (entry) => entry.runId ?? ''],
];

/** The log as JSON Lines, entire, or as CSV (RFC 4180) with a line of names (C9). */
export function exportLogs(entries: readonly QaLogEntry[], format: 'json' | 'csv'): ExportedFile {
  if (format === 'json') {
    const content = entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');
    return { fileName: 'qa_logs.jsonl', mime: 'application/jsonl', content };
  }
  const rows = [columns.map(([name]) => name), ...entries.map((entry) => columns.map(([, read]) => read(entry)))];
  const content = csvOf(rows.map((row) => row.map((cell) => (typeof cell === 'number' ? cell : String(cell)))));
  return { fileName: 'qa_logs.csv', mime: 'text/csv', content };
}
