import type { IngestReport, RebuildEstimate } from '@shared/contract';
import { notice } from '@shared/words/sayings';
import { describe, expect, it } from 'vitest';
import { estimateText } from '../../../electron/cli/model-commands';
import { answerDetails, ingestText, leftText, loggedConfidence } from '../../../electron/cli/render';
import { exportConversation } from '../../../electron/engine/chat';
import type { Answer, ConversationSummary } from '../../../shared/contract';
import { aRebuildEstimate } from '../a-rebuild-estimate';

const answer = {
  question: 'What is the rent?',
  answer: 'I can help you with that.',
  outcome: 'answered',
  way: 'passages',
  quoted: false,
  model: 'ollama:m',
  confidence: 0.99,
  band: 'high',
  basis: { passages: 1, coverage: 0.9, nearness: null, missingNumbers: [] },
  citations: [],
  cited: [],
  notices: [],
  createdAt: '2026-01-01T00:00:00.000Z',
} as unknown as Answer;
const conversation = { title: 'Rent', createdAt: answer.createdAt } as ConversationSummary;

describe('an answer in a terminal and in an export', () => {
  it('says what it rests on, and no verdict', () => {
    const cited = [{ text: 'The rent is 840.', markers: [1], support: 'supported' }];
    const citations = [{ marker: 1, title: 'Lease', path: 'l.txt', headings: [], pages: [], snippet: 'The rent.' }];
    const written = { ...answer, cited, citations } as unknown as Answer;
    expect(answerDetails(written)).toBe(
      '  [Citation 1] Lease: “The rent.”\nWritten by ollama:m, 1 of 1 sentence found in the passages',
    );
    const { content } = exportConversation(conversation, [written], 'md');
    expect(content).toContain(
      '*Written by ollama:m, 1 of 1 sentence found in the passages · 2026-01-01T00:00:00.000Z*',
    );
    for (const text of [content, answerDetails(written)]) expect(text).not.toMatch(/99|High|Confidence/u);
  });

  it('says that it was stopped, or that its form leaves no room for sources', () => {
    expect(answerDetails({ ...answer, outcome: 'incomplete' })).toBe('Stopped before the end\nWritten by ollama:m');
    expect(answerDetails({ ...answer, strictForm: true })).toContain('JSON and code leave no room');
  });

  it('is an overview or a comparison by name, without a figure in the log', () => {
    const whole = { ...answer, quoted: true, whole: { kind: 'comparison', looked: 2, of: 2, documentIds: [] } };
    expect(answerDetails(whole as unknown as Answer)).toContain('Side by side');
    expect(loggedConfidence(whole as unknown as Answer)).toBe('');
    expect(loggedConfidence(answer)).toBe('0.99');
  });
});

const said = (change: Partial<RebuildEstimate>) => estimateText({ ...aRebuildEstimate, ...change });

describe('the estimate of a rebuild in a terminal', () => {
  it('names the whole time and its parts', () => {
    expect(said({})).toMatch(/about 1\.8 s\. Loading the model takes 1\.3 s\. Of the time, 100 ms are for writing/u);
    expect(said({ msWriting: null, ms: 1700 })).toMatch(/about 1\.7 s\. .* never timed here, and comes on top\./u);
  });

  it('names no time where only the writing is left, which was never timed', () => {
    const text = said({ toEmbed: 0, msWriting: null, ms: 1300 });
    expect(text).toMatch(/was not timed here yet, .* Loading the model takes 1\.3 s\.$/mu);
    expect(text).not.toMatch(/about 1\.3/iu);
  });

  it('says that the model is loaded here and in its threads, where it is', () => {
    const twice = { opensInThreads: true, msLoading: 2600, ms: 3100 };
    expect(said(twice)).toContain('first here and then in the threads that use it, takes 2.6 s');
  });
});

it('the time left in a terminal is in seconds, and in minutes above two of them', () => {
  expect([null, 400, 119_001, 120_000, 120_001, 5_400_000].map((ms) => leftText(ms)[0])).toEqual([
    undefined,
    '1 s left',
    '120 s left',
    '120 s left',
    '3 min left',
    '90 min left',
  ]);
});

describe('an ingest that brought a language which the search model does not read', () => {
  it('says so below its totals', () => {
    const notices = [notice('language-unread', { language: 'spa', documents: 2, model: 'bge', recommended: 'e5' })];
    const report = { files: [], totals: { files: 2, ms: 1000 }, cancelled: false, notices } as unknown as IngestReport;
    expect(ingestText(report).split('\n').slice(1)).toEqual([
      'The search model bge does not read Spanish: added documents in it (2) are found by their words, hardly by what they mean. e5 reads it.',
      'Get it and rebuild the index: vitrine reindex --model e5 --get',
    ]);
  });
});
