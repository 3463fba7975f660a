import { VitrineError } from '@shared/errors';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readDocument } from '../../../../electron/engine/ingest';
import { threadMs } from '../../../thread-time';
import { fixture, limits } from '../fixture-documents';
import { makeZip, partsOf } from './make-zip';

/** Small enough that a reader that runs away is caught by them, and not by the machine. */
const tight = { ...limits, maxExpandedBytes: 4 * 1024 * 1024, maxEntries: 500 };
const MAX_MS_A_FILE = 3000;

/** Formats whose readers take any text: their seeds are here. */
const own: Readonly<Record<string, Uint8Array>> = {
  'facts.json': Buffer.from(
    JSON.stringify({ facts: [{ name: 'silk', lux: [50, 60.5], is: null }], more: { a: [[]] } }),
  ),
  'sum.ts': Buffer.from('/** The sum. */\nexport const sum = (a: number, b: number) => a + b;\n'),
  'lines.tsv': Buffer.from('name\tlux\nsilk\t50\n"pa\tper"\t60\n'),
};

const files = [
  'report.pdf',
  'owner-locked.pdf',
  'scan.pdf',
  'handbook.md',
  'windows-1252.txt',
  'utf-16le.txt',
  ...Object.keys(own),
  'pandoc-notes.docx',
  'pandoc-notes.odt',
  'pandoc-notes.epub',
  'pandoc-slides.pptx',
  'odfpy-slides.odp',
  'odfpy-readings.ods',
  'openpyxl-readings.xlsx',
  'pandoc-notes.rtf',
  'libreoffice-notes.rtf',
  'pandoc-notes.html',
  'python-mail.eml',
  'python-mails.mbox',
  'readings.csv',
];

type Damage =
  | { readonly kind: 'flip'; readonly at: number; readonly bits: number }
  | { readonly kind: 'cut'; readonly at: number }
  | { readonly kind: 'repeat'; readonly at: number; readonly length: number; readonly times: number };

const place = fc.double({ min: 0, max: 1, noNaN: true });
const damage: fc.Arbitrary<Damage> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant('flip' as const), at: place, bits: fc.integer({ min: 1, max: 255 }) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cut' as const), at: place }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('repeat' as const),
      at: place,
      length: fc.integer({ min: 1, max: 200 }),
      times: fc.integer({ min: 1, max: 50 }),
    }),
  },
);

function apply(bytes: Uint8Array, wound: Damage): Uint8Array {
  const at = Math.floor(wound.at * Math.max(0, bytes.length - 1));
  if (wound.kind === 'cut') return bytes.slice(0, Math.max(1, at));
  if (wound.kind === 'flip') {
    const flipped = bytes.slice();
    flipped[at] = (flipped[at] ?? 0) ^ wound.bits;
    return flipped;
  }
  const piece = bytes.slice(at, at + wound.length);
  const repeated = Array.from({ length: wound.times }, () => piece);
  return new Uint8Array(Buffer.concat([bytes.slice(0, at), ...repeated, bytes.slice(at)]));
}

const wounds = fc.array(damage, { minLength: 1, maxLength: 4 });

/** A document whose places hold, or a refusal with a code of ingest; within the time of a file. */
async function check(bytes: Uint8Array, name: string): Promise<void> {
  const started = threadMs();
  try {
    const { text, headings, pages, blocks } = await readDocument(bytes, name, tight);
    expect(text).toMatch(/\S/);
    const places = blocks.map(({ start, end }) => ({ startChar: start, endChar: end }));
    for (const { startChar, endChar } of [...headings, ...pages, ...places]) {
      expect(startChar).toBeGreaterThanOrEqual(0);
      expect(endChar).toBeGreaterThanOrEqual(startChar);
      expect(endChar).toBeLessThanOrEqual(text.length);
    }
  } catch (error) {
    if (!(error instanceof VitrineError)) throw error;
    expect(error.report().code).toMatch(/^(?:damaged|encrypted|too-large|too-many-pages|no-text|unsupported|empty)$/);
  }
  expect(threadMs() - started).toBeLessThan(MAX_MS_A_FILE);
}

/** All in all, in three seconds of a processor; `VITRINE_MUTATIONS=10000` takes thirty. */
const mutations = Number(process.env.VITRINE_MUTATIONS ?? 750);
const packed = files.filter((name) => /\.(?:docx|odt|epub|pptx|xlsx)$/.test(name));
const numRuns = Math.ceil(mutations / (files.length + packed.length));
const bounds = { numRuns, seed: 7 };

describe('a damaged file', () => {
  it.each(files)(
    '%s is read with places that hold, or refused with a code, in bounded time',
    async (name) => {
      const whole = own[name] ?? fixture(name);
      await fc.assert(
        fc.asyncProperty(wounds, (list) => check(list.reduce(apply, whole), name)),
        bounds,
      );
    },
    600_000,
  );

  it.each(packed)(
    '%s may also be damaged in its parts, under checksums that fit',
    async (name) => {
      const parts = partsOf(fixture(name));
      const damagedParts = (pick: number, list: readonly Damage[]) =>
        parts.map((part, index) =>
          index === pick % parts.length ? { ...part, content: list.reduce(apply, part.content) } : part,
        );
      await fc.assert(
        fc.asyncProperty(fc.nat(), wounds, (pick, list) => check(makeZip(damagedParts(pick, list)), name)),
        bounds,
      );
    },
    600_000,
  );
});
