import type { Answer } from '@shared/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LabelledSet, readLabelledSet } from '../../../electron/engine/evaluation';
import { pathsOf } from '../../bench/raw-keyword';
import { beside, TestEngine } from '../open-test-engine';
import { type FakeServer, ollamaWith, part } from './fake-server';

const folder = beside('data/xquad-dev', 'citation accuracy on a labelled set');
/** Every so many of its questions: `npm run bench:quality` asks all of them, and a real model. */
const step = 20;
const fileOf = (id: string): string => `${id}.txt`;

describe.skipIf(folder === null)('the citations of answers to a labelled set', () => {
  let vitrine: TestEngine;
  let questions: LabelledSet['queries'];
  let server: FakeServer | null = null;

  beforeAll(async () => {
    const set = await readLabelledSet(pathsOf(folder ?? ''));
    questions = set.queries.filter((_query, at) => at % step === 0);
    vitrine = await TestEngine.open();
    const paths = set.documents.map(({ id, title, text }) => vitrine.file(fileOf(id), `${title}\n\n${text}`));
    await vitrine.ingest(...(await Promise.all(paths)));
  }, 120_000);
  afterAll(async () => {
    await server?.close();
    await vitrine?.close();
  });

  /** What stands in brackets as a marker does, in any spelling. */
  const shownIn = (answer: string): string[] => answer.match(/\[\s*citation[^\]]*\]/giu) ?? [];

  /** How many markers are shown, and how many of them lead to the passage that was in the prompt under their number. */
  async function tally(answer: Answer, wanted: ReadonlySet<string>) {
    const run = await vitrine.ask('run.get', { runId: answer.runId ?? '' });
    const ids = run.snapshots.Prompt_Builder?.final_selection_ids ?? [];
    const shown = shownIn(answer.answer);
    const mapped = shown.flatMap((marker) => {
      const number = Number(/^\[Citation (\d+)\]$/u.exec(marker)?.[1]);
      const citation = answer.citations.find((one) => one.marker === number);
      return citation && ids[number - 1] === citation.chunkId ? [citation] : [];
    });
    const right = mapped.filter(({ path }) => wanted.has(path.split('/').at(-1) ?? ''));
    return { shown: shown.length, mapped: mapped.length, right: right.length };
  }

  async function allOf(more: { readonly noLlm: true } | { readonly model: string }) {
    const sum = { shown: 0, mapped: 0, right: 0, answered: 0 };
    for (const { text, judgements } of questions) {
      const answer = await vitrine.ask('chat.ask', { question: text, ...more });
      if (answer.outcome === 'fallback') continue;
      const wanted = new Set([...judgements].flatMap(([id, gain]) => (gain > 0 ? [fileOf(id)] : [])));
      const one = await tally(answer, wanted);
      sum.answered += 1;
      sum.shown += one.shown;
      sum.mapped += one.mapped;
      sum.right += one.right;
    }
    return sum;
  }

  it('C4 lead to passages of the prompt where sentences are quoted, most of them to the right document', async () => {
    const { shown, mapped, right, answered } = await allOf({ noLlm: true });
    expect(answered).toBeGreaterThan(questions.length * 0.9);
    expect(shown).toBeGreaterThanOrEqual(answered);
    expect(mapped).toBe(shown);
    expect(right / shown).toBeGreaterThan(0.75);
  }, 120_000);

  it('C4 lead to passages of the prompt whatever a model cites, and the others are removed and told', async () => {
    const said = 'So it is [Citation 1]. And so [Citation 2-40]. Also [citation: 99, 3] and [Citation N].';
    server = await ollamaWith((_request, response) => response.end(part(said) + part('', true)));
    await vitrine.reopen({ providers: { ollama: { baseUrl: server.address } } });
    const { shown, mapped, answered } = await allOf({ model: 'ollama:any' });
    expect(shown).toBeGreaterThanOrEqual(answered);
    expect(mapped).toBe(shown);
    const { answer, notices } = await vitrine.ask('chat.ask', {
      question: questions[0]?.text ?? '',
      model: 'ollama:any',
    });
    expect(answer).not.toMatch(/99|Citation N/u);
    expect(notices.find(({ code }) => code === 'citation-removed')?.values?.markers).toContain(
      '[Citation 99], [Citation N]',
    );
  }, 120_000);
});
