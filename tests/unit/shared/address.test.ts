import { addressAmong, addressOf, placeOfAddress } from '@shared/address';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { forAll } from '../../for-all';

const whole = { kind: 'document', documentId: 'doc_1', pages: [], span: null };

describe('an address', () => {
  it.each([
    ['vitrine://document/doc_1', whole],
    // Systems add the slash after a host.
    ['vitrine://document/doc_1/', whole],
    ['vitrine://document/doc_1#page=3', { ...whole, pages: [3] }],
    ['vitrine://document/doc_1#char=4-19', { ...whole, span: { startChar: 4, endChar: 19 } }],
    ['vitrine://document/doc_1#page=3&char=4-19', { ...whole, pages: [3], span: { startChar: 4, endChar: 19 } }],
    ['vitrine://conversation/conv_1#msg_2', { kind: 'conversation', conversationId: 'conv_1' }],
  ])('W25 names a place: %s', (text, place) => expect(placeOfAddress(text)).toEqual(place));

  it.each([
    'https://document/doc_1',
    'vitrine://evil.example/doc_1',
    'vitrine://document@evil.example/doc_1',
    'vitrine://document:80/doc_1',
    'vitrine://document/../../etc/passwd',
    'vitrine://document/%2e%2e%2fpasswd',
    'vitrine://document/..\\..\\windows',
    'vitrine://document/doc_1/run',
    'vitrine://document/doc_1?delete=1',
    'vitrine://document/doc_1#page=0',
    'vitrine://document/doc_1#page=-1',
    'vitrine://document/doc_1#char=19-4',
    'vitrine://document/doc_1#char=4-1e9',
    'vitrine://document/doc_1#<img src=x onerror=alert(1)>',
    'vitrine://document/doc_1\n#page=1',
    'vitrine://document/doc_1\u202e',
    ' vitrine://document/doc_1',
    'VITRINE://document/doc_1',
    `vitrine://document/${'a'.repeat(201)}`,
    `vitrine://document/a#char=1-${'9'.repeat(400)}`,
    'vitrine://settings.set/offline',
    'vitrine:',
    '',
  ])('W25 is none, and so does nothing: %j', (text) => expect(placeOfAddress(text)).toBeNull());

  it('W25 of a chunk leads back to it, and any text is read to its end in no time', () => {
    const span = fc.tuple(fc.nat(), fc.integer({ min: 1, max: 1e6 }));
    forAll(fc.array(fc.integer({ min: 1, max: 1e6 })), span, (pages, [startChar, length]) => {
      const place = { documentId: 'doc-1', pages, startChar, endChar: startChar + length };
      expect(placeOfAddress(addressOf(place))).toEqual({
        kind: 'document',
        documentId: 'doc-1',
        pages: pages.slice(0, 1),
        span: { startChar, endChar: startChar + length },
      });
    });
    expect(placeOfAddress(`vitrine://document/${'a-'.repeat(1_000_000)}`)).toBeNull();
  });

  it('W25 is found among the words that a program is called with', () => {
    expect(addressAmong(['vitrine', '--library', '/x', 'vitrine://document/a'])).toBe('vitrine://document/a');
    expect(addressAmong(['vitrine', '--library', '/x', 'https://vitrine/a'])).toBeUndefined();
  });
});
