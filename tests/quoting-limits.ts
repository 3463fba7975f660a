/** Limits by which every quotation that is not very unsure is called an answer. */
export const quotingLimits = { 'answer.bands.high': 0.2, 'answer.bands.medium': 0.2, 'answer.bands.low': 0.2 } as const;
