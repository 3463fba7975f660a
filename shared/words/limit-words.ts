type Tree = Readonly<Record<string, unknown>>;
const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null && !Array.isArray(value);

/** A JSON Schema (2020-12) with other titles and descriptions, by path, `*` for any name. */
export function inOtherWords(
  schema: object,
  words: Readonly<Record<string, { readonly title: string; readonly description: string }>>,
  path = '',
): object {
  const below = (name: string) => (path === '' ? name : `${path}.${name}`);
  const again = (name: string, inner: unknown) => (isTree(inner) ? inOtherWords(inner, words, below(name)) : inner);
  const { properties, additionalProperties } = schema as Tree;
  const members = isTree(properties)
    ? Object.entries(properties).map(([name, inner]) => [name, again(name, inner)])
    : null;
  return {
    ...schema,
    ...words[path],
    ...(members ? { properties: Object.fromEntries(members) } : {}),
    ...(additionalProperties === undefined ? {} : { additionalProperties: again('*', additionalProperties) }),
  };
}

/** The words of each limit without free names: those of groups inside a group first, with the group's name. */
export function inGroups(
  words: Readonly<Record<string, { readonly title: string; readonly description: string }>>,
): readonly { readonly path: string; readonly group: string; readonly title: string; readonly description: string }[] {
  const paths = Object.keys(words);
  return paths
    .filter((path) => !path.includes('*') && !paths.some((other) => other.startsWith(`${path}.`)))
    .map((path) => {
      const steps = path.split('.');
      const group = words[steps[0] ?? '']?.title ?? '';
      const groups = steps.slice(1, -1).map((_, at) => words[steps.slice(0, at + 2).join('.')]?.title ?? '');
      const { title = path, description = '' } = words[path] ?? {};
      return { path, group, title: [...groups, title].join(' · '), description };
    });
}
