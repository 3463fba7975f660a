import { describe, expect, it } from 'vitest';
import { findInText } from '../../../../renderer/source/find-in-text';

const foundIn = (text: string, query: string) =>
  findInText(text, query).spans.map(({ startChar, endChar }) => text.slice(startChar, endChar));

describe('finding in a document', () => {
  it('finds words whatever their case and what white space lies between them', () => {
    expect(foundIn('The Limit\nfor silk. the limit  FOR silk', 'limit for')).toEqual(['Limit\nfor', 'limit  FOR']);
  });

  it('takes signs as they are written', () => {
    expect(foundIn('a.b acb (a.b)*', 'a.b')).toEqual(['a.b', 'a.b']);
    expect(foundIn('a.b acb (a.b)*', '(a.b)*')).toEqual(['(a.b)*']);
    expect(foundIn('x-y [z] {q} /r/', 'x-y [z] {q} /r/')).toEqual(['x-y [z] {q} /r/']);
  });

  it('finds nothing for nothing', () => expect(foundIn('words', '  ')).toEqual([]));

  it('says when there is more than it gives', () => {
    const { spans, more } = findInText('a'.repeat(20_000), 'a');
    expect([spans.length, more]).toEqual([10_000, true]);
  });
});
