import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Answer } from '@shared/contract';
import { shownText } from '@shared/prompt/answer-backing';
import Papa from 'papaparse';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pathsOf } from '../../../bench/raw-keyword';
import { readLabelledSet } from '../../../electron/engine/evaluation';
import { quotingLimits } from '../../quoting-limits';
import { beside, project, TestEngine } from '../open-test-engine';
import { type FakeServer, ollamaWith, part } from './fake-server';

interface Asked {
  readonly text: string;
  /** Names of the files that answer it. */
  readonly wanted: ReadonlySet<string>;
}

/** Questions about this project's own documents, each with the one document that answers it best: every clone has them. */
const ownQuestions = join(project, 'bench/questions-about-vitrine.csv');
const ownFolders = ['docs/adr', 'docs/guide'].map((path) => join(project, path));
const labelled = beside('data/xquad-dev', 'citation accuracy on a second labelled set');
/** Every so many of its questions: `npm run bench:quality` asks all of them, and a real model. */
const step = 20;
const fileOf = (id: string): string => `${id}.txt`;

async function own(vitrine: TestEngine): Promise<readonly Asked[]> {
  const { data } = Papa.parse<{ question: string; document: string }>(readFileSync(ownQuestions, 'utf8').trim(), {
    header: true,
  });
  const asked = data.filter((_row, at) => at % 3 === 0);
  const named = new Set(asked.map(({ document }) => document));
  const files = ownFolders.flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)));
  await vitrine.ingest(...files.filter((file) => named.has(basename(file))));
  return asked.map(({ question, document }) => ({ text: question, wanted: new Set([document]) }));
}

async function xquad(vitrine: TestEngine): Promise<readonly Asked[]> {
  const set = await readLabelledSet(pathsOf(labelled ?? ''));
  const paths = set.documents.map(({ id, title, text }) => vitrine.file(fileOf(id), `${title}\n\n${text}`));
  await vitrine.ingest(...(await Promise.all(paths)));
  return set.queries
    .filter((_query, at) => at % step === 0)
    .map(({ text, judgements }) => ({
      text,
      wanted: new Set([...judgements].flatMap(([id, gain]) => (gain > 0 ? [fileOf(id)] : []))),
    }));
}

describe.each([
  // Several of these documents speak of the same things.
  { name: 'its own documents', prepare: own, leastRight: 0.6, leastRelevant: 0.7, there: true },
  { name: 'a labelled set', prepare: xquad, leastRight: 0.92, leastRelevant: 0.9, there: labelled !== null },
])('the citations of answers about $name', ({ prepare, leastRight, leastRelevant, there }) => {
  let vitrine: TestEngine;
  let questions: readonly Asked[] = [];
  let server: FakeServer | null = null;

  beforeAll(async () => {
    if (!there) return;
    vitrine = await TestEngine.open();
    await vitrine.ask('limits.set', { values: quotingLimits });
    questions = await prepare(vitrine);
  }, 120_000);
  afterAll(async () => {
    await server?.close();
    await vitrine?.close();
  });

  /** Numbers in brackets as markers have them, in any spelling: these documents speak of `[Citation 1*]`, which is none. */
  const shownIn = (answer: string): string[] => answer.match(/\[\s*citation[^\]*]*\d[^\]*]*\]/giu) ?? [];

  /** How many markers are shown, and how many of them lead to the passage that was in the prompt under their number. */
  async function tally(answer: Answer, wanted: ReadonlySet<string>) {
    const run = await vitrine.ask('run.get', { runId: answer.runId ?? '' });
    const ids = run.snapshots.Prompt_Builder?.final_selection_ids ?? [];
    const found = new Set<string | undefined>(run.snapshots.Retrieval?.base_context_chunks.map(({ id }) => id));
    const { unbacked, given = [] } = answer;
    const shown = shownIn(unbacked ?? shownText(answer));
    const mapped = shown.flatMap((marker) => {
      const number = Number(/^\[Citation (\d+)\]$/u.exec(marker)?.[1]);
      const citation = (unbacked === undefined ? answer.citations : given).find((one) => one.marker === number);
      // A quotation counts its passages itself, a model by the numbers of its prompt.
      const isMapped =
        answer.quoted && unbacked === undefined ? found.has(citation?.chunkId) : ids[number - 1] === citation?.chunkId;
      return citation && isMapped ? [citation] : [];
    });
    const right = mapped.filter(({ path }) => wanted.has(path.split('/').at(-1) ?? ''));
    const [first = ''] = run.snapshots.ReRanker?.views_by_stage.reranked ?? [];
    const relevance = run.snapshots.ReRanker?.extras.retrieval_scores?.[first]?.relevance ?? 0;
    return { shown: shown.length, mapped: mapped.length, right: right.length, relevance };
  }

  async function allOf(more: { readonly noLlm: true } | { readonly model: string }) {
    const sum = { shown: 0, mapped: 0, right: 0, answered: 0, relevant: 0 };
    for (const { text, wanted } of questions) {
      const answer = await vitrine.ask('chat.ask', { question: text, ...more });
      const one = await tally(answer, wanted);
      sum.relevant += Number(one.relevance >= 0.5);
      if (answer.outcome === 'nothing') continue;
      sum.answered += 1;
      sum.shown += one.shown;
      sum.mapped += one.mapped;
      sum.right += one.right;
    }
    return sum;
  }

  it.skipIf(!there)(
    'C4 lead to passages of the prompt where sentences are quoted, and to the right document',
    async () => {
      const { shown, mapped, right, answered, relevant } = await allOf({ noLlm: true });
      expect(answered).toBeGreaterThan(questions.length * 0.8);
      expect(shown).toBeGreaterThanOrEqual(answered);
      expect(mapped).toBe(shown);
      expect(right / shown).toBeGreaterThanOrEqual(leastRight);
      // The best passage that was found is relevant for nearly every question that is well put.
      expect(relevant / questions.length).toBeGreaterThanOrEqual(leastRelevant);
    },
    120_000,
  );

  // The same on every set: once is enough.
  it.runIf(prepare === own)(
    'C4 lead to passages of the prompt whatever a model cites, and the others are removed and told',
    async () => {
      const said = 'So it is [Citation 1]. And so [Citation 2-40]. Also [citation: 99, 3] and [Citation N].';
      server = await ollamaWith((_request, response) => response.end(part(said) + part('', true)));
      await vitrine.reopen({ providers: { ollama: { baseUrl: server.address } } });
      const { shown, mapped, answered } = await allOf({ model: 'ollama:any' });
      expect(shown).toBeGreaterThanOrEqual(answered);
      expect(mapped).toBe(shown);
      const { unbacked, answer, notices } = await vitrine.ask('chat.ask', {
        question: questions[0]?.text ?? '',
        model: 'ollama:any',
      });
      expect(unbacked ?? answer).not.toMatch(/99|Citation N/u);
      expect(notices.find(({ code }) => code === 'citation-removed')?.values?.markers).toContain(
        '[Citation 99], [Citation N]',
      );
    },
    120_000,
  );
});
