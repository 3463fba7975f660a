import { describe, expect, it } from 'vitest';
import { partAsDocument } from '../../../../renderer/chat/part-as-document';

describe('what of a long question is a document', () => {
  it.each([
    [
      'what was pasted, and the question is what stands around it',
      'Sum up: LONG please',
      'LONG',
      'LONG',
      'Sum up:\nplease',
    ],
    ['all of it where nothing was pasted', 'LONG typed', '', 'LONG typed', ''],
    ['all of it where what was pasted was changed', 'LO-NG', 'LONG', 'LO-NG', ''],
    ['all of it where only blanks were pasted', 'LONG  ', '  ', 'LONG  ', ''],
    ['the same with the ends of lines of Windows', 'Q\na\nb', 'a\r\nb', 'a\nb', 'Q'],
  ])('is %s', (_what, draft, pasted, document, question) => {
    expect(partAsDocument(draft, pasted)).toEqual({ document, question });
  });
});
