/** Where documents lie that were put nowhere else: always there, neither renamed nor removed. */
export const defaultCollection = 'Library';

/** Longest system prompt of a collection, in characters. */
export const longestSystemPrompt = 2000;
