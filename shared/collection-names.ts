/** Where documents lie that were put nowhere else: always there, neither renamed nor removed. */
export const defaultCollection = 'Library';

/** Where the documents lie that come with Vitrine, once a person has asked for them. */
export const sampleCollection = 'Sample';

/** Longest system prompt of a collection, in characters. */
export const longestSystemPrompt = 2000;
