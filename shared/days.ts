const months = [
  'Januar|Jänner|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember',
  'January|February|March|May|June|July|October|December',
  '(?:Jan|Feb|Mär|Apr|Jun|Jul|Aug|Sept?|Okt|Oct|Nov|Dez|Dec)\\.',
].join('|');

/** Whether a text begins with the name of a month, in German or English. */
export const beginsWithMonth = new RegExp(`^(?:${months})(?!\\p{L})`, 'u');

/** Whether a line begins with a day and its month, “15. April”, whose number counts no items. */
export const dayOfMonth = new RegExp(`^\\s*(?:[-*+•–]\\s+)?\\d{1,2}\\.\\s+(?:${months})(?!\\p{L})`, 'u');
