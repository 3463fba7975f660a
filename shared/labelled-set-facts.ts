/** Questions of a labelled set that are not asked, since none of their right documents is there. */
export interface UnaskedQuestions {
  readonly questions: number;
  readonly documents: number;
  /** The set's own names, in its order; at most `mostNamed`. */
  readonly named: readonly string[];
}

/** Enough to see what a set is about, few enough to be read. */
export const mostNamed = 5;

interface SetIdentity {
  readonly checksum: string;
  readonly split?: string | null | undefined;
}

/** Whether two results are of the same documents, questions and judgements, wherever their set lay. */
export const isSameSet = (one: SetIdentity, other: SetIdentity): boolean =>
  one.checksum === other.checksum && one.split === other.split;
