import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Hands, View } from './hands';

/** A labelled set with a question that nothing answers, and a document that is not there. */
const labelled = {
  documents: [
    { _id: 'd1', title: 'Silk', text: 'Silk bears fifty lux. Its dyes fade in bright light.' },
    { _id: 'd2', title: 'Stone', text: 'Stone bears three hundred lux, and marble bears it too.' },
    { _id: 'd3', title: 'Paper', text: 'Paper yellows where the air is damp. It is kept at eighteen degrees.' },
  ],
  questions: [
    { _id: 'q1', text: 'How much light does silk bear?' },
    { _id: 'q2', text: 'Which degrees is paper kept at?' },
    { _id: 'q3', text: 'Zebrafish genome assembly?' },
  ],
  judgements: 'query-id\tcorpus-id\tscore\nq1\td1\t2\nq1\td2\t1\nq2\td3\t1\nq3\td2\t1\nq3\tgone\t1\n',
} as const;
const lines = (items: readonly object[]) => `${items.map((item) => JSON.stringify(item)).join('\n')}\n`;

/** Writes labelled sets into the folder: two that are whole, one of which goes, and one that is broken. */
export function writeSets(folder: string): void {
  writeFileSync(join(folder, 'broken.csv'), 'question,document\nWho wrote this?,no-such-document.txt\n');
  for (const name of ['museum', 'gone']) {
    mkdirSync(join(folder, name, 'qrels'), { recursive: true });
    writeFileSync(join(folder, name, 'corpus.jsonl'), lines(labelled.documents));
    writeFileSync(join(folder, name, 'queries.jsonl'), lines(labelled.questions));
    writeFileSync(join(folder, name, 'qrels/test.tsv'), labelled.judgements);
  }
}

/** Views of measurements, from a broken set to a question’s run. */
export const evaluateViews = ({ at, chooseSet, folder, isDrawn, key, pane, seen, shown }: Hands): readonly View[] => [
  ['evaluate-broken', () => chooseSet('broken.csv', 'main [role="alert"]')],
  [
    'evaluate-failed',
    async () => {
      await chooseSet('gone', '[data-testid="set-facts"]');
      rmSync(join(folder, 'gone'), { recursive: true });
      await at('measure').click();
      await isDrawn('main [role="alert"]');
    },
    () => shown('main [role="alert"]'),
  ],
  [
    'evaluate-result',
    async () => {
      await chooseSet('museum', '[data-testid="set-facts"]:has-text("museum")');
      await at('measure').click();
      await seen('compared');
      await at('compare-after').selectOption({ index: 1 });
      await seen('significance');
    },
  ],
  [
    'evaluate-question',
    async () => {
      await at('question-table').focus();
      await key('Home');
      await seen('question-details');
    },
    () => shown('[data-testid="question-details"]'),
  ],
  [
    'evaluate-run',
    async () => {
      await at('open-question').first().click();
      await seen('labelled-run');
      await pane('Prompt_Builder', 'done');
      if ((await at('inspector').count()) > 0) await at('inspect').click();
      await at('unfold').first().click();
      await seen('candidate-details');
    },
  ],
  [
    'insights',
    async () => {
      await at('nav-evaluate').click();
      await at('insights-row').click();
      await seen('insights-times');
    },
  ],
];
