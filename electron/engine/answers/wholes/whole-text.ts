import type { Whole } from '@shared/contract';
import { inLanguage } from '@shared/words/index';
import { answerLanguage, builtPrompt, CitedPlaces } from '../../chat';
import type { WholeText } from '../from-passages';
import type { Drafting } from '../way';

/** Words about whole documents, and their sources. */
export interface Written {
  readonly answer: string;
  readonly whole: Whole;
}

/**
 * Returns a text about documents as wholes in the language of the question, with the places that it quotes; null where it
 * quotes nothing. Errors: those of `write`.
 */
export async function wholeText(
  { run, limits, parts }: Drafting,
  write: (places: CitedPlaces) => Written | Promise<Written>,
): Promise<WholeText | null> {
  const places = new CitedPlaces(parts.library, limits.answer.snippetCharacters);
  const language = answerLanguage(builtPrompt(run).extras.query?.language);
  const written = await inLanguage(language, async () => write(places));
  const { citations, cited } = places;
  return citations.length === 0 ? null : { ...written, citations, cited };
}
