import { functionWordsOf } from '../text/function-words';
import { words } from '../text/terms';

/** Tells languages by ISO 639-3, or `und` for a text that is too short to tell. */
export interface LanguageDetector {
  /** The language of most of a text: of its beginning and its middle, since title pages often are in another one. */
  ofText(text: string): string;
  /** The language of a chunk: its document's, unless the chunk is long enough to tell and clearly in another one. */
  ofChunk(text: string, documentLanguage: string): string;
}

let opened: Promise<LanguageDetector> | null = null;

/** Opens the detector once a thread. Its table takes 16 MB, so only a thread that reads documents loads it. */
export function openLanguageDetector(): Promise<LanguageDetector> {
  opened ??= import('eld/extrasmall').then(({ eld }) => detectorOf((text) => eld.detect(text).getScores()));
  return opened;
}

const UNDETERMINED = 'und';

/** Fewer letters guess more than they tell. */
const MIN_DOCUMENT_LETTERS = 40;
const MIN_CHUNK_LETTERS = 300;

/** Most scripts other than these belong to one language or few: a short text is enough. */
const SHARED_SCRIPT = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Devanagari}\s]/gu;
const MIN_OWN_SCRIPT_LETTERS = 10;

/** The detector looks at no more than the beginning of what it is given; characters. */
const WINDOW = 180;
const DOCUMENT_WINDOWS = 10;
const CHUNK_WINDOWS = 3;
const SAMPLE_CHARACTERS = 4000;

/** Languages with at least this share of the best score are left to the vote of function words. */
const CLOSE_SHARE = 0.85;
/** A chunk keeps its document's language while that has at least this share of the best score. */
const SAME_LANGUAGE_SHARE = 0.9;

function detectorOf(scoresOf: (text: string) => Readonly<Record<string, number>>): LanguageDetector {
  const ranked = (sample: string, windows: number): (readonly [string, number])[] => {
    const sums = new Map<string, number>();
    for (let at = 0; at < Math.min(sample.length, WINDOW * windows); at += WINDOW) {
      for (const [language, score] of Object.entries(scoresOf(sample.slice(at, at + WINDOW)))) {
        const code = codes[language] ?? language;
        sums.set(code, (sums.get(code) ?? 0) + score);
      }
    }
    return voted(
      [...sums].sort((a, b) => b[1] - a[1]),
      sample.slice(0, WINDOW * windows),
    );
  };
  return {
    ofText(text) {
      const sample = sampleOf(text);
      if (sample.length < (isOwnScript(sample) ? MIN_OWN_SCRIPT_LETTERS : MIN_DOCUMENT_LETTERS)) return UNDETERMINED;
      return ranked(sample, DOCUMENT_WINDOWS)[0]?.[0] ?? UNDETERMINED;
    },
    ofChunk(text, documentLanguage) {
      const sample = letters(text);
      if (sample.length < MIN_CHUNK_LETTERS) return documentLanguage;
      const found = ranked(sample, CHUNK_WINDOWS);
      const [best, most] = found[0] ?? [UNDETERMINED, 0];
      const [, score = 0] = found.find(([code]) => code === documentLanguage) ?? [];
      return score >= SAME_LANGUAGE_SHARE * most ? documentLanguage : best;
    },
  };
}

/** Moves the close language with the most function words to the front. A word counts less the more languages have it. */
function voted(ranked: (readonly [string, number])[], sample: string): (readonly [string, number])[] {
  const close = ranked.filter(([, score]) => score >= CLOSE_SHARE * (ranked[0]?.[1] ?? 0));
  if (close.length < 2) return ranked;
  const votes = new Map<string, number>();
  for (const word of words(sample)) {
    const having = functionWordsOf(word);
    for (const [language, weight] of having) {
      votes.set(language, (votes.get(language) ?? 0) + weight / having.length);
    }
  }
  const votesOf = ([code]: readonly [string, number]): number => votes.get(code) ?? 0;
  const elected = close.reduce((best, one) => (votesOf(one) > votesOf(best) ? one : best));
  return [elected, ...ranked.filter((one) => one !== elected)];
}

function sampleOf(text: string): string {
  const middle = Math.max(0, Math.floor(text.length / 2) - SAMPLE_CHARACTERS / 2);
  const start = letters(text.slice(0, SAMPLE_CHARACTERS));
  const centre = text.length > 2 * SAMPLE_CHARACTERS ? letters(text.slice(middle, middle + SAMPLE_CHARACTERS)) : '';
  return `${centre.slice(0, 1200)} ${start}`.trim();
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

/** ISO 639-3 by the two letters that the detector gives; Arabic, Chinese and the like by their standard varieties. */
const codes: Readonly<Record<string, string>> = Object.fromEntries(
  (
    'am:amh ar:arb az:azj be:bel bg:bul bn:ben ca:cat cs:ces da:dan de:deu el:ell en:eng es:spa et:est eu:eus fa:pes ' +
    'fi:fin fr:fra gu:guj he:heb hi:hin hr:hrv hu:hun hy:hye is:isl it:ita ja:jpn ka:kat kn:kan ko:kor ku:ckb lo:lao ' +
    'lt:lit lv:lav ml:mal mr:mar ms:zlm nl:nld no:nob or:ory pa:pan pl:pol pt:por ro:ron ru:rus sk:slk sl:slv sq:als ' +
    'sr:srp sv:swe ta:tam te:tel th:tha tl:tgl tr:tur uk:ukr ur:urd vi:vie yo:yor zh:cmn'
  )
    .split(' ')
    .map((pair) => pair.split(':') as [string, string]),
);
