import { describe, expect, it } from 'vitest';
import { fixture, TestEngine } from '../open-test-engine';
import { type FakeServer, ollamaWith, part } from './fake-server';

const question = 'How many lux does silk bear?';
const said = 'Silk bears 50 lux. Let me know what else you need.';
let server: FakeServer | null = null;

describe('an answer whose model names no source', () => {
  const vitrine = TestEngine.shared((test) => test.ingest(fixture('handbook.md')));

  async function askOf(...words: string[]) {
    server = await ollamaWith((_request, response) =>
      response.end(words.map((word) => part(word)).join('') + part('', true)),
    );
    await vitrine.reopen({ providers: { ollama: { baseUrl: server.address } } });
    return vitrine.ask('chat.ask', { question, model: 'ollama:any' });
  }

  const addLamps = async () => vitrine.ingest(await vitrine.file('lamps.md', '# Lamps\n\nA lamp gives silk 40 lux.\n'));

  it('C4 gets the one that Vitrine found, told apart, from the prompt, where the passage says it', async () => {
    const answer = await askOf('Silk bears ', '50 lux. Let me know what else you need.');
    expect(answer).toMatchObject({
      outcome: 'answered',
      quoted: false,
      answer: 'Silk bears 50 lux [Citation 1]. Let me know what else you need.',
      foundMarkers: ['Silk bears 50 lux '.length],
    });
    const [citation] = answer.citations;
    expect(answer.citations).toHaveLength(1);
    expect(citation).toMatchObject({ marker: 1, origin: 'found', support: 'supported' });
    expect(citation?.snippet).toContain('Silk bears 50 lux');
    expect(answer.cited).toMatchObject([{ text: 'Silk bears 50 lux.', markers: [1], origin: 'found' }]);
    expect(answer.notices.map(({ code }) => code)).not.toContain('citation-missing');
    const run = await vitrine.ask('run.get', { runId: answer.runId ?? '' });
    expect(run.snapshots.Prompt_Builder?.final_selection_ids[0]).toBe(citation?.chunkId);
    const source = await vitrine.ask('library.source', { documentId: citation?.documentId ?? '' });
    const [span] = citation?.spans ?? [];
    expect(source.text.slice(span?.startChar, span?.endChar)).toContain('50 lux');
  });

  it('C4 keeps it with the message, in exports and in the log', async () => {
    const { conversationId } = await askOf(said);
    const [kept] = await vitrine.ask('chat.messages', { conversationId });
    expect(kept?.citations).toMatchObject([{ marker: 1, origin: 'found' }]);
    const asMarkdown = await vitrine.ask('chat.export', { conversationId, format: 'md' });
    expect(asMarkdown.content).toContain('Silk bears 50 lux [Citation 1*].');
    expect(asMarkdown.content).toMatch(/- \[Citation 1\*\] .*\(found\)/u);
    const asJson = await vitrine.ask('chat.export', { conversationId, format: 'json' });
    expect(JSON.parse(asJson.content).exchanges[0].citations[0].origin).toBe('found');
  });

  it('C4 is distinguished from sentences for which the model named one', async () => {
    const answer = await askOf('Silk bears 50 lux. Silk bears 50 lux of light [Citation 1].');
    expect(answer.cited?.map(({ origin }) => origin)).toEqual(['found', 'model']);
    expect(answer.citations).toMatchObject([{ marker: 1, origin: 'model' }]);
  });

  it('C3 reports a passage once, when the model has cited it', async () => {
    await askOf('Silk bears 50 lux [Citation', ' 1].', ' So it does [Citation 1]. More follows.');
    const told = vitrine.events.flatMap(({ type }) => (/^chat\.(?:token|citation)$/u.test(type) ? [type] : []));
    expect(told.slice(-4)).toEqual(['chat.token', 'chat.token', 'chat.citation', 'chat.token']);
  });

  it.each([
    ['none of it', 'Silk bears 500 lux.', []],
    ['one of it', 'Silk bears 50 lux [Citation 1].', [1]],
  ])(
    'C3 tells what the model is given before its first word, and keeps what it does not cite: it cites %s',
    async (_what, words, cited) => {
      await addLamps();
      const answer = await askOf(words);
      const told = vitrine.events.flatMap((event) => (event.type === 'chat.passages' ? [event] : []));
      const order = vitrine.events.map(({ type }) => type);
      expect(order.lastIndexOf('chat.passages')).toBeLessThan(order.lastIndexOf('chat.token'));
      const { passages = [], messageId } = told.at(-1) ?? {};
      expect(messageId).toBe(answer.messageId);
      const run = await vitrine.ask('run.get', { runId: answer.runId ?? '' });
      expect(passages.map(({ chunkId }) => chunkId)).toEqual(run.snapshots.Prompt_Builder?.final_selection_ids);
      expect(passages.length).toBeGreaterThan(1);
      const given = passages.filter(({ marker }) => !cited.includes(marker));
      expect(answer.outcome).toBe(cited.length > 0 ? 'answered' : 'passages');
      expect(answer.given).toEqual(given);
      const [kept] = await vitrine.ask('chat.messages', { conversationId: answer.conversationId });
      expect(kept?.given).toEqual(answer.given);
      // Documents contain their texts, and their names once.
      const [entry] = (await vitrine.ask('chat.findLogs', { limit: 1 })).entries;
      expect([JSON.stringify(kept?.given).includes('snippet'), entry?.messageId, entry?.given]).toEqual([
        false,
        answer.messageId,
        undefined,
      ]);
    },
  );

  it('C3 tells of no passages that were given where the documents are quoted', async () => {
    await vitrine.reopen();
    const answer = await vitrine.ask('chat.ask', { question }, 'quotes');
    expect([answer.quoted, answer.given]).toEqual([true, undefined]);
    const told = vitrine.events.flatMap((event) =>
      'requestId' in event && event.requestId === 'quotes' ? [event.type] : [],
    );
    expect(told).not.toContain('chat.passages');
  });

  it('I12 forgets the names of a document that was given and is deleted, and keeps the answer', async () => {
    const [other] = (await addLamps()).files;
    const answer = await askOf('Silk bears 50 lux [Citation 1].');
    const documentId = other?.documentId ?? '';
    const of = ({ given = [] }: typeof answer, own: boolean) =>
      given.filter((one) => (one.documentId === documentId) === own);
    expect(of(answer, true)).toHaveLength(1);
    await vitrine.ask('library.delete', { documentIds: [documentId] });
    const [kept] = await vitrine.ask('chat.messages', { conversationId: answer.conversationId });
    expect(kept).toEqual({ ...answer, given: of(answer, false) });
  });

  it('is left as it is where nothing bears it out, or where finding is switched off', async () => {
    expect(await askOf('Silk bears 500 lux.')).toMatchObject({ unbacked: 'Silk bears 500 lux.', answer: '' });
    await vitrine.ask('limits.set', { values: { 'answer.findSources': false } });
    const answer = await askOf(said);
    await vitrine.ask('limits.reset', {});
    expect(answer).toMatchObject({ unbacked: said, answer: '' });
    expect(answer.notices.map(({ code }) => code)).toContain('citation-missing');
  });
});
