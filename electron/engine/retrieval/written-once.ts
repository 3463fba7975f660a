/** What was written of values that nobody can change any more. */
const writtenBefore = new WeakMap<object, string>();
/** A value as JSON; kept where nobody can change the value any more. */
export function written(value: object): string {
  const before = writtenBefore.get(value);
  if (before !== undefined) return before;
  const text = JSON.stringify(value);
  if (Object.isFrozen(value)) writtenBefore.set(value, text);
  return text;
}
