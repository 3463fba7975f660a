import type { Answer, Run } from '@shared/contract';
import { stageIds } from '@shared/prompt/stage-names';
import { describe, expect, it } from 'vitest';
import { TestEngine } from '../open-test-engine';
import { ollamaWith, part } from './fake-server';

const contract = `# Lamp contract

The contract is about lamps for the pier. It was signed in May.

## Delivery

The lamps of the contract are delivered in March. A late delivery costs five per cent.

## Notice

The notice period of the contract is three months.
`;
const offer = `# Lamp offer

The offer is about lamps for the mill.

## Delivery

The lamps of the offer are delivered in June.
`;
const recipe = `# Plum cake

Stone the plums. Bake the cake for forty minutes.
`;

const ids: Record<string, string> = {};

const vitrine = TestEngine.shared(async () => {
  for (const [name, text] of Object.entries({ contract, offer, recipe })) {
    await vitrine.ingest(await vitrine.file(`${name}.md`, text));
  }
  for (const { title, documentId } of await vitrine.ask('library.list', {})) ids[title] = documentId;
});

const ask = (question: string, more: object = {}): Promise<Answer> =>
  vitrine.ask('chat.ask', { question, noLlm: true, ...more });
const runOf = ({ runId }: Answer): Promise<Run> => vitrine.ask('run.get', { runId: runId ?? '' });
const titles = ({ citations }: Answer): string[] => [...new Set(citations.map(({ title }) => title))];
const codes = ({ notices }: Answer): string[] => notices.map(({ code }) => code);

describe('an instruction to summarise', () => {
  it.each(['Summarise the lamp contract', 'Fasse „Lamp contract“ zusammen', '¿De qué trata lamp contract?'])(
    'C7 outlines the document that is named by title: %s',
    async (question) => {
      const answer = await ask(question);
      expect(answer).toMatchObject({ outcome: 'answered', whole: { kind: 'summary' }, quoted: true });
      expect(titles(answer)).toEqual(['Lamp contract']);
      expect(answer.answer).toMatch(
        /^### Lamp contract\n\n- The contract is about lamps for the pier\. \[Citation 1\]/u,
      );
      for (const said of ['**Delivery**', 'delivered in March', '**Notice**', 'three months']) {
        expect(answer.answer).toContain(said);
      }
      expect(codes(answer)).not.toContain('document-taken');
    },
  );

  it.each([
    ['Summarise the ferry rules', 7],
    ['What are the 3 key facts about the ferry rules?', 3],
  ])('C7 says “%s” in so many points at most: %d', async (question, most) => {
    const rule = (_: unknown, at: number) =>
      `## Pier ${at}\n\nThe ferry to pier ${at} leaves ${at + 2} minutes after the bell has rung on the quay.\n`;
    const text = `# Ferry rules\n\n${Array.from({ length: 12 }, rule).join('\n')}`;
    await vitrine.ingest(await vitrine.file('ferry.md', text));
    const { answer } = await ask(question);
    expect(answer.match(/^- /gmu)).toHaveLength(most);
  });

  it('C7 cites every sentence at its place, word for word', async () => {
    const { cited = [] } = await ask('Summarise the lamp contract');
    const { text } = await vitrine.ask('library.source', { documentId: ids['Lamp contract'] ?? '' });
    expect(cited.length).toBeGreaterThan(2);
    for (const one of cited) {
      const [span] = one.spans ?? [];
      expect(text.slice(span?.startChar, span?.endChar)).toContain(one.text);
    }
  });

  it('C7 takes the document that is in scope, or was cited last, where none is named', async () => {
    const scoped = await ask('What is this about?', { scope: { documentIds: [ids['Plum cake']] } });
    expect(titles(scoped)).toEqual(['Plum cake']);
    const first = await ask('How long is the notice period of the contract?');
    const cited = await ask('Summarise this document.', { conversationId: first.conversationId });
    expect(titles(cited)).toEqual([first.citations[0]?.title]);
  });

  it('C7 takes the document that speaks most about the subject, and names other possible ones', async () => {
    const answer = await ask('Summarise the delivery of lamps');
    expect(answer.outcome).toBe('answered');
    expect(codes(answer)).toContain('document-taken');
  });

  it('C7 offers documents where any could be meant', async () => {
    const answer = await ask('Summarise this');
    expect(answer.outcome).toBe('nothing');
    expect(codes(answer)).toContain('document-unnamed');
    expect(codes(answer)).not.toContain('out-of-scope');
    expect(answer.suggestions).toContain('Summarise this title:"Plum cake"');
    expect(titles(await ask('Summarise this title:"Plum cake"'))).toEqual(['Plum cake']);
  });

  it('C7 S10 is a run of all eight stages, with the chosen documents and the reason', async () => {
    const run = await runOf(await ask('Give me an overview of the lamp contract'));
    expect(run.stages.map(({ stage, state }) => [stage, state])).toEqual(stageIds.map((stage) => [stage, 'done']));
    const prompt = run.snapshots.Prompt_Builder;
    const documentIds = [ids['Lamp contract']];
    expect(prompt?.extras.way).toEqual({ id: 'summary', by: 'title', about: 'Lamp contract', documentIds });
    const reasons = run.stages.flatMap(({ decisions }) => decisions.map(({ reason }) => reason.code));
    expect(reasons).toEqual(expect.arrayContaining(['way-title', 'by-structure']));
    expect(prompt?.Attachments_MD).toContain('three months');
  });
});

describe('an instruction with a language model', () => {
  it('C7 gets the model’s own words, from a prompt that holds the passages of the outline', async () => {
    const server = await ollamaWith((_request, response) =>
      response.end(part('Lamps for the pier, in March [Citation 1].') + part('', true)),
    );
    await vitrine.reopen({ providers: { ollama: { baseUrl: server.address } } });
    try {
      const answer = await ask('Summarise the lamp contract', { noLlm: false, model: 'ollama:any' });
      expect(answer).toMatchObject({ outcome: 'answered', quoted: false, whole: { kind: 'summary' } });
      expect(titles(answer)).toEqual(['Lamp contract']);
      const sent = server.asked.findLast(({ path }) => path === '/api/chat')?.body;
      for (const passage of ['Summarise the lamp contract', 'A late delivery costs', 'three months']) {
        expect(sent).toContain(passage);
      }
      expect(sent).not.toContain('Bake the cake');
    } finally {
      await server.close();
    }
  });
});

describe('an instruction to compare', () => {
  it.each(['Compare the lamp contract with the lamp offer', 'Vergleiche lamp contract mit lamp offer'])(
    'C7 puts two documents side by side: %s',
    async (question) => {
      const answer = await ask(question);
      expect(answer.whole?.kind).toBe('comparison');
      expect(titles(answer).sort()).toEqual(['Lamp contract', 'Lamp offer']);
      const row = answer.answer.split('\n').find((line) => line.includes('March')) ?? '';
      expect(row).toMatch(
        /^\| The lamps of the \*\*contract.* \[Citation \d\] \| .*\*\*June\*\*\. \[Citation \d\] \|$/u,
      );
    },
  );

  it('C7 is a question where two documents are not known', async () => {
    expect((await ask('What is the difference between March and June?')).whole).toBeUndefined();
  });
});
