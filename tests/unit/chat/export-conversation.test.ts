import type { QaLogEntry } from '@shared/contract';
import { describe, expect, it } from 'vitest';
import { exportConversation, exportLogs } from '../../../electron/engine/chat';
import data from './export-conversation.json';

const entry = data.entry as QaLogEntry;
const conversation = {
  conversationId: 'c1',
  title: 'Rye: a/b',
  createdAt: entry.createdAt,
  updatedAt: entry.createdAt,
  messages: 1,
};

describe('exportConversation', () => {
  it('gives Markdown with question, selected text, answer, origin and sources', () => {
    expect(exportConversation(conversation, [entry], 'md')).toEqual({
      fileName: 'Rye a b.md',
      mime: 'text/markdown',
      content: `# Rye: a/b

2026-01-02T03:04:05.000Z

## =SUM(A1), "why"?

> two
> lines

Rye. [Citation 1]

*Written by ollama:x · 2026-01-02T03:04:05.000Z*

- [Citation 1] The mill › Grain › page 2: “The mill grinds rye.” (weak) <vitrine://document/d#page=2&char=0-20>
`,
    });
  });

  it('gives JSON that holds everything', () => {
    const { content } = exportConversation(conversation, [entry], 'json');
    expect(JSON.parse(content)).toEqual({ conversation, exchanges: [entry] });
  });
});

describe('exportLogs', () => {
  it('gives one entry a line as JSON', () => {
    expect(
      exportLogs([entry, entry], 'json', {})
        .content.trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual([entry, entry]);
  });

  it('gives CSV that quotes what must be quoted and runs no formula, with every figure', () => {
    const prices = { 'ollama:x': { prompt: 2, answer: 10 } };
    const line = {
      ...entry,
      helpful: false,
      opened: 2,
      chunksRetrieved: 50,
      timings: { total: 12.44, stages: { ReRanker: 3 }, answer: 3, firstToken: 2 },
    };
    expect(exportLogs([line], 'csv', prices).content.split('\r\n')).toEqual([
      'created_at,message_id,session_id,request_id,question,answer,outcome,way,quoted,confidence,band,model,citations,helpful,citations_opened,notices,scope,chunks_retrieved,prompt_tokens,answer_tokens,cost,a0_preprocessing_ms,a2_promptshaper_ms,retrieval_ms,reranker_ms,a3_nli_gate_ms,a4_condenser_ms,a5_format_enforcer_ms,prompt_builder_ms,first_token_ms,answer_ms,total_ms,run_id',
      `2026-01-02T03:04:05.000Z,m1,c1,r1,"'=SUM(A1), ""why""?",Rye. [Citation 1],answered,passages,false,0.9,high,ollama:x,[1] The mill,false,2,,,50,100,5,0.00025,,,,3,,,,,2,3,12.4,run`,
      '',
    ]);
  });
});
