import type { WayWords } from '../../languages';
import {
  type FieldId,
  keyOf,
  plainQuestion,
  type QuestionForm,
  questionForm,
  sharedSlots,
  slotsIn,
  waysOfLanguages,
} from './question-forms';
import { fieldSaid } from './read-field';

/** A question which of some documents states more or less of a field: “Which lease has the higher deposit?” */
export interface WhichQuestion {
  readonly field: FieldId;
  readonly asks: 'more' | 'less';
  /** The words for the documents: one for all, or one for each. */
  readonly documents: readonly string[];
}

/** A sentence; with its field where the sentence says it without a noun: “runs longer”. */
interface WhichForm {
  readonly field: FieldId | null;
  readonly form: QuestionForm;
}

const read = waysOfLanguages.map((words) => {
  const patterns = sharedSlots(words);
  const { which, sentences } = words.compare;
  const ofSentences = Object.entries(sentences) as [FieldId, string][];
  return {
    words,
    forms: which.flatMap((one): readonly WhichForm[] =>
      one.includes('{sentence}')
        ? ofSentences.map(([field, sentence]) => ({ field, form: questionForm(one, { ...patterns, sentence }) }))
        : [{ field: null, form: questionForm(one, patterns) }],
    ),
  };
});

/** Reads a question which document has more of something by its form alone; null for every other question. */
export function readWhich(question: string): WhichQuestion | null {
  const plain = plainQuestion(question);
  for (const { words, forms } of read) {
    for (const { field: ofSentence, form } of forms) {
      const slots = slotsIn(form, plain);
      const field = slots && (ofSentence ?? fieldSaid(slots.field?.[0] ?? '', words));
      const asks = slots && directionOf(slots.more?.[0] ?? '', words);
      if (field && asks) return { field, asks, documents: slots.doc ?? [] };
    }
  }
  return null;
}

const directionOf = (said: string, { compare: { more, less } }: WayWords): 'more' | 'less' | null =>
  keyOf({ more, less }, said);
