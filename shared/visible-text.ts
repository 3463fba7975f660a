/**
 * Controls but tab and line ends, and marks that turn the direction of the text behind them: in a text from outside they
 * move a terminal's cursor and make `exe.txt` of `txt.exe`. Marks of one letter's direction are part of right-to-left writing.
 */
const unseen = /(?!\t|\r?\n)[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

/** Pictures of C0 controls start at U+2400 in their order, with that of DEL after them. */
function pictureOf(mark: string): string {
  const code = mark.charCodeAt(0);
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  return code === 0x7f ? '\u2421' : '\ufffd';
}

/** A text of documents, models or files as it is shown: what would act unseen is a picture in its place. As long as before. */
export const visibleText = (text: string): string => text.replace(unseen, pictureOf);

/** JSON of the same value without such a mark in it: each is written as its number. */
export const visibleJson = (json: string): string =>
  json.replace(unseen, (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** A conversation's name before a person names it, from its first question. */
export const titleOfQuestion = (question: string): string => question.trim().replace(/\s+/gu, ' ').slice(0, 80);
