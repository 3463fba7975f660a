import type { WayWords } from '../../languages';
import {
  type FieldId,
  keyOf,
  plainQuestion,
  questionForm,
  sharedSlots,
  slotsIn,
  waysOfLanguages,
} from './question-forms';

/** A question for a known field of documents: “What is the notice period of the lease?” */
export interface FieldQuestion {
  readonly field: FieldId;
  /** The field as the question has it, folded: which party, which amount. */
  readonly said: string;
  /** The words for the document; empty for none. */
  readonly document: string;
}

const read = waysOfLanguages.map((words) => {
  const patterns = sharedSlots(words);
  const sentences = Object.entries(words.fields.sentences) as [FieldId, readonly string[]][];
  return {
    words,
    asks: words.fields.ask.map((one) => questionForm(one, patterns)),
    sentences: sentences.flatMap(([field, all]) => all.map((one) => ({ field, form: questionForm(one, patterns) }))),
  };
});

/** Reads a question for a field by its form alone; null for every other question. */
export function readField(question: string): FieldQuestion | null {
  const plain = plainQuestion(question);
  for (const { words, asks, sentences } of read) {
    for (const { field, form } of sentences) {
      const slots = slotsIn(form, plain);
      if (slots) return { field, said: '', document: slots.doc?.[0] ?? '' };
    }
    for (const form of asks) {
      const slots = slotsIn(form, plain);
      const said = slots?.field?.[0] ?? '';
      const field = slots && fieldSaid(said, words);
      if (field) return { field, said, document: slots.doc?.[0] ?? '' };
    }
  }
  return null;
}

/** Returns the field that these words name; null for none. */
export const fieldSaid = (said: string, words: WayWords): FieldId | null => keyOf(words.fields.names, said);
