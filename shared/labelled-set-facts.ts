/** Questions of a labelled set that are not asked, since none of their right documents is there. */
export interface LeftOutQuestions {
  readonly questions: number;
  /** How many different documents they name. */
  readonly documents: number;
  /** What the set calls them, in its order; at most `mostNamed`. */
  readonly named: readonly string[];
}

/** Enough to see what a set is about, few enough to be read. */
export const mostNamed = 5;

/** Where a set's documents are looked for, as reports and the terminal say it. */
export const placeOfDocuments = (kind: 'beir' | 'csv'): string => (kind === 'csv' ? 'this library' : 'the set');

/** What is said of them in reports and in the terminal: how many of all, and what their documents are called. */
export function leftOutText(
  { questions, documents, named }: LeftOutQuestions,
  { asked, kind }: { readonly asked: number; readonly kind: 'beir' | 'csv' },
): string {
  const one = questions === 1;
  const more = documents - named.length;
  const names = named.map((name) => JSON.stringify(name)).join(', ');
  const are = one ? 'is left out: its' : 'are left out: their';
  const documentsAre = documents === 1 ? 'document is' : 'documents are';
  return `${questions} of ${questions + asked} questions ${are} ${documentsAre} not in ${placeOfDocuments(kind)} (${names}${more > 0 ? ` and ${more} more` : ''})`;
}

/** What is said of a result whose library was not the same from beginning to end: also by a move or a rebuild. */
export const libraryChangedText =
  'The library changed while it was measured, so that the ways may not all have searched the same: measure again to compare them';

interface SetIdentity {
  readonly checksum: string;
  readonly split?: string | null | undefined;
}

/** Whether two results are of the same documents, questions and judgements, wherever their set lay. */
export const isSameSet = (one: SetIdentity, other: SetIdentity): boolean =>
  one.checksum === other.checksum && one.split === other.split;
