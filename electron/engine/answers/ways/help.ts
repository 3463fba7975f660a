import type { Answer } from '@shared/contract';
import { factsOf } from '@shared/formats';
import { inLanguage, t } from '@shared/words/index';
import { languageOfText } from '@shared/words/languages';
import { type Draft, noAnswer } from '../../chat';
import { type LanguageCode, languageCodes, languages } from '../../languages';
import { unsearched } from '../../retrieval';
import type { Library, StoredDocument } from '../../store';
import { folded } from '../../text/segmentation';
import { isOfKind } from '../forms/documents-named';
import { offeredQuestions } from '../offered-questions';
import type { Way } from '../way';

const asksOfHelp = ['hello', 'thanks', 'farewell', 'able'] as const;

/** A message that asks nothing of the documents, and its language. */
interface HelpAsked {
  readonly asks: (typeof asksOfHelp)[number];
  readonly language: LanguageCode;
}

const patterns = languageCodes.flatMap((language) =>
  asksOfHelp.flatMap((asks) => {
    const words = languages[language].greetings[asks];
    return words === '' ? [] : [{ asks, language, words: new RegExp(`^(?:${words})$`, 'u') }];
  }),
);

/** Agreements are looked for among so many documents, for an example. */
const mostRead = 50;

/** Reads a greeting, thanks, or a question for what can be asked (C10); null for every other message. */
export function readHelp(message: string): HelpAsked | null {
  const said = folded(message)
    .replace(/(?:[\s,.!¡?¿…]|\p{Extended_Pictographic}|\p{Emoji_Modifier}|\u200d|\ufe0f)+/gu, ' ')
    .trim();
  const read = patterns.find(({ words }) => words.test(said));
  return read ? { asks: read.asks, language: read.language } : null;
}

/** “What can you do?”, “Hello”: answered by words and by what the library holds. Nothing is searched. */
export const help: Way = {
  id: 'help',
  asks: async ({ question }) => (readHelp(question) ? { by: 'help', about: '' } : null),
  evidence: async ({ question, limits }) => ({ found: unsearched(question, limits) }),
  async answer({ run, parts }) {
    const asked = readHelp(run.prompt);
    return asked && { ...(await helpDraft(parts.library, asked)), run };
  },
};

/** Returns the draft of an answer to a greeting or a question for help, in its language. */
export async function helpDraft(library: Library, { asks, language }: HelpAsked): Promise<Draft & Pick<Answer, 'way'>> {
  const spoken = languages[language].ways ? language : 'eng';
  const answer = await inLanguage(languageOfText(spoken), () => {
    if (asks === 'thanks') return t('chat.greetings.thanks');
    if (asks === 'farewell') return t('chat.greetings.farewell');
    const begun = asks === 'hello' ? [t('chat.greetings.hello')] : [t('chat.help.able')];
    return [...begun, ...heldBy(library, spoken)].join('\n\n');
  });
  return { ...noAnswer, answer, outcome: 'answered', way: 'help' };
}

/** Returns how many documents the library holds, of which kinds, and questions that they answer. */
function heldBy(library: Library, spoken: string): string[] {
  const ready = library.documents.list().filter(({ state }) => state === 'ready');
  if (ready.length === 0) return [t('chat.help.empty')];
  const counts = new Map<string, number>();
  for (const { format } of ready) {
    const kind = factsOf(format)?.kind ?? 'text';
    const name = t(`library.kinds.${kind}`);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const kinds = [...counts].sort(([, one], [, other]) => other - one).map(([name, count]) => `${name} (${count})`);
  const examples = [t('chat.help.count'), ...agreementExample(library, ready), ...offeredQuestions(library, spoken)];
  return [
    t('chat.help.holds', { count: ready.length, kinds }),
    [t('chat.help.examples'), ...examples.map((one) => `- ${one}`)].join('\n'),
  ];
}

/** A question for a field of the newest agreement whose title is fit to be named. */
function agreementExample(library: Library, ready: readonly StoredDocument[]): string[] {
  const named = ready
    .slice(-mostRead)
    .findLast((one) => /^[\p{L}][^"“”]{3,60}$/u.test(one.title) && isOfKind(library, one, 'agreement'));
  return named ? [t('chat.help.parties', { title: named.title })] : [];
}
