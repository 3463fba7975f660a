/**
 * What of a long question is a document: what was pasted into it, as long as it stands there as it was, and else all of
 * it. The question is what remains.
 *
 * @param pasted as it came from the clipboard; empty for nothing
 */
export function partAsDocument(
  draft: string,
  pasted: string,
): { readonly document: string; readonly question: string } {
  // A field writes every end of a line as \n.
  const part = pasted.replace(/\r\n?/g, '\n');
  const at = part.trim() === '' ? -1 : draft.indexOf(part);
  if (at < 0) return { document: draft, question: '' };
  const around = [draft.slice(0, at), draft.slice(at + part.length)].map((side) => side.trim());
  return { document: part, question: around.filter((side) => side !== '').join('\n') };
}
