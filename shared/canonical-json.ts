/**
 * JSON with keys sorted by code unit at every depth and no white space: equal values give equal bytes.
 * `undefined` members are left out; non-finite numbers are an error rather than a silent `null`.
 */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return JSON.stringify(value);
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new TypeError(`canonicalJson: ${value} has no JSON form`);
    return JSON.stringify(value);
  }
  if (Array.isArray(value))
    return `[${value.map((item) => canonicalJson(item === undefined ? null : item)).join(',')}]`;
  if (typeof value === 'object') {
    const members = Object.entries(value as Record<string, unknown>)
      .filter(([, member]) => member !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : Number(a > b)))
      .map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`);
    return `{${members.join(',')}}`;
  }
  throw new TypeError(`canonicalJson: a ${typeof value} has no JSON form`);
}

/** Objects that deepFreeze has visited; a frozen object can have unfrozen content. */
const frozenThroughout = new WeakSet<object>();

/** Freezes a plain value and everything in it; returns the same value. */
export function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !frozenThroughout.has(value)) {
    Object.freeze(value);
    frozenThroughout.add(value);
    for (const member of Object.values(value)) deepFreeze(member);
  }
  return value;
}
