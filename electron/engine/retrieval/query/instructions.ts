import { ofAll } from '../../languages';
import { terms } from '../../text/terms';

/** What is to be done with documents as wholes: no words to search. */
export interface Instruction {
  readonly kind: 'summarise' | 'compare';
  /** What it names: one part, or the two that are compared; empty where it names nothing (“Summarise this”). */
  readonly about: readonly string[];
  /** Whether it is one whatever document is meant; “What does … say?” is one only of a document that is known. */
  readonly isCertain: boolean;
}

/** What an instruction names begins with a word of its own: “summarised results” is none. */
const whole = (alternatives: readonly string[]): RegExp[] =>
  alternatives.map((one) => new RegExp(`^${one.replace(/(?<! )\(\./gu, '(?!\\p{L})(.')}$`, 'iu'));
const patterns = (['summarise', 'tellOf', 'compare'] as const).map(
  (kind) => [kind, whole(ofAll(({ instructions }) => instructions[kind]))] as const,
);
const anyDocument = new Set(terms(ofAll(({ instructions }) => [instructions.documents]).join(' ')));
const filtered = /(?:^|\s)\p{L}+:(?:"[^"]*"|„[^“”"]*[“”"]|“[^”]*”|[^\s"„“]+)/gu;

/** The terms of what an instruction names; words for any document name none. */
export const namedTerms = (about: string): string[] => terms(about).filter((term) => !anyDocument.has(term));

/** The instruction that a question is; null for one that asks for something in documents. */
export function instructionOf(question: string): Instruction | null {
  const sentences = question.replace(filtered, '').split(/(?<=[.?!])\s+/u);
  for (const written of sentences) {
    const sentence = written.replace(/^[\s¿¡]+|[\s.?!:]+$/gu, '');
    for (const [kind, alternatives] of patterns) {
      for (const pattern of alternatives) {
        const [found, ...groups] = pattern.exec(sentence) ?? [];
        if (found === undefined) continue;
        const others = sentences.filter((one) => one !== written);
        const parts = kind === 'compare' ? groups : [[groups[0] ?? '', ...others].join(' ')];
        const about = parts.map((part) => (part ?? '').trim());
        return { kind: kind === 'compare' ? kind : 'summarise', about, isCertain: kind === 'summarise' };
      }
    }
  }
  return null;
}
