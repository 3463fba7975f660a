import { describe, expect, it } from 'vitest';
import { decodeText, readDocument } from '../../../electron/engine/ingest';
import { limits } from './fixture-documents';
import data from './legacy-encodings.json';

/** Writes a text in an encoding of the Encoding Standard, by what its decoder makes of each byte and each pair. */
function encoded(text: string, label: string): Buffer {
  const bytesOf = new Map<string, number[]>(
    Array.from({ length: 128 }, (_, byte) => [String.fromCharCode(byte), [byte]]),
  );
  const decoder = new TextDecoder(label);
  const add = (...bytes: number[]) => {
    const [character = '\uFFFD', more] = decoder.decode(Uint8Array.from(bytes));
    if (character !== '\uFFFD' && more === undefined && !bytesOf.has(character)) bytesOf.set(character, bytes);
  };
  for (let lead = 0x80; lead <= 0xff; lead += 1) add(lead);
  if (/jis|euc|gb|big5/u.test(label)) {
    for (let lead = 0x81; lead < 0xff; lead += 1) for (let trail = 0x40; trail < 0xff; trail += 1) add(lead, trail);
  }
  return Buffer.from([...text].flatMap((character) => bytesOf.get(character) ?? fail(`${label} lacks ${character}`)));
}

function fail(message: string): never {
  throw new Error(message);
}

const texts = data.texts;

describe('a text in a legacy encoding', () => {
  it.each([
    ['russian', 'windows-1251'],
    ['russian', 'koi8-u'],
    ['russian', 'iso-8859-5'],
    ['ukrainian', 'windows-1251'],
    ['ukrainian', 'koi8-u'],
    ['japanese', 'shift_jis'],
    ['japanese', 'euc-jp'],
    ['chinese', 'gb18030'],
    ['taiwanese', 'big5'],
    ['korean', 'euc-kr'],
    ['polish', 'windows-1250'],
    ['polish', 'iso-8859-2'],
    ['czech', 'windows-1250'],
    ['czech', 'iso-8859-2'],
    ['slovak', 'windows-1250'],
    ['slovak', 'iso-8859-2'],
    ['hungarian', 'iso-8859-2'],
    ['greek', 'iso-8859-7'],
    ['turkish', 'windows-1254'],
    ['arabic', 'windows-1256'],
    ['hebrew', 'windows-1255'],
  ] as const)('%s is read from %s and says that this is a guess', (name, encoding) => {
    expect(decodeText(encoded(texts[name], encoding))).toEqual({
      text: texts[name],
      warnings: [{ code: 'encoding-guessed', values: { encoding } }],
    });
  });

  it('is read behind pages of plain English, too', () => {
    const text = `${'A line of plain English says nothing of it.\n'.repeat(5000)}${texts.russian}\n`;
    expect(decodeText(encoded(text, 'windows-1251'))?.text).toBe(text);
  });

  it('is read from ISO-2022-JP, which has no byte beyond ASCII', () => {
    const kanji = encoded(texts.japanese, 'euc-jp').map((byte) => byte & 0x7f);
    const bytes = Buffer.concat([Buffer.from('Memo: \x1b$B'), kanji, Buffer.from('\x1b(B\n')]);
    expect(decodeText(bytes)?.text).toBe(`Memo: ${texts.japanese}\n`);
  });

  it('carries the guess as a remark on its document', async () => {
    const read = await readDocument(encoded(texts.russian, 'windows-1251'), 'council.txt', limits);
    expect(read).toMatchObject({
      text: texts.russian,
      language: 'rus',
      warnings: [{ code: 'encoding-guessed', values: { encoding: 'windows-1251' } }],
    });
  });

  it.each(data.western)('stays windows-1252 where it is Western: %s', (text) => {
    expect(decodeText(Buffer.from(text, 'latin1'))).toEqual({ text, warnings: [{ code: 'windows-1252' }] });
  });
});
