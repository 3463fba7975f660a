const madeUp = [
  /^[^\p{L}\p{N}]*(?:untitled|unbenannt)(?!\p{L})/iu,
  /^[^\p{L}\p{N}]*(?:anonymous|unnamed|unspecified|unknown|none|title|(?:document|dokument) ?\d*)[^\p{L}\p{N}]*$/iu,
  /^microsoft (?:word|excel|powerpoint) - /i,
  /\.(?:docx?|xlsx?|pptx?|tex|dvi|indd|pdf|html?)$/i,
  /^about:blank$/i,
];

/** Whether a PDF's title is what its program wrote for want of one, such as `(anonymous)` or `report.docx`. */
export const isMadeUpTitle = (title: string): boolean => madeUp.some((form) => form.test(title));
