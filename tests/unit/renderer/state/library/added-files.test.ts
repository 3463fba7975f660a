import type { FileReport } from '@shared/contract/index';
import { speak } from '@shared/words/index';
import { afterEach, describe, expect, it } from 'vitest';
import {
  addedBy,
  addedText,
  pastedPictureName,
  pastedTextName,
} from '../../../../../renderer/state/library/added-files';

const morning = new Date(2026, 10, 2, 9, 4);

afterEach(() => speak('en'));

describe('a pasted file without a name', () => {
  it('is named after its minute, in a form that sorts by time and suits every file system', () => {
    expect(pastedPictureName(morning)).toBe('Pasted picture 2026-11-02 09.04');
    expect(pastedTextName(morning)).toBe('Pasted text 2026-11-02 09.04');
  });

  it('is called so in the language of the interface', async () => {
    await speak('de');
    expect(pastedPictureName(morning)).toBe('Eingefügtes Bild 2026-11-02 09.04');
  });
});

const report = (status: FileReport['status'], documentId: string | null): FileReport => ({
  path: '',
  status,
  documentId,
  chunks: 0,
  pages: 0,
  error: null,
  warnings: [],
});

describe('the report at the end of an ingest', () => {
  it.each([
    [[report('indexed', 'a')], '1 document added'],
    [[report('indexed', 'a'), report('unchanged', 'b'), report('duplicate', 'b')], '2 documents added'],
    [[report('indexed', 'a'), report('failed', 'b'), report('failed', 'c')], '1 added, 2 need you'],
    [[report('failed', 'b')], '1 file needs you'],
    [[report('unchanged', 'a')], 'Nothing new: the document was here already'],
  ])('is the number of added files, and of those that wait for a person', (files, said) => {
    expect(addedText({ files })).toBe(said);
  });
});

describe('undo of an ingest', () => {
  it('covers only new documents', () => {
    const reports = [
      report('indexed', 'a'),
      report('duplicate', 'b'),
      report('failed', 'c'),
      report('unchanged', 'd'),
      report('replaced', 'e'),
      report('failed', null),
    ];
    expect(addedBy(reports)).toEqual(['a', 'b', 'c']);
  });
});
