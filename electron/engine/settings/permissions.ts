import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import type { PermissionUse, WaitingPermission } from '@shared/contract';
import { VitrineError } from '@shared/errors';
import { z } from 'zod';
import { replaceFile } from '../files';

/** An ingest is remembered too: one that came with a library does not continue here on its own. */
type Use = PermissionUse | 'ingest';

export interface NamedUse {
  readonly use: PermissionUse;
  readonly value: string;
}

const answerFile = z.object({ allowed: z.boolean() });

/**
 * The allowed targets of the open library (docs/adr/0039). A person's entry here is allowed at once; other targets of
 * the library wait for a yes. Each answer is a file outside every library, so no copy or backup has it.
 */
export class Permissions {
  private library: string | null = null;
  private readonly known = new Map<string, boolean>();
  private readonly sources: (() => readonly NamedUse[])[] = [];
  /** Refused uses that no source names, such as the model of an imported run. */
  private readonly met = new Map<string, NamedUse>();
  private readonly folder: string | null;
  /** Called when something waits that `waiting` did not name before. */
  onMet: () => void = () => undefined;

  /** @param folder null remembers nothing after the engine has closed */
  constructor(folder: string | null, libraryFolder: string) {
    // A file in a library's own folder could come with it.
    const isInside = folder !== null && `${resolve(folder)}${sep}`.startsWith(`${resolve(libraryFolder)}${sep}`);
    this.folder = isInside ? null : folder;
  }

  /** From now on answers are those for this library; null: it has no id yet, and nothing is allowed. */
  of(library: string | null): void {
    if (library === this.library) return;
    // An entry made while a new library had no id yet is stored under its id.
    const entered = this.library === null && library !== null ? [...this.known] : [];
    this.library = library;
    this.known.clear();
    for (const [key, allowed] of entered) {
      const [use, value] = JSON.parse(key) as [Use, string];
      this.answer(use, value, allowed);
    }
  }

  asks(source: () => readonly NamedUse[]): void {
    this.sources.push(source);
  }

  allows(use: Use, value: string): boolean {
    return this.answerOf(use, value) === true;
  }

  /** Errors: `not-allowed`, also told by `waiting` from then on. */
  assertAllowed(use: PermissionUse, value: string): void {
    if (this.allows(use, value)) return;
    const key = JSON.stringify([use, value]);
    const isNew = !this.met.has(key) && !this.waiting().some((known) => known.use === use && known.value === value);
    this.met.set(key, { use, value });
    if (isNew) this.onMet();
    throw notAllowed({ use, value });
  }

  /** A person names it here and now. Errors: as `answer`. */
  enter(use: Use, value: string): void {
    if (!this.allows(use, value)) this.answer(use, value, true);
  }

  /** Remembers a yes or a no. Errors: `settings-invalid` where it cannot be written down. */
  answer(use: Use, value: string, allowed: boolean): void {
    this.known.set(JSON.stringify([use, value]), allowed);
    const facts = { library: this.library, use, value, allowed, at: new Date().toISOString() };
    writePrivately(this.fileOf(use, value), facts);
  }

  forget(use: Use, value: string): void {
    this.known.delete(JSON.stringify([use, value]));
    const file = this.fileOf(use, value);
    if (file !== null) rmSync(file, { force: true });
  }

  waiting(): WaitingPermission[] {
    const named = [...this.sources.flatMap((source) => source()), ...this.met.values()];
    const each = new Map(named.map((one) => [JSON.stringify([one.use, one.value]), one]));
    return [...each.values()].flatMap(({ use, value }) => {
      const answer = this.answerOf(use, value);
      return answer === true ? [] : [{ use, value, leftOff: answer === false }];
    });
  }

  /** A yes holds until it is taken back here; for a no, another process may have said yes since. */
  private answerOf(use: Use, value: string): boolean | null {
    const key = JSON.stringify([use, value]);
    if (this.known.get(key) === true) return true;
    const file = this.fileOf(use, value);
    if (file === null) return this.known.get(key) ?? null;
    try {
      const { allowed } = answerFile.parse(JSON.parse(readFileSync(file, 'utf8')));
      this.known.set(key, allowed);
      return allowed;
    } catch {
      // There is no answer, or it is unreadable or cut: then it is asked again.
      return null;
    }
  }

  /** A file for something else that this computer keeps of the open library; null where it keeps nothing. */
  fileFor(what: string): string | null {
    if (this.folder === null || this.library === null) return null;
    return join(this.folder, `${what}-${createHash('sha256').update(this.library).digest('hex')}.json`);
  }

  private fileOf(use: Use, value: string): string | null {
    if (this.folder === null || this.library === null) return null;
    const name = createHash('sha256')
      .update(JSON.stringify([this.library, use, value]))
      .digest('hex');
    return join(this.folder, `${name}.json`);
  }
}

/** For this user's eyes alone; nothing where there is no file. Errors: `settings-invalid` where it cannot be written. */
export function writePrivately(file: string | null, facts: object): void {
  if (file === null) return;
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    replaceFile(file, `${JSON.stringify(facts)}\n`, 0o600);
  } catch (error) {
    throw new VitrineError('settings-invalid', { file, why: 'not-written' }, { cause: error });
  }
}

export function notAllowed({ use, value }: NamedUse): VitrineError {
  return new VitrineError('not-allowed', { why: 'named', use, value });
}
