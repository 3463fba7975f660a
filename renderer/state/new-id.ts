/** A random id of 32 hex digits. `crypto.randomUUID` is missing where the page is not a secure context. */
export function newId(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
