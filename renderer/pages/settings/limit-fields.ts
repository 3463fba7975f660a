import { locale } from '@shared/words/index';

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
  /** Path of the group; empty for single values. */
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

export const isChanged = (path: string, changed: readonly string[]): boolean =>
  changed.some((other) => other === path || other.startsWith(`${path}.`));

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

type Units = readonly (readonly [name: string, base: number])[];

/** The first that writes an amount whole, or with a half, is the one it is shown in. */
const bytes: Units = [
  ['GB', 1e9],
  ['MB', 1e6],
  ['kB', 1e3],
  ['GiB', 2 ** 30],
  ['MiB', 2 ** 20],
  ['KiB', 2 ** 10],
  ['B', 1],
];
const times: Units = [
  ['min', 60_000],
  ['s', 1000],
  ['ms', 1],
];

interface Measure {
  readonly units: Units;
  /** The size of 1 in the file, in the smallest unit. */
  readonly stored: number;
}

function measureOf(path: string): Measure | null {
  if (/mebibytes$/u.test(path)) return { units: bytes, stored: 2 ** 20 };
  if (/Bytes$/u.test(path)) return { units: bytes, stored: 1 };
  if (/Ms$/u.test(path)) return { units: times, stored: 1 };
  if (/[sS]econds(A[A-Z]\w*)?$/u.test(path)) return { units: times, stored: 1000 };
  return /Minutes$/u.test(path) ? { units: times, stored: 60_000 } : null;
}

function shownUnit({ units, stored }: Measure, value: number): readonly [name: string, base: number] {
  const amount = value * stored;
  const fits = ([, base]: Units[number]) => amount >= base && Number.isInteger((amount / base) * 2);
  return units.find(fits) ?? units.find(([, base]) => base === stored) ?? ['', stored];
}

export function writtenLimit(path: string, value: unknown): string {
  const measure = typeof value === 'number' ? measureOf(path) : null;
  if (measure === null || typeof value !== 'number') return value === null ? '' : String(value);
  const [name, base] = shownUnit(measure, value);
  return `${((value * measure.stored) / base).toLocaleString(locale(), { useGrouping: false })} ${name}`;
}

/** A number alone has the field's old unit. Unreadable text is returned as it is, for the engine to refuse. */
export function typedLimit({ path, kind, value }: LimitField, text: string): unknown {
  if (kind === 'text') return text;
  if (kind === 'optional-number' && text.trim() === '') return null;
  const measure = measureOf(path);
  const [, number = '', typed = ''] = /^([\d.,]+)\s*(\p{L}*)$/u.exec(text.trim()) ?? [];
  if (measure === null || number === '') return numberOf(text);
  const unit =
    typed === ''
      ? shownUnit(measure, typeof value === 'number' ? value : 0)
      : measure.units.find(([name]) => name.toLowerCase() === typed.toLowerCase());
  const amount = numberOf(number);
  if (unit === undefined || typeof amount !== 'number') return text;
  const kept = (amount * unit[1]) / measure.stored;
  // 1 GB, which is no whole number of MiB, can be typed too.
  return measure.stored === 2 ** 20 ? Math.round(kept) : kept;
}

export function numberOf(text: string): number | string {
  const written = text.trim().replace(',', '.');
  const number = Number(written);
  return written !== '' && Number.isFinite(number) ? number : text;
}
