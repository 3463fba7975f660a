interface Field {
  readonly value: string;
}

/** What the last keystroke left in each field; what has emptied it otherwise, as sending does, is no keystroke. */
const leftAs = new WeakMap<Field, string>();

/** Remembers what somebody has typed. */
export function noteTyping(field: Field): void {
  leftAs.set(field, field.value);
}

/** Whether a field can take back what was typed in it: one that its writer has emptied brings the text back. */
export const hasOwnUndo = (field: Field): boolean => field.value !== '' || leftAs.get(field) === '';
