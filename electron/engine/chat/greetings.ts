const greeting =
  /^(?:(?:hello|hi|hey|hiya|howdy|greetings|good (?:morning|afternoon|evening|day)|hallo|moin|servus|guten (?:morgen|tag|abend)|hola|buen(?:os|as) (?:días|dias|tardes|noches)|bonjour|salut|ciao)(?: there| vitrine| all| everyone)?|(?:many )?thanks?(?: you)?(?: very much| so much| a lot)?|(?:danke|vielen dank)(?: schön| sehr)?|(?:muchas )?gracias|merci(?: beaucoup)?|bye|goodbye|tschüss|adiós)$/iu;

/** Whether a message is a greeting, thanks or a farewell and nothing else (C10). */
export function isGreeting(message: string): boolean {
  return greeting.test(
    message
      .normalize('NFC')
      .replace(/(?:[\s,.!¡?¿…]|\p{Extended_Pictographic}|\p{Emoji_Modifier}|\u200d|\ufe0f)+/gu, ' ')
      .trim(),
  );
}

export const greetingAnswer =
  'Hello. Ask a question about your documents, and the answer will show where each sentence comes from.';
