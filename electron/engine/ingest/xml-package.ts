import type { ReadContext } from './format-errors';
import { parseMarkup } from './parse-markup';
import type { ZipContainer } from './zip-container';

/** An element as a walk through XML meets it. */
export type Attributes = Readonly<Record<string, string>>;

/** Visits the elements of a part; the text of an element is handed over with its end. */
export async function visitElements(
  xml: string,
  context: ReadContext,
  visit: (name: string, attributes: Attributes, path: readonly string[]) => void,
  ended: (name: string, text: string, path: readonly string[]) => void = () => {},
): Promise<void> {
  const path: string[] = [];
  let text = '';
  await parseMarkup(
    xml,
    'xml',
    {
      open(name, attributes) {
        visit(name, attributes, path);
        path.push(name);
        text = '';
      },
      close(name) {
        path.pop();
        ended(name, text, path);
        text = '';
      },
      text(part) {
        text += part;
      },
    },
    context,
  );
}

export interface Relationship {
  readonly id: string;
  /** Last component of the relationship's type: `slide`, `footnotes`, … */
  readonly kind: string;
  /** Name of the part in the package. */
  readonly target: string;
}

/** What a part of an Office package points to (ECMA-376 part 2, 9.3); nothing where it has no relationships. */
export async function relationshipsOf(
  zip: ZipContainer,
  part: string,
  context: ReadContext,
): Promise<readonly Relationship[]> {
  const slash = part.lastIndexOf('/') + 1;
  const name = `${part.slice(0, slash)}_rels/${part.slice(slash)}.rels`;
  if (!zip.has(name)) return [];
  const found: Relationship[] = [];
  await visitElements(await zip.text(name), context, (element, attributes) => {
    const { Id, Type, Target, TargetMode } = attributes;
    if (element !== 'Relationship' || !Id || !Target || TargetMode === 'External') return;
    found.push({ id: Id, kind: Type?.split('/').at(-1) ?? '', target: resolvePart(part, Target) });
  });
  return found;
}

/** The main part of an Office package. */
export async function mainPart(zip: ZipContainer, usual: string, context: ReadContext): Promise<string> {
  const relationships = await relationshipsOf(zip, '', context);
  const target = relationships.find(({ kind }) => kind === 'officeDocument')?.target;
  return target !== undefined && zip.has(target) ? target : usual;
}

/** The title that a package's properties name, or null. */
export async function titleOf(zip: ZipContainer, part: string, context: ReadContext): Promise<string | null> {
  if (!zip.has(part)) return null;
  let title = '';
  await visitElements(
    await zip.text(part),
    context,
    () => {},
    (name, text) => {
      if (name === 'title' && title === '') title = text.replace(/\s+/g, ' ').trim().slice(0, 300);
    },
  );
  return title || null;
}

/** A reference inside a package as the name of a part, relative to the part that holds it; a key, never a path. */
export function resolvePart(from: string, reference: string): string {
  const plain = reference.split(/[?#]/)[0] ?? '';
  const steps = plain.startsWith('/') ? [] : from.split('/').slice(0, -1);
  for (const step of plain.split('/')) {
    if (step === '..') steps.pop();
    else if (step !== '' && step !== '.') steps.push(step);
  }
  return steps.join('/');
}
