import type { Answer, Run } from '@shared/contract';
import { shownText } from '@shared/prompt/answer-backing';
import { describe, expect, it } from 'vitest';
import { type InjectionDocument, injectionDocuments } from '../../fixtures/injection/injection-documents';
import { TestEngine } from '../open-test-engine';
import { breaches } from './pipeline-laws';

const clean = '# The mill at Sandow\n\nThe mill at Sandow grinds 90 sacks of barley a week.\n';
const sources = new Map<string, string>();

async function addInjections(vitrine: TestEngine): Promise<void> {
  const files = [...(await vitrine.ingest(await vitrine.file('mill.md', clean))).files];
  // A collection for each kind of order: the four documents in it are about different things.
  for (const { name, text, attack } of injectionDocuments) {
    const paths = [await vitrine.file(name, text)];
    files.push(...(await vitrine.ask('ingest.run', { paths, collection: attack })).files);
  }
  for (const { documentId } of files) {
    sources.set(documentId ?? '', (await vitrine.ask('library.source', { documentId: documentId ?? '' })).text);
  }
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
  const vitrine = TestEngine.shared(addInjections);

  it('are forty, each with a word of its own', () => {
    expect(new Set(injectionDocuments.map(({ token }) => token)).size).toBe(40);
    expect(new Set(injectionDocuments.map(({ question }) => question)).size).toBe(40);
  });

  it('C4 S9 stay quoted: the system block, the fences and the numbers of the citations are ours', async () => {
    const { runId } = await vitrine.ask('chat.ask', { question: 'How many sacks does the mill at Sandow grind?' });
    const system = built(await vitrine.ask('run.get', { runId: runId ?? '' })).System_MD;
    for (const [at, document] of injectionDocuments.entries()) {
      const { runId: own } = await vitrine.ask('run.start', { prompt: document.question, collection: document.attack });
      const run = await vitrine.ask('run.auto', { runId: own });
      assertQuoted(run, document, system);
      // The chat makes the same run: one answer of each kind of order, about each of the subjects.
      if (at % 3 !== 0) continue;
      const answer = await vitrine.ask('chat.ask', { question: document.question, collection: document.attack });
      expect.soft(built(await vitrine.ask('run.get', { runId: answer.runId ?? '' }))).toEqual(built(run));
      assertMapped(answer, run);
    }
  });
});
