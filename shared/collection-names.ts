/** The collection of documents without another one: always there, neither renamed nor removed. */
export const defaultCollection = 'Library';

/** The collection of Vitrine's sample documents, once a person has asked for them. */
export const sampleCollection = 'Sample';

export const longestSystemPrompt = 2000;
