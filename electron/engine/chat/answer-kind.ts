import { words } from '@shared/terms';

/** What a question wants to know by its question word: a sentence that answers it holds one. */
export type AnswerKind = 'number' | 'time' | 'name';

const cues: readonly (readonly [AnswerKind, RegExp])[] = [
  [
    'time',
    /\b(?:when|(?:what|which)(?: \p{L}+)? (?:year|date|day|month|century|decade|era)s?|how long ago|wann|seit wann|in welche[mr] (?:jahr|monat|jahrhundert)|cu[aá]ndo|en qu[eé] (?:año|fecha|siglo))(?!\p{L})/iu,
  ],
  [
    'number',
    /\b(?:how (?:many|much|old|long|far|fast|large|big|tall|high|deep|wide|often|heavy|expensive)|(?:what|which)(?: \p{L}+){0,3} (?:percent|percentage|number|amount|share|population|rate|score|size|distance|price|cost|temperature|weight|speed|age)|wie ?(?:viele?|lang|lange|oft|alt|weit|gro(?:ß|ss)|hoch|schwer|teuer)|cu[aá]nt[oa]s?)(?!\p{L})/iu,
  ],
  ['name', /\b(?:who|whom|whose|where|wer|wen|wem|wessen|wo|woher|wohin|qui[eé]n(?:es)?|d[oó]nde)(?!\p{L})/iu],
];

/** A clause before the question itself: “When rain falls on ice, what forms?” asks for no time. */
const clauseBefore =
  /^\s*(?:when|where|wenn|wo|als|cuando|donde)(?!\p{L})[^,?]*,\s*(?=(?:what|which|who|whom|whose|how|why|was|welche[rsnm]?|wer|wen|wem|wie|warum|qu[eé]|qui[eé]n(?:es)?|cu[aá]l(?:es)?|c[oó]mo)(?!\p{L}))/iu;

/** The kind of thing that a question asks for, in English, German and Spanish; null where its words do not tell. */
export function answerKind(question: string): AnswerKind | null {
  const asked = question.replace(clauseBefore, '');
  return cues.find(([, pattern]) => pattern.test(asked))?.[0] ?? null;
}

const numberWords =
  /^(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|hundreds?|thousands?|millions?|billions?|half|third|thirds|quarters?|dozens?|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|hundert|tausend|millionen|milliarden|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|cien|mil|millones)$/u;
const year = /(?<![\p{L}\p{N}.,])(?:1\d{3}|20\d{2})s?(?![\p{L}\p{N}])/gu;
const calendar =
  /\b(?:January|February|March|April|May|June|July|August|September|October|November|December|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|centur(?:y|ies)|BC|AD|Januar|Februar|März|Mai|Juni|Juli|Oktober|Dezember|Jahrhundert|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre|siglo)(?!\p{L})/gu;
const figure = /\d+(?:[.,]\d+)*/gu;
/** A capitalised word behind another word: a name, in languages that do not capitalise nouns. */
const name = /(?<=[\p{L}\p{N},;:)"”]\s+["“(]?)\p{Lu}[\p{L}’'-]+/gu;

const found = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([match]) => match);

/** Names in a sentence as far as capitals tell: the word it begins with is not among them. */
export const namesIn = (sentence: string): string[] => found(sentence, name);

/** Whether a word counts, in the form that `words` gives. */
export const isNumberWord = (word: string): boolean => numberWords.test(word);

/** Whether a sentence holds a thing of this kind that the question has not named itself. */
export function holdsAnswerOf(kind: AnswerKind, question: string): (sentence: string) => boolean {
  const asked = new Set(words(question));
  const fresh = (match: string): boolean => words(match).some((word) => !asked.has(word));
  switch (kind) {
    case 'time':
      return (sentence) => [...found(sentence, year), ...found(sentence, calendar)].some(fresh);
    case 'number':
      return (sentence) =>
        found(sentence, figure).some(fresh) ||
        words(sentence).some((word) => numberWords.test(word) && !asked.has(word));
    case 'name':
      return (sentence) => found(sentence, name).some(fresh);
  }
}
