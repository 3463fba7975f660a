import { describe, expect, it } from 'vitest';
import { openLanguageDetector } from '../../../electron/engine/ingest';
import data from './detect-language.json';

/** Short texts of the languages that are known, as letters and forms have them. */
const sentences = data.sentences as Readonly<Record<string, readonly string[]>>;

describe('the language of a short text', () => {
  it.each(Object.entries(sentences))('%s is recognised', async (language, texts) => {
    const detector = await openLanguageDetector();
    expect(texts.map((text) => detector.ofText(text))).toEqual(texts.map(() => language));
  });

  it('is none where there are too few letters', async () => {
    expect((await openLanguageDetector()).ofText('Ok, until then.')).toBe('und');
  });
});

describe('the language of a chunk', () => {
  const english = (sentences.eng ?? []).join(' ');

  it('is its own where it is long enough and clearly another one', async () => {
    const detector = await openLanguageDetector();
    expect(detector.ofChunk(english, 'deu')).toBe('eng');
    expect(detector.ofChunk((sentences.rus ?? []).join(' '), 'eng')).toBe('rus');
  });

  it('is its document’s where it is short', async () => {
    expect((await openLanguageDetector()).ofChunk(english.slice(0, 200), 'deu')).toBe('deu');
  });
});
