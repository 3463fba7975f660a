/** Context windows are asked for in these steps, since a server loads the model anew for every other size. */
const contextStep = 4096;

/** The context to ask for, tokens: the next step that holds `needed`, and no more than the model's `most`. */
export function contextFor(needed: number, most: number): number {
  return Math.min(most, Math.ceil(needed / contextStep) * contextStep);
}

/** No tokenizer makes tokens longer than this on average, bytes. */
const longestToken = 16;

/** The most bytes that an answer of so many tokens can have; a server that sends more does not keep to its limit. */
export const mostBytes = (maxTokens: number): number => maxTokens * longestToken;
