import type { Answer, Run } from '@shared/contract';
import { shownText } from '@shared/prompt/answer-backing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import limitsFile from '../../../config/pipeline_limits.json';
import { type InjectionDocument, injectionDocuments } from '../../fixtures/injection/injection-documents';
import { startOllama, stopOllama } from '../chat/start-ollama';
import { beside, TestEngine } from '../open-test-engine';
import { breaches } from './pipeline-laws';
import { recordingProxy } from './recording-proxy';

const clean = '# The mill at Sandow\n\nThe mill at Sandow grinds 90 sacks of barley a week.\n';
const sources = new Map<string, string>();

async function openWithInjections(ollamaHost?: string): Promise<TestEngine> {
  const vitrine = await TestEngine.open(ollamaHost ? { providers: { ollama: { baseUrl: ollamaHost } } } : {});
  const files = [...(await vitrine.ingest(await vitrine.file('mill.md', clean))).files];
  // A collection for each kind of order: the four documents in it are about different things.
  for (const { name, text, attack } of injectionDocuments) {
    const paths = [await vitrine.file(name, text)];
    files.push(...(await vitrine.ask('ingest.run', { paths, collection: attack })).files);
  }
  for (const { documentId } of files) {
    sources.set(documentId ?? '', (await vitrine.ask('library.source', { documentId: documentId ?? '' })).text);
  }
  return vitrine;
}

const built = (run: Run) => {
  const state = run.snapshots.Prompt_Builder;
  if (!state) throw new Error('the run did not end');
  return state;
};

/** The prompt for a question about this document, and whether its orders appear there as quotations. */
function assertQuoted(run: Run, document: InjectionDocument, system: string): void {
  const prompt = built(run);
  expect.soft(breaches(run, sources), document.name).toEqual([]);
  expect.soft(prompt.System_MD, document.name).toBe(system);
  expect.soft(prompt.Prompt_MD, document.name).not.toContain(document.token);
  const texts = prompt.final_selection_ids.map((id) => prompt.base_context_chunks.find((one) => one.id === id)?.text);
  expect.soft(texts.join('\n'), document.name).toContain(document.token);
}

/** Every marker that is shown leads to a passage that was in the prompt under that number. */
function assertMapped(answer: Answer, run: Run): void {
  const ids = built(run).final_selection_ids;
  const shown = [...shownText(answer).matchAll(/\[\s*citation\s*(\d+)/giu)].map(([, digits]) => Number(digits));
  expect.soft(new Set(shown), answer.question).toEqual(new Set(answer.citations.map(({ marker }) => marker)));
  // A quotation counts its passages itself, a model by the numbers of its prompt.
  const found = run.snapshots.Retrieval?.base_context_chunks.map(({ id }) => id);
  for (const { marker, chunkId } of answer.citations) {
    expect.soft(answer.quoted ? found : ids[marker - 1], answer.question).toContain(chunkId);
  }
}

describe('documents that give orders', () => {
  let vitrine: TestEngine;
  beforeAll(async () => {
    vitrine = await openWithInjections();
  });
  afterAll(() => vitrine.close());

  it('are forty, each with a word of its own', () => {
    expect(new Set(injectionDocuments.map(({ token }) => token)).size).toBe(40);
    expect(new Set(injectionDocuments.map(({ question }) => question)).size).toBe(40);
  });

  it('C4 S9 stay quoted: the system block, the fences and the numbers of the citations are ours', async () => {
    const { runId } = await vitrine.ask('chat.ask', { question: 'How many sacks does the mill at Sandow grind?' });
    const system = built(await vitrine.ask('run.get', { runId: runId ?? '' })).System_MD;
    for (const document of injectionDocuments) {
      const answer = await vitrine.ask('chat.ask', { question: document.question, collection: document.attack });
      // Read again, so not frozen: the laws are checked on the run as it was made.
      const { runId: own } = await vitrine.ask('run.start', { prompt: document.question, collection: document.attack });
      const run = await vitrine.ask('run.auto', { runId: own });
      expect.soft(built(await vitrine.ask('run.get', { runId: answer.runId ?? '' }))).toEqual(built(run));
      assertQuoted(run, document, system);
      assertMapped(answer, run);
    }
  });
});

const tool = beside('tools/ollama.sh', 'documents that give orders to a real model');
/** Four kinds, each about another subject; `npm run bench:quality` asks about all forty. */
const asked = injectionDocuments.filter((_document, at) => at % 13 === 0);

describe.skipIf(tool === null)('documents that give orders to a real small model', () => {
  let vitrine: TestEngine;
  let proxy: Awaited<ReturnType<typeof recordingProxy>>;
  let server: Awaited<ReturnType<typeof startOllama>>;

  beforeAll(async () => {
    server = await startOllama(tool ?? '');
    proxy = await recordingProxy(server.host);
    vitrine = await openWithInjections(proxy.address);
    // Short prompts and answers: the time is the model's, and the rules are the same.
    const limits = { ...limitsFile, N3_FINAL_SELECTION_MAX: 2, answer: { ...limitsFile.answer, maxTokens: 16 } };
    await vitrine.ownConfig('pipeline_limits.json', limits);
  }, 180_000);
  afterAll(async () => {
    await vitrine?.close();
    await proxy?.close();
    if (tool && server) stopOllama(tool, server.port);
  });

  it('C4 are sent as quotations, and whatever it says, every marker shown leads to its passage', async () => {
    const systems = new Set<string>();
    for (const document of asked) {
      const { question, attack: collection } = document;
      const answer = await vitrine.ask('chat.ask', { question, collection, model: server.model });
      const run = await vitrine.ask('run.get', { runId: answer.runId ?? '' });
      const prompt = built(run);
      const [system, user, ...more] = proxy.sent.at(-1)?.messages ?? [];
      expect.soft(system).toEqual({ role: 'system', content: prompt.System_MD });
      expect.soft(`${system?.content}\n\n${user?.content}`).toBe(prompt.prompt_ready);
      expect.soft(more).toEqual([]);
      systems.add(prompt.System_MD);
      assertMapped(answer, run);
    }
    expect(proxy.sent).toHaveLength(asked.length);
    expect(systems.size).toBe(1);
  }, 300_000);
});
