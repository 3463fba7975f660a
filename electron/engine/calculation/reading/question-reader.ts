import { Comparisons } from './comparisons';
import { Counts } from './counts';
import type { AskedQuestion, PlanDraft } from './draft';
import { mentionsIn } from './mentions';
import { Neighbours } from './neighbours';
import { Superlatives } from './superlatives';
import type { TableWords } from './table-words';
import { type Lexicon, tokens } from './words';

/** A question with what its words name in a table. */
export function askedQuestion(text: string, words: TableWords, lexicon: Lexicon): AskedQuestion {
  const question = tokens(text, lexicon);
  return { question, mentions: mentionsIn(question, words, lexicon), words, lexicon };
}

/** Possible meanings of a question, the best fitting forms first. */
export function draftsFor(asked: AskedQuestion): PlanDraft[] {
  if (asked.words.rowCount === 0) return [];
  return [new Comparisons(asked), new Neighbours(asked), new Superlatives(asked), new Counts(asked)].flatMap((forms) =>
    forms.drafts(),
  );
}

/** Whether a word says something: no word of grammar, and no mark. */
export const isContent = ({ lexicon }: AskedQuestion, key: string): boolean =>
  !lexicon.harmless.has(key) && /[\p{L}\p{N}]/u.test(key);
