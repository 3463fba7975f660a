import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { reportOf } from '@shared/errors';
import { speak } from '@shared/words/index';
import { saidError } from '@shared/words/said';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readLabelledSet } from '../../../../electron/engine/evaluation';
import { readQuestionList } from '../../../../electron/engine/evaluation/question-list';
import { temporaryFolder } from '../../../temporary-folder';

let folder = '';
beforeEach(async () => {
  folder = temporaryFolder();
});
afterEach(async () => {
  await speak('en');
});

/** The messages about a set with one faulty file, in both languages. */
async function said(name: string, text: string): Promise<{ readonly en: string; readonly de: string }> {
  const files = {
    'corpus.jsonl': '{"_id": "d1", "text": "It grinds."}\n',
    'queries.jsonl': '{"_id": "q1", "text": "mill?"}\n',
    'test.tsv': 'q1\td1\t1\n',
    [name]: text,
  };
  for (const [file, content] of Object.entries(files)) await writeFile(join(folder, file), content);
  const at = (file: string) => join(folder, file);
  const twins = ['a', 'b'].map((documentId) => ({ documentId, path: `/${documentId}/Wood.md`, title: 'Wood' }));
  const reading = name.endsWith('.csv')
    ? readQuestionList(at(name), twins)
    : readLabelledSet({ corpus: at('corpus.jsonl'), queries: at('queries.jsonl'), qrels: at('test.tsv') });
  const report = await reading.then(() => null, reportOf);
  if (!report) throw new TypeError('It was read.');
  await speak('de');
  return { en: report.message, de: saidError(report).message };
}

describe('where a labelled set does not fit', () => {
  it.each([
    ['corpus.jsonl', '\n{oops', 2, 'Das ist kein JSON.'],
    ['queries.jsonl', '{"_id": "q1", "text": "a"}\n{"_id": "q1", "text": "b"}', 2, 'Die _id „q1“ hat auch Zeile 1.'],
    ['file.csv', 'What warps?,Wood,Glass\n', 1, 'Sie hat mehr als zwei Spalten.'],
    ['file.csv', 'question,document\nWhat warps?,Brass\n', 2, 'Die Bibliothek hat kein Dokument „Brass“.'],
    [
      'file.csv',
      'question,document\nWhat warps?,a\n"Who?,a\n',
      3,
      'Die Anführungszeichen einer Zelle schließen nicht.',
    ],
  ])('is said by the line and the name of its file: %s, %j', async (name, text, line, fault) => {
    const { en, de } = await said(name, text);
    expect(en).toMatch(new RegExp(`^Line ${line} of ${name}: `, 'u'));
    expect(de).toBe(`Zeile ${line} von ${name}: ${fault}`);
  });

  it('names the file alone where several lines name documents that are not there', async () => {
    const { en, de } = await said('file.csv', 'question,document\nWhat warps?,Brass\nWhat breaks?,Tin\n');
    expect(en).toMatch(/^file\.csv: all 2 lines name a document/u);
    expect(de).toBe(
      'file.csv: Alle 2 Zeilen nennen ein Dokument, das die Bibliothek nicht hat (2: "Brass"; 3: "Tin").',
    );
  });

  it('names the whole path where no line is meant', async () => {
    const { en, de } = await said('file.csv', 'question,document\n');
    expect(en).toBe(`${join(folder, 'file.csv')} holds no question.`);
    expect(de).toBe(`${join(folder, 'file.csv')} enthält keine Frage.`);
  });
});
