type Tree = Record<string, unknown>;

/** An object of JSON, as against an array or a plain value. */
export const isTree = (value: unknown): value is Tree =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** `over` laid on `base`, member by member; what is no object replaces. Neither is changed. */
export function merged(base: unknown, over: unknown): unknown {
  if (!isTree(base) || !isTree(over)) return over;
  // Made from entries, not assigned: a member called `__proto__` stays a member, and is refused as an unknown one.
  const laid = Object.entries(over).map(([name, value]) => [
    name,
    Object.hasOwn(base, name) ? merged(base[name], value) : value,
  ]);
  return Object.fromEntries([...Object.entries(base), ...laid]);
}
