/** Makes the form of the limits from their JSON Schema and their values: what each field is called and may be. */

interface FieldBase {
  /** Dotted, as `limits.set` takes it. */
  readonly path: string;
  readonly title: string;
  readonly description: string;
  readonly value: unknown;
  readonly default: unknown;
}

export type LimitField = FieldBase &
  (
    | { readonly kind: 'switch' }
    | { readonly kind: 'number' | 'optional-number' | 'text' }
    | { readonly kind: 'choice'; readonly options: readonly string[] }
  );

interface LimitGroup {
  /** Path of the group; empty for the values that stand by themselves. */
  readonly path: string;
  readonly title: string;
  readonly description: string;
  readonly fields: readonly LimitField[];
}

type Tree = Readonly<Record<string, unknown>>;
const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null && !Array.isArray(value);
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The fields of each group, in the order of the schema; groups inside a group are drawn in it, with their names. */
export function limitGroups(schema: object, values: unknown, defaults: unknown): readonly LimitGroup[] {
  const members = Object.entries(propertiesOf(schema, values));
  const alone = members.filter(([, inner]) => !isGroup(inner));
  const groups = members.filter(([, inner]) => isGroup(inner));
  const at = (tree: unknown, name: string) => (isTree(tree) ? tree[name] : undefined);
  return [
    {
      path: '',
      title: '',
      description: '',
      fields: alone.flatMap(([name, inner]) => fieldsOf(name, inner, at(values, name), at(defaults, name), '')),
    },
    ...groups.map(([name, inner]) => ({
      path: name,
      title: textOf(inner.title) || name,
      description: textOf(inner.description),
      fields: fieldsOf(name, inner, at(values, name), at(defaults, name), null),
    })),
  ];
}

/** True while a value, or one in the group, is among the changed paths. */
export function isChanged(path: string, changed: readonly string[]): boolean {
  return changed.some((other) => other === path || other.startsWith(`${path}.`));
}

const isGroup = (schema: Tree): boolean => isTree(schema.properties) || isTree(schema.additionalProperties);

/** Members by name; where names are free, those that have values. */
function propertiesOf(schema: unknown, values: unknown): Readonly<Record<string, Tree>> {
  if (!isTree(schema)) return {};
  const { properties, additionalProperties } = schema;
  if (isTree(properties)) {
    return Object.fromEntries(Object.entries(properties).filter((entry): entry is [string, Tree] => isTree(entry[1])));
  }
  if (!isTree(additionalProperties) || !isTree(values)) return {};
  return Object.fromEntries(
    Object.keys(values).map((name) => [name, { ...additionalProperties, title: name } as Tree] as const),
  );
}

/** `lead` is what the titles of outer groups say; null at a group that has a heading of its own. */
function fieldsOf(
  path: string,
  schema: Tree,
  value: unknown,
  byDefault: unknown,
  lead: string | null,
): readonly LimitField[] {
  const title = textOf(schema.title) || path;
  const named = lead ? `${lead} · ${title}` : title;
  if (isGroup(schema)) {
    return Object.entries(propertiesOf(schema, value)).flatMap(([name, inner]) =>
      fieldsOf(
        `${path}.${name}`,
        inner,
        isTree(value) ? value[name] : undefined,
        isTree(byDefault) ? byDefault[name] : undefined,
        lead === null ? '' : named,
      ),
    );
  }
  const base = { path, title: named, description: textOf(schema.description), value, default: byDefault };
  if (Array.isArray(schema.enum)) return [{ ...base, kind: 'choice', options: schema.enum.map(String) }];
  if (schema.type === 'boolean') return [{ ...base, kind: 'switch' }];
  if (schema.type === 'string') return [{ ...base, kind: 'text' }];
  return [{ ...base, kind: schema.type === undefined ? 'optional-number' : 'number' }];
}

/** The same of a field that may be empty: then it is null. */
export const optionalNumberOf = (text: string): number | string | null => (text.trim() === '' ? null : numberOf(text));

/** What a person wrote, as the number it means; as it stands where it means none, for the engine to refuse. */
export function numberOf(text: string): number | string {
  const written = text.trim().replace(',', '.');
  const number = Number(written);
  return written !== '' && Number.isFinite(number) ? number : text;
}
