import type { DocumentKind } from '@shared/formats';
import type { WayWords } from '../../languages';
import {
  type KindId,
  keyOf,
  plainQuestion,
  questionForm,
  type Slots,
  sharedSlots,
  slotsIn,
  waysOfLanguages,
} from './question-forms';

type FactsAsk = keyof WayWords['facts'];
export type Day = keyof WayWords['days'];

/** A question about documents as files: how many, which, in which language, by whom, how long. */
export interface FactsQuestion {
  readonly asks: FactsAsk;
  /** Only documents of this format, of this kind, in this language (ISO 639-3), by this author, added in this time. */
  readonly format?: DocumentKind;
  readonly kind?: KindId;
  readonly language?: string;
  readonly author?: string;
  readonly added?: Day;
  /** The words for the document that is asked about; absent where all are. */
  readonly document?: string;
}

const read = waysOfLanguages.map((words) => {
  const patterns = sharedSlots(words);
  const sentences = Object.entries(words.facts) as [FactsAsk, readonly string[]][];
  return {
    words,
    forms: sentences.flatMap(([asks, all]) => all.map((one) => ({ asks, form: questionForm(one, patterns) }))),
  };
});

/** Reads a question for facts about documents by its form alone; null for every other question. */
export function readFacts(question: string): FactsQuestion | null {
  const plain = plainQuestion(question);
  for (const { words, forms } of read) {
    for (const { asks, form } of forms) {
      const slots = slotsIn(form, plain);
      const facts = slots && factsOfSlots(asks, slots, words);
      if (facts) return facts;
    }
  }
  return null;
}

function factsOfSlots(asks: FactsAsk, slots: Slots, words: WayWords): FactsQuestion {
  const first = (slot: string): string => slots[slot]?.[0] ?? '';
  const said = Object.fromEntries(Object.entries(words.kinds).map(([kind, one]) => [kind, one.said]));
  const format = keyOf(words.formats, first('noun'));
  const kind = keyOf(said as Record<KindId, string>, first('noun'));
  const language = keyOf(words.languages, first('language'));
  const added = keyOf(words.days, first('day'));
  const [author, document] = [first('name'), first('doc')];
  return {
    asks,
    ...(format ? { format } : {}),
    ...(kind ? { kind } : {}),
    ...(language ? { language } : {}),
    ...(added ? { added } : {}),
    ...(author === '' ? {} : { author }),
    ...(document === '' ? {} : { document }),
  };
}
