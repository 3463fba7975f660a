import { readFile, symlink } from 'node:fs/promises';
import type { IngestReport } from '@shared/contract';
import { describe, expect, it } from 'vitest';
import { makeZip, textPart } from '../../unit/ingest/formats/make-zip';
import { fixture, statuses, TestEngine } from '../open-test-engine';

/** First bytes of Word, Excel and PowerPoint files before 2007. */
const compound = new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, ...new Uint8Array(3000)]);
/** A book whose chapter is encrypted, as shops sell them. */
const soldBook = makeZip([
  textPart('mimetype', 'application/epub+zip'),
  textPart('META-INF/container.xml', '<container><rootfiles><rootfile full-path="b.opf"/></rootfiles></container>'),
  textPart(
    'META-INF/encryption.xml',
    '<encryption><EncryptedData><EncryptionMethod Algorithm="http://www.w3.org/2001/04/xmlenc#aes128-cbc"/></EncryptedData></encryption>',
  ),
  textPart('b.opf', '<package/>'),
]);

let report: IngestReport;

const vitrine = TestEngine.shared(async () => {
  const put = (name: string, content: string | Uint8Array) => vitrine.file(`papers/${name}`, content);
  const docx = await readFile(fixture('pandoc-notes.docx'));
  await put('2015/Übersicht Größe & Maß.docx', docx);
  await put('2016/deep/er/still/100% sure #1 "quoted" \'single\'.txt', 'The astrolabe is below the stairs.\n');
  await put('2017/emoji 🏺📚.txt', 'The barometer hangs by the clock.\n');
  await put(`2017/${'long '.repeat(45)}.txt`, 'The cithara leans in the alcove.\n');
  await put('2018/broken.docx', docx.subarray(0, docx.length / 2));
  await put('2018/zeroed.docx', new Uint8Array(5000));
  await put('2018/~$zeroed.docx', 'Ada');
  await put('2018/locked.pdf', await readFile(fixture('locked.pdf')));
  await put('2018/sold.epub', soldBook);
  await put('2018/empty.txt', '');
  await put('2019/letter.doc', compound);
  await put('2019/really-rtf.doc', '{\\rtf1\\ansi The dulcimer stands by the window.\\par}');
  await put('2019/sums.ods', makeZip([textPart('mimetype', 'application/vnd.oasis.opendocument.spreadsheet')]));
  await put('2019/README', 'The ewer waits in the vault.\n');
  await put('2019/photo.png', new Uint8Array([0x89, 0x50, 0x4e, 0x47]));
  await put('2019/.git/config', '[core]');
  await put('2019/node_modules/a/readme.md', '# nothing');
  await put('2020/a.txt', 'The falconry glove is in the drawer.\n');
  await put('2020/b.txt', 'The falconry glove is in the drawer.\n');
  await put('2020/utf-16.txt', Buffer.from('The gramophone is in the attic, für immer.\n', 'utf16le'));
  await put('2020/latin.txt', Buffer.from('Das Harmonium steht über der Tür.\n', 'latin1'));
  await put('2020/semicolons.csv', 'Fall;Ort\nInkunabel;"Keller; links"\n');
  await put('2020/rows.jsonl', '{"thing":"jade seal"}\n{"thing":"kaleidoscope"}\n');
  await symlink(vitrine.path('papers'), vitrine.path('papers/2020/loop'));
  report = await vitrine.ingest(vitrine.path('papers'));
});

describe('a folder of ten years', () => {
  it('has an outcome for every document in it, and counts what it passes over', () => {
    const { totals } = report;
    expect(statuses(report)).toEqual({
      'Übersicht Größe & Maß.docx': 'indexed',
      '100% sure #1 "quoted" \'single\'.txt': 'indexed',
      'emoji 🏺📚.txt': 'indexed',
      [`${'long '.repeat(45)}.txt`]: 'indexed',
      'broken.docx': 'failed: damaged',
      'zeroed.docx': 'failed: damaged',
      'locked.pdf': 'failed: encrypted',
      'sold.epub': 'failed: encrypted',
      'empty.txt': 'failed: empty',
      'letter.doc': 'failed: unsupported',
      'really-rtf.doc': 'indexed',
      'sums.ods': 'failed: damaged',
      README: 'indexed',
      'a.txt': 'indexed',
      'b.txt': 'duplicate',
      'utf-16.txt': 'indexed',
      'latin.txt': 'indexed',
      'semicolons.csv': 'indexed',
      'rows.jsonl': 'indexed',
    });
    expect(totals).toMatchObject({ files: 19, indexed: 11, duplicate: 1, failed: 7 });
    // The note of Office, the picture, the hidden and the generated folder, and the loop.
    expect(totals.skipped).toBe(5);
    expect(totals.indexed + totals.duplicate + totals.failed).toBe(totals.files);
  });

  it.each([
    ['letter.doc', 'unsupported', { why: 'save-as', saveAs: 'docx' }],
    ['sums.ods', 'damaged', { why: 'part', part: 'content.xml' }],
    ['zeroed.docx', 'damaged', { why: 'not-kind', extension: 'docx' }],
    ['sold.epub', 'encrypted', { why: 'copy-protected' }],
    ['locked.pdf', 'encrypted', undefined],
  ])('says of %s why it was not read', (name, code, details) => {
    const error = report.files.find(({ path }) => path.endsWith(name))?.error;
    expect(error?.code).toBe(code);
    expect(error?.details).toEqual(details && expect.objectContaining(details));
  });

  it.each(['astrolabe', 'barometer', 'cithara', 'dulcimer', 'ewer', 'gramophone', 'Harmonium', 'Inkunabel', 'jade'])(
    'finds the %s',
    async (thing) => {
      expect((await vitrine.found(thing))[0]).toContain(thing);
    },
  );

  it('reads a refused file once it is mended, and the others are refused again for the same reason', async () => {
    await vitrine.file('papers/2018/broken.docx', await readFile(fixture('libreoffice-notes.docx')));
    const failed = async () => (await vitrine.ask('library.list', {})).filter(({ state }) => state === 'failed');
    const before = await failed();
    expect(before).toHaveLength(7);
    const { jobId } = await vitrine.ask('ingest.again', { documentIds: before.map(({ documentId }) => documentId) });
    await expect
      .poll(async () => (await vitrine.ask('ingest.jobs', {})).jobs.find((job) => job.jobId === jobId)?.state, {
        timeout: 30_000,
      })
      .toBe('done');
    const after = await failed();
    expect(after.map(({ path }) => path.split('/').at(-1)).sort()).toEqual(
      ['empty.txt', 'letter.doc', 'locked.pdf', 'sold.epub', 'sums.ods', 'zeroed.docx'].sort(),
    );
  });
});
