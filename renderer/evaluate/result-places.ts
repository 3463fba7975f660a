/** Names of what is scrolled in a result, by which it is found again where it was left. */
export const resultPlace = (evaluationId: string): string => `evaluation ${evaluationId}`;
