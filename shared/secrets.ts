/** Secrets that no error, log or answer may hold: keys known to this process, and secret parts of addresses. */

const known = new Set<string>();

/** Some servers want a word such as `ollama` as a key; such words name other things too. */
const isKey = (text: string): boolean => text.length >= 16 || (text.length >= 6 && /\d/u.test(text));

/** Remembers keys until the process ends, in plain form and in the forms of JSON and addresses. */
export function rememberSecrets(...keys: readonly string[]): void {
  for (const key of keys.filter(isKey)) {
    for (const form of [key, JSON.stringify(key).slice(1, -1), encodeURIComponent(key)]) known.add(form);
  }
}

const userinfo = /([a-z][a-z0-9+.-]{0,30}:\/\/)[^\s/?#"'<>]*@/giu;
const query = /([a-z][a-z0-9+.-]{0,30}:\/\/[^\s?#"'<>]*\?)[^\s#"'<>]+/giu;

/** The text with its addresses without user name and password. */
export const withoutUserinfo = (text: string): string => (text.includes('://') ? text.replace(userinfo, '$1') : text);

/** The text without known keys, and its addresses without user name, password and query. */
export function withoutSecrets(text: string): string {
  let clean = text.includes('://') ? withoutUserinfo(text).replace(query, '$1…') : text;
  for (const key of known) clean = clean.replaceAll(key, '…');
  return clean;
}

/** The same for every text in plain data. */
export function dataWithoutSecrets<T>(data: T): T {
  if (typeof data === 'string') return withoutSecrets(data) as T;
  if (Array.isArray(data)) return data.map(dataWithoutSecrets) as T;
  if (data === null || typeof data !== 'object' || Object.getPrototypeOf(data) !== Object.prototype) return data;
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, dataWithoutSecrets(value)])) as T;
}
