import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { project, TestEngine } from '../open-test-engine';

/** Long documents from other programs: the detail that only one names is far from its beginning. */
const documents = [
  ['pandoc.docx', 'astrolabe'],
  ['writer.odt', 'barometer'],
  ['writer.rtf', 'cithara'],
  ['pandoc.html', 'dulcimer'],
  ['pandoc.epub', 'ewer'],
  ['pandoc.pptx', 'falconry'],
  ['calc.xlsx', 'kaleidoscope'],
  ['calc.csv', 'limelight'],
  ['python.json', 'nutcracker'],
  ['python.eml', 'gramophone'],
  ['python.mbox', 'metronome'],
  ['inventory.md', 'inkstand'],
  ['iconv-utf-16.txt', 'jade'],
  ['writer.pdf', 'harpsichord'],
] as const;

describe('a question about one document of many formats', () => {
  const vitrine = TestEngine.shared(async (test) => {
    const report = await test.ingest(...documents.map(([name]) => join(project, 'tests/fixtures/inventories', name)));
    expect(report.totals).toMatchObject({ indexed: documents.length });
  });

  it.each(documents)('C5 is answered from %s, and cites where it tells of the %s', async (name, thing) => {
    const { citations, cited } = await vitrine.ask('chat.ask', { question: `Where is the ${thing}?`, noLlm: true });
    expect(citations[0]?.path).toMatch(new RegExp(`/${name}$`));
    const { text } = await vitrine.ask('library.source', { documentId: citations[0]?.documentId ?? '' });
    const spans = (cited?.[0]?.spans ?? []).filter(({ marker }) => marker === 1);
    expect(spans.map(({ startChar, endChar }) => text.slice(startChar, endChar).toLowerCase()).join(' ')).toContain(
      thing,
    );
  });
});
