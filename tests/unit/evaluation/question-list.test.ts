import { describe, expect, it } from 'vitest';
import { parsedRows, questionColumns } from '../../../electron/engine/evaluation/question-list';

const find = (name: string): readonly string[] => (/^(wood|glass)\.md$/u.test(name) ? [name] : []);
/** Question and document of each row below the head. */
const read = (text: string) => {
  const { data } = parsedRows(text);
  const { question, documents, named } = questionColumns(data, find);
  return data.slice(named ? 1 : 0).map((row) => [row[question], ...documents.map((column) => row[column])]);
};
const both = [
  ['What warps?', 'wood.md'],
  ['What breaks?', 'glass.md'],
];

describe('the columns of a list of questions', () => {
  it.each([
    ['as they usually stand', 'question,document\nWhat warps?,wood.md\nWhat breaks?,glass.md'],
    ['the other way round', 'document,question\nwood.md,What warps?\nglass.md,What breaks?'],
    [
      'the other way round, under a word of their own',
      'expected file,text\nwood.md,What warps?\nglass.md,What breaks?',
    ],
    ['among others', 'id;question;notes;document\n1;What warps?;a, b;wood.md\n2;What breaks?;;glass.md'],
    ['under two words', 'Query text,expected file\nWhat warps?,wood.md\nWhat breaks?,glass.md'],
  ])('are recognised by their head or by the documents: %s', (_case, text) => {
    expect(read(text)).toEqual(both);
  });

  it.each([
    ['question,document,document 2', [1, 2]],
    ['document1,question,document2', [0, 2]],
    ['Frage;erwartete Datei;andere Datei;Notiz', [1, 2]],
    ['question,source,source 2', [1, 2]],
    ['question,document,path', [1]],
    ['question,file name,document title', [1]],
    ['question,answer,expected answer', [1]],
  ])('name further documents in columns of one kind, and the same one in others: %s', (head, documents) => {
    expect(questionColumns(parsedRows(head).data, find).documents).toEqual(documents);
  });

  it('keep the usual order if no column names a document, or both do', () => {
    expect(read('What warps?,brass.md')).toEqual([['What warps?', 'brass.md']]);
    expect(read('wood.md,glass.md')).toEqual([['wood.md', 'glass.md']]);
  });

  it('are two without a head, and as many as a head names', () => {
    expect(questionColumns(parsedRows('What warps?,wood.md,glass.md').data, find).count).toBe(2);
    expect(questionColumns(parsedRows('question,document\nWhat warps, and why?,wood.md').data, find).count).toBe(2);
    expect(questionColumns(parsedRows('id,question,document,,\n').data, find).count).toBe(3);
  });
});
