import { folded } from '../text/segmentation';
import type { ScoredCandidate } from './names-asked';
import type { PreparedDocument, Span } from './prepared-document';
import { denialsIn, type ReadQuestion } from './question';
import { anyWord, wordBegins, wordEnds } from './review-words';
import { type CandidateEvidence, evidenceFor, looked, sentenceBonus } from './scoring';
import type { ValueCandidate } from './values';

/** A shorter stretch says nothing; a longer one is no quote. */
const sentenceLength = { least: 12, most: 900 } as const;

/** The sentences of a document that may answer a question: those of running text, of lists and of tables. */
function sentencesOf(document: PreparedDocument): readonly Span[] {
  return document.blocks
    .filter(({ kind }) => kind !== 'furniture' && kind !== 'heading' && kind !== 'table-head' && kind !== 'mail-head')
    .flatMap((block) => (block.end - block.start > longestBlock ? [] : document.sentencesOf(block, block.start)))
    .filter(({ start, end }) => end - start >= sentenceLength.least && end - start <= sentenceLength.most);
}
const longestBlock = 16_000;

function sentenceEvidence(document: PreparedDocument, question: ReadQuestion, span: Span): CandidateEvidence {
  const evidence = evidenceFor(document, question, span);
  return { ...evidence, logit: evidence.logit + sentenceBonus[question.field ? 'known' : 'other'] };
}

const code =
  /(?<![\p{L}\p{N}])(?=[\p{L}\p{N}/_.-]*\d)[\p{L}\p{N}](?:[\p{L}\p{N}/_.-]{0,30}[\p{L}\p{N}])?(?![\p{L}\p{N}])/gu;

/** Numbers and codes that name something: “2024-0017”, “RE-123”. */
function codesOf({ text, pieces }: PreparedDocument): readonly ValueCandidate[] {
  return pieces.flatMap(({ start: from, end }) =>
    [...text.slice(from, end).matchAll(code)].map(({ 0: written, index }) => ({
      value: { type: 'text', text: written } as const,
      start: from + index,
      end: from + index + written.length,
      key: written,
    })),
  );
}

export function textsAsked(document: PreparedDocument, question: ReadQuestion): readonly ScoredCandidate[] {
  if (question.field?.field === 'invoice-number') {
    return looked(document.once(codesOf)).map((one) => ({ ...one, evidence: evidenceFor(document, question, one) }));
  }
  return looked(document.once(sentencesOf)).map((span) => ({
    ...sentence(document, span),
    evidence: sentenceEvidence(document, question, span),
  }));
}

const sentence = ({ text }: PreparedDocument, { start, end }: Span): ValueCandidate => {
  const written = text.slice(start, end).replace(/\s+/gu, ' ');
  return { value: { type: 'text', text: written }, start, end, key: written };
};

const plainAnswer = new RegExp(
  `[:|?]\\s*(?:(${anyWord(({ yes }) => yes)})|(${anyWord(({ no }) => no)}))\\s*(?:[|.]|$)`,
  'u',
);

/** Whether the sentence that speaks of what is asked affirms it: an odd number of denials denies. */
export function answersAsked(document: PreparedDocument, question: ReadQuestion): readonly ScoredCandidate[] {
  return looked(document.once(sentencesOf)).map((span) => {
    const evidence = sentenceEvidence(document, question, span);
    const yes = affirms(document.plain.slice(span.start, span.end), question.denials);
    return { value: { type: 'yes-no', yes }, ...span, key: String(yes), evidence };
  });
}

/** @param asked how often the question itself denies: “without consent” */
function affirms(plain: string, asked: number): boolean {
  const stated = plainAnswer.exec(plain);
  if (stated) return stated[1] !== undefined;
  return (denialsIn(plain) - asked) % 2 === 0;
}

const escaped = (words: string): string =>
  words
    .trim()
    .replace(/[\\^$.*+?()[\]{}|]/gu, '\\$&')
    .replace(/\s+/gu, '\\s+');

/** What naming one of the choices is worth by itself. */
const named = 1.5;

/** Places where one of the choices is named. */
export function choicesAsked(
  document: PreparedDocument,
  question: ReadQuestion,
  choices: readonly string[],
): readonly ScoredCandidate[] {
  return choices.flatMap((choice) => {
    const words = folded(choice).trim();
    if (words === '') return [];
    const pattern = new RegExp(`${wordBegins}${escaped(words)}${wordEnds}`, 'gu');
    return looked([...document.plain.matchAll(pattern)]).map(({ 0: found, index: start }) => {
      const span = { start, end: start + found.length };
      const evidence = evidenceFor(document, question, span);
      return {
        value: { type: 'choice', choice } as const,
        ...span,
        key: choice,
        evidence: { ...evidence, logit: evidence.logit + named },
      };
    });
  });
}
