import { describe, expect, it } from 'vitest';
import { readDocument } from '../../../../electron/engine/ingest';
import { codeOf, fixture, limits } from '../fixture-documents';
import { makeZip, partsOf, textPart, type ZipPart } from './make-zip';

const word = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const types = textPart(
  '[Content_Types].xml',
  '<Types><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
);
const documentPart = (body: string, prolog = '') =>
  textPart('word/document.xml', `${prolog}<w:document xmlns:w="${word}"><w:body>${body}</w:body></w:document>`);
const plain = documentPart('<w:p><w:r><w:t>Plain words.</w:t></w:r></w:p>');
const read = (parts: readonly ZipPart[], name = 'a.docx') => readDocument(makeZip(parts), name, limits);

describe('a zip-based document', () => {
  it('is read from its main part alone', async () => {
    expect(await read([types, plain])).toMatchObject({ format: 'docx', text: 'Plain words.' });
  });

  it('is not harmed by names that look like paths elsewhere', async () => {
    const evil = ['../../../evil.txt', '/etc/evil', 'C:\\evil', '..\\evil'].map((name) => textPart(name, 'evil'));
    expect((await read([types, plain, ...evil])).text).toBe('Plain words.');
  });

  it('is read by the first of two parts of one name', async () => {
    expect((await read([types, plain, documentPart('<w:p><w:r><w:t>Other.</w:t></w:r></w:p>')])).text).toBe(
      'Plain words.',
    );
  });

  it('is too large by what it declares, before anything is unpacked', async () => {
    const bomb = { name: 'word/media/a.png', content: new Uint8Array(10), declaredSize: 4_000_000_000 };
    expect(await codeOf(read([types, plain, bomb]))).toBe('too-large');
  });

  it('is too large by all its parts together, each of which would fit', async () => {
    const part = (n: number) => ({ name: `word/media/${n}.png`, content: new Uint8Array(600), declaredSize: 600 });
    const whole = makeZip([types, plain, part(1), part(2)]);
    expect(await codeOf(readDocument(whole, 'a.docx', { ...limits, maxExpandedBytes: 1200 }))).toBe('too-large');
    expect(await codeOf(readDocument(whole, 'a.docx', { ...limits, maxExpandedBytes: 2400 }))).toBe('none');
  });

  it('is too large where a part unpacks to many times its size', async () => {
    const bomb = { name: 'word/media/a.bin', content: new Uint8Array(20_000_000) };
    expect(await codeOf(read([types, plain, bomb]))).toBe('too-large');
  });

  it('is damaged where a part is larger than it declares', async () => {
    const liar = { ...plain, declaredSize: 5 };
    expect(await codeOf(read([types, liar]))).toBe('damaged');
  });

  it('is protected where a part is encrypted', async () => {
    expect(await codeOf(read([types, { ...plain, encrypted: true }]))).toBe('encrypted');
  });

  it('is protected where OpenDocument says so', async () => {
    const mimetype = textPart('mimetype', 'application/vnd.oasis.opendocument.text');
    const manifest = textPart(
      'META-INF/manifest.xml',
      '<manifest:manifest><manifest:file-entry><manifest:encryption-data/></manifest:file-entry></manifest:manifest>',
    );
    expect(await codeOf(read([mimetype, manifest, textPart('content.xml', 'noise')], 'a.odt'))).toBe('encrypted');
  });

  it('is protected where an older container wraps an encrypted one', async () => {
    const header = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
    const wrapped = Buffer.concat([
      header,
      Buffer.alloc(504),
      Buffer.from('EncryptedPackage', 'utf16le'),
      Buffer.alloc(512),
    ]);
    expect(await codeOf(readDocument(new Uint8Array(wrapped), 'a.docx', limits))).toBe('encrypted');
  });

  it('never expands the entities of a document type', async () => {
    const laughs = Array.from({ length: 20 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`).join('');
    const prolog = `<!DOCTYPE w:document [<!ENTITY l0 "ha">${laughs}]>`;
    const { text } = await read([types, documentPart('<w:p><w:r><w:t>&l20; end</w:t></w:r></w:p>', prolog)]);
    expect(text).toBe('&l20; end');
  });

  it('is damaged where it breaks off, and unsupported where it is a zip of anything else', async () => {
    const whole = fixture('pandoc-notes.docx');
    expect(await codeOf(readDocument(whole.slice(0, 5000), 'a.docx', limits))).toBe('damaged');
    expect(await codeOf(read([textPart('readme.txt', 'hello')], 'a.zip'))).toBe('unsupported');
  });

  it('taken apart and put together again says the same', async () => {
    const whole = fixture('pandoc-notes.docx');
    const again = await readDocument(makeZip(partsOf(whole)), 'a.docx', limits);
    expect(again.text).toBe((await readDocument(whole, 'a.docx', limits)).text);
  });
});
