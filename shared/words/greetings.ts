/** Kinds of messages that ask for nothing; each has its own answer. */
export type Greeting = 'hello' | 'thanks' | 'farewell';

const said: Readonly<Record<Greeting, RegExp>> = {
  hello:
    /^(?:hello|hi|hey|hiya|howdy|greetings|good (?:morning|afternoon|evening|day)|hallo|moin|servus|guten (?:morgen|tag|abend)|hola|buen(?:os|as) (?:días|dias|tardes|noches)|bonjour|bonsoir|salut|ciao|salve|buongiorno|buonasera|olá|oi|bom dia|boa (?:tarde|noite)|hoi|goede(?:morgen|middag|navond|ndag))(?: there| vitrine| all| everyone)?$/iu,
  thanks:
    /^(?:(?:many )?thanks?(?: you)?(?: very much| so much| a lot)?|(?:danke|vielen dank)(?: schön| sehr)?|(?:muchas )?gracias|merci(?: beaucoup)?|(?:mille )?grazie(?: mille)?|(?:muito )?obrigad[oa]|(?:heel erg )?bedankt|dank (?:je|u)(?: wel)?)$/iu,
  farewell: /^(?:bye|goodbye|tschüss|adiós|au revoir|arrivederci|tchau|adeus|tot ziens|doei)$/iu,
};

/** Which greeting a message is, where it is one and nothing else (C10); null for all others. */
export function greetingOf(message: string): Greeting | null {
  const words = message
    .normalize('NFC')
    .replace(/(?:[\s,.!¡?¿…]|\p{Extended_Pictographic}|\p{Emoji_Modifier}|\u200d|\ufe0f)+/gu, ' ')
    .trim();
  if (said.hello.test(words)) return 'hello';
  if (said.thanks.test(words)) return 'thanks';
  return said.farewell.test(words) ? 'farewell' : null;
}
