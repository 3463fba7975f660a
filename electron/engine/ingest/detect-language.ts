import { rankLanguages } from './rank-languages';

const UNDETERMINED = 'und';

/** Below these, trigrams guess more than they tell: they take a 35-letter English sentence for French. */
const MIN_DOCUMENT_LETTERS = 60;
const MIN_CHUNK_LETTERS = 300;
/** More tells no more, and costs by the letter. */
const MAX_CHUNK_LETTERS = 500;

/** Most scripts other than these belong to one language or few, so that a short text is enough. */
const SHARED_SCRIPT = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Devanagari}\s]/gu;
const MIN_OWN_SCRIPT_LETTERS = 10;

/** A chunk keeps its document's language while that scores at least this share of the best language's score. */
const SAME_LANGUAGE_SHARE = 0.9;

const SAMPLE_CHARACTERS = 4000;
/** Of the sample, more tells no more. */
const MAX_LETTERS = 2048;

/**
 * ISO 639-3 code of the language most of the text is in, or `und` where it is too short to tell. Looks at a sample
 * of the beginning and one of the middle, because title pages and licences speak another language than the text.
 */
export function detectLanguage(text: string): string {
  const middle = Math.max(0, Math.floor(text.length / 2) - SAMPLE_CHARACTERS / 2);
  const start = letters(text.slice(0, SAMPLE_CHARACTERS));
  const centre = text.length > 2 * SAMPLE_CHARACTERS ? letters(text.slice(middle, middle + SAMPLE_CHARACTERS)) : '';
  const sample = `${centre.slice(0, 1400)} ${start}`;
  if (sample.length < (isOwnScript(sample) ? MIN_OWN_SCRIPT_LETTERS : MIN_DOCUMENT_LETTERS)) return UNDETERMINED;
  return rankLanguages(sample.slice(0, MAX_LETTERS))[0]?.code ?? UNDETERMINED;
}

/** Language of a chunk: its document's, unless the chunk is long enough to tell and clearly in another. */
export function languageOfChunk(text: string, documentLanguage: string): string {
  const sample = letters(text);
  if (sample.length < MIN_CHUNK_LETTERS) return documentLanguage;
  const ranked = rankLanguages(sample.slice(0, MAX_CHUNK_LETTERS));
  const same = ranked.find(({ code }) => code === documentLanguage);
  if (same && same.score >= SAME_LANGUAGE_SHARE) return documentLanguage;
  return ranked[0]?.code ?? UNDETERMINED;
}

/** The words alone: code, figures, addresses and markup say nothing about the language. */
function letters(text: string): string {
  return text
    .replace(/```[\s\S]*?(?:```|$)|https?:\S+/g, ' ')
    .replace(/[^\p{L}\p{M}'’]+/gu, ' ')
    .trim();
}

function isOwnScript(sample: string): boolean {
  return sample.replace(SHARED_SCRIPT, '').length > sample.length / 2;
}
