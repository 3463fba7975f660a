import { normaliseQuery } from './query-pieces';

const asksForDefinition = [
  /^(?:what|who)(?:['’]s| is| are| was| were)\s+(?:an?\s+|the\s+)?(.+)$/iu,
  /^(?:define|definition of|meaning of|explain)\s+(?:an?\s+|the\s+)?(.+)$/iu,
  /^what (?:does|do)\s+(?:an?\s+|the\s+)?(.+?)\s+mean$/iu,
  /^(?:was|wer) (?:ist|sind|war|bedeutet)\s+(?:eine?\s+|der\s+|die\s+|das\s+)?(.+)$/iu,
  /^(?:qué|quién|que|quien) (?:es|son|significa)\s+(?:una?\s+|el\s+|la\s+)?(.+)$/iu,
];
const maximumSubjectWords = 5;

/** The thing a question wants defined (`what is a gyroscope?` → `gyroscope`), or null for other questions. */
export function definitionSubject(query: string): string | null {
  const text = normaliseQuery(query).replace(/^[\s¿¡]+|[\s?!.]+$/gu, '');
  for (const pattern of asksForDefinition) {
    const subject = pattern.exec(text)?.[1]?.trim();
    if (subject && subject.split(/\s+/u).length <= maximumSubjectWords) return subject;
  }
  return null;
}

const copula =
  '(?:is|are|was|were|means?|refers? to|denotes?|stands for|ist|sind|bedeutet|bezeichnet|es|son|significa)';

/** Whether texts define the subject: `X is …`, `X (…) means …`, `X, also …, is …`, or `X: …` at the start of a line. */
export function definitionIn(subject: string): (text: string) => boolean {
  const escaped = subject.replace(/[.*+?^${}()|[\]\\]/gu, '\\$&').replace(/\s+/gu, '\\s+');
  const aside = '(?:\\s*\\([^)]{1,60}\\)|\\s*,[^,.;:]{1,60},)?';
  const sentence = new RegExp(`(?:^|[^\\p{L}\\p{N}])${escaped}(?:s|es)?${aside}\\s+${copula}[^\\p{L}]`, 'iu');
  const entry = new RegExp(
    `^\\s*(?:[-*+•]\\s+)?[*_\`]{0,3}${escaped}[*_\`]{0,3}(?:\\s*\\([^)]{1,60}\\))?:[*_\`]{0,3}\\s`,
    'imu',
  );
  return (text) => sentence.test(text) || entry.test(text);
}

/** Whether one text defines the subject. */
export function defines(text: string, subject: string): boolean {
  return definitionIn(subject)(text);
}
