import { statedFacts } from '@shared/document-facts';
import type { ChunkProfile } from '@shared/limits';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ChunkSpan, chunkDocument, type ReadDocument } from '../../../../electron/engine/ingest';
import { readMarkdown } from '../../../../electron/engine/ingest/formats/markdown';
import { blocksOfText } from '../../../../electron/engine/ingest/recognise-blocks';
import { forAllWith } from '../../../for-all';

/** A tokenizer whose tokens do not add up: a known word is one token, a part of it more. */
const countTokens = (text: string) => {
  let tokens = 0;
  for (const [run] of text.matchAll(/[\p{L}\p{N}]+|[^\s\p{L}\p{N}]/gu)) {
    tokens += run.length % 7 === 0 ? Math.ceil(run.length / 7) : Math.ceil(run.length / 2);
  }
  return tokens;
};

const piece = fc.oneof(
  { weight: 6, arbitrary: fc.string({ unit: 'grapheme', minLength: 0, maxLength: 40 }) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', minLength: 0, maxLength: 20 }) },
  {
    weight: 6,
    arbitrary: fc.constantFrom(
      ' ',
      '  ',
      '\n',
      '\r\n',
      '\n\n',
      '\r\n\r\n\r\n',
      '. ',
      '! Then ',
      ', ',
      '。',
      '、',
      '\u00A0',
      '\u2029',
      '\t',
    ),
  },
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      'word',
      'Lamp',
      'vitrine',
      'e.g.',
      'Straße',
      '展示ケース',
      'ตู้กระจก',
      'שלום',
      'x'.repeat(130),
    ),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      '👩‍👩‍👧‍👦',
      '🇩🇪🇫🇷🇯🇵',
      'e\u0301\u0323',
      '\u0301',
      '\u200D',
      '\u0600 ',
      'ab\u0600 '.repeat(15),
      '👩\u200D©'.repeat(15),
      'क्षि',
      '한',
      '👍🏽',
      '\uD83D',
      '\uDE00',
    ),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '\n# Care\n\n',
      '\n## Light\n',
      '\nDust\n---\n',
      '\n```js\nconst lux = 50;\nif (lux) {}\n```\n',
      '\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n',
    ),
  },
);
const anyText = fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join(''));

const anyProfile: fc.Arbitrary<ChunkProfile> = fc
  .record({
    unit: fc.constantFrom('characters' as const, 'tokens' as const),
    size: fc.integer({ min: 50, max: 300 }),
    least: fc.double({ min: 0, max: 1, noNaN: true }),
    share: fc.double({ min: 0, max: 0.99, noNaN: true }),
  })
  .map(({ unit, size, least, share }) => ({
    unit,
    size,
    minSize: Math.floor(size * least),
    overlap: Math.floor(size * share),
  }));

const anyDocument: fc.Arbitrary<ReadDocument> = fc
  .record({ text: anyText, format: fc.constantFrom('txt' as const, 'md' as const, 'pdf' as const) })
  .map(({ text, format }) => {
    const { headings, blocks } = format === 'txt' ? { headings: [], blocks: blocksOfText(text) } : readMarkdown(text);
    const middle = Math.floor(text.length / 2);
    const pages =
      format === 'pdf'
        ? [
            { page: 1, startChar: 0, endChar: middle },
            { page: 2, startChar: middle, endChar: text.length },
          ]
        : [];
    return {
      ...statedFacts({}),
      format,
      mime: 'text/plain',
      title: null,
      text,
      pages,
      headings,
      blocks,
      language: 'und',
      warnings: [],
    };
  });

const runs = { numRuns: 400 };

function everyChunk(check: (chunk: ChunkSpan, document: ReadDocument, profile: ChunkProfile) => void): void {
  forAllWith(runs)(anyDocument, anyProfile, (document, profile) => {
    for (const chunk of chunkDocument(document, profile, countTokens)) check(chunk, document, profile);
  });
}

describe('the laws of chunking, for any text and any profile', () => {
  it('loses no character that is not blank', () => {
    forAllWith(runs)(anyDocument, anyProfile, (document, profile) => {
      const covered = new Uint8Array(document.text.length);
      for (const chunk of chunkDocument(document, profile, countTokens)) {
        covered.fill(1, chunk.startChar, chunk.endChar);
      }
      const lost = [...covered.keys()].filter((at) => covered[at] === 0 && /\S/.test(document.text.charAt(at)));
      expect(lost).toEqual([]);
    });
  });

  it('gives each chunk the text at its place, not blank, from its first to its last grapheme', () => {
    everyChunk((chunk, { text }) => {
      expect(chunk.text).toBe(text.slice(chunk.startChar, chunk.endChar));
      expect(chunk.text.trim()).not.toBe('');
      const graphemes = [...new Intl.Segmenter('und', { granularity: 'grapheme' }).segment(chunk.text)];
      expect(graphemes[0]?.segment.trim()).not.toBe('');
      expect(graphemes.at(-1)?.segment.trim()).not.toBe('');
    });
  });

  it('keeps every chunk within the size, in the unit of the profile', () => {
    everyChunk((chunk, _, profile) => {
      const size = profile.unit === 'characters' ? chunk.text.length : countTokens(chunk.text);
      expect(size).toBeLessThanOrEqual(profile.size);
      expect(chunk.tokenCount).toBe(countTokens(chunk.text));
    });
  });

  it('never cuts inside a grapheme of the whole text that fits into a chunk', () => {
    forAllWith(runs)(anyDocument, anyProfile, (document, profile) => {
      const insides = new Set<number>();
      for (const { index, segment } of new Intl.Segmenter('und', { granularity: 'grapheme' }).segment(document.text)) {
        if (segment.length > 50) continue;
        for (let at = index + 1; at < index + segment.length; at += 1) insides.add(at);
      }
      for (const chunk of chunkDocument(document, profile, countTokens)) {
        expect(insides.has(chunk.startChar)).toBe(false);
        expect(insides.has(chunk.endChar)).toBe(false);
      }
    });
  });

  it('numbers the chunks in the order of their places, each going beyond the one before', () => {
    forAllWith(runs)(anyDocument, anyProfile, (document, profile) => {
      const chunks = chunkDocument(document, profile, countTokens);
      chunks.forEach((chunk, index) => {
        const before = chunks[index - 1];
        expect(chunk.index).toBe(index);
        if (before) {
          expect(chunk.startChar).toBeGreaterThan(before.startChar);
          expect(chunk.endChar).toBeGreaterThan(before.endChar);
        }
      });
    });
  });

  it('repeats at most half a chunk, and nothing without an overlap', () => {
    forAllWith(runs)(anyDocument, anyProfile, (document, profile) => {
      const chunks = chunkDocument(document, profile, countTokens);
      chunks.forEach((chunk, index) => {
        const repeated = Math.max(0, (chunks[index - 1]?.endChar ?? 0) - chunk.startChar);
        if (profile.overlap === 0) expect(repeated).toBe(0);
        if (profile.unit === 'characters') {
          expect(repeated).toBeLessThanOrEqual(Math.min(profile.overlap, profile.size / 2));
        }
      });
    });
  });

  it('gives the same chunks for the same input', () => {
    forAllWith({ numRuns: 100 })(anyDocument, anyProfile, (document, profile) => {
      expect(chunkDocument(document, profile, countTokens)).toEqual(chunkDocument(document, profile, countTokens));
    });
  });
});
