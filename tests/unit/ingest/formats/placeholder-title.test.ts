import { describe, expect, it } from 'vitest';
import { isMadeUpTitle } from '../../../../electron/engine/ingest/formats/pdf';

describe('a title that a program made up', () => {
  it.each([
    '(anonymous)',
    '(unspecified)',
    'Untitled',
    'untitled 3',
    'Unbenannt1',
    'Document1',
    'Dokument 2',
    'Microsoft Word - lease.doc',
    'Microsoft Excel - Sheet1',
    'lease.docx',
    'about:blank',
    'none',
  ])('is %s', (title) => {
    expect(isMadeUpTitle(title)).toBe(true);
  });

  it.each([
    'Annual report 2025',
    'The anonymous letters',
    'Document 1 of the treaty',
    'Unknown waters',
    'Title and deed',
    'Договор: Document 1',
    '附件 Document 3',
    'Καμία – none',
    'Ärzte unknown',
  ])('is not %s', (title) => {
    expect(isMadeUpTitle(title)).toBe(false);
  });
});
