/**
 * The formats that documents may have, as every part of Vitrine knows them. A new one is an entry in
 * formats.json, an entry in `electron/engine/ingest/formats/index.ts`, which the compiler asks for, and its reader beside that.
 */
import table from './formats.json';

/** The name of a file's numbered parts: pages of a PDF, slides, the sheets of a workbook, the mails of a mailbox. */
export type PlaceKind = 'page' | 'slide' | 'sheet' | 'mail';

export type DocumentKind =
  | 'pdf'
  | 'text'
  | 'markdown'
  | 'word'
  | 'sheet'
  | 'slides'
  | 'mail'
  | 'page'
  | 'picture'
  | 'book'
  | 'code';

interface FormatFacts {
  /** File extensions, the usual one first: messages use that one for the format. */
  readonly extensions: readonly string[];
  readonly mime: string;
  /** The name of its parts, if they are not pages. */
  readonly parts?: PlaceKind;
  readonly packed?: boolean;
  /** The kind of file that a person takes it for: its icon and its name in `library.kinds`. */
  readonly kind: DocumentKind;
  /**
   * Extensions that a click may open. Other programs show them and do not run them; scripts, pages and documents that
   * may hold macros are only shown in their folder.
   */
  readonly opens?: readonly string[];
  /**
   * Characters of text in a byte, 1 if absent: a job estimates its time by it until it has read files of the format.
   * Rounded from the office files of docs/benchmarks.md.
   */
  readonly charactersAByte?: number;
}

export type FormatId = keyof typeof table;

/** A web page that a browser has saved as one file is a mail. Bytes decide the exact kind of a picture. */
export const formats = table as Readonly<Record<FormatId, FormatFacts>>;

const ids = Object.keys(formats) as FormatId[];
const byExtension = new Map(ids.flatMap((id) => formats[id].extensions.map((extension) => [extension, id] as const)));

/** The format that a name with this extension promises, or null where it promises none that is read. */
export const formatOfExtension = (extension: string): FormatId | null => byExtension.get(extension) ?? null;

export function factsOf(format: string | null): FormatFacts | undefined {
  const id = ids.find((one) => one === format);
  return id && formats[id];
}

export const openedExtensions: ReadonlySet<string> = new Set(ids.flatMap((id) => formats[id].opens ?? []));

/** A file by its known facts; the format says most, the name least. */
export interface PlacedFile {
  readonly format?: string;
  readonly mime?: string | undefined;
  readonly path?: string;
}

/** The name of this file's parts, by its format, then its MIME type, then its name. */
export function placeKind({ format, mime, path = '' }: PlacedFile): PlaceKind {
  const extension = path.slice(path.lastIndexOf('.') + 1).toLowerCase();
  const id = ids.find((one) => {
    if (format !== undefined) return one === format;
    return mime !== undefined ? formats[one].mime === mime : formats[one].extensions.includes(extension);
  });
  return (id && formats[id].parts) ?? 'page';
}

/** Returns whether a file may be opened with the system's program for it. The name decides, as it does for the system. */
export function mayOpen(path: string): boolean {
  const name = path.split(/[/\\]/).at(-1) ?? '';
  const dot = name.lastIndexOf('.');
  return dot > 0 && openedExtensions.has(name.slice(dot + 1).toLowerCase()) && !isRemote(path);
}

/** A place on another machine (`\\machine\share`): only looking at it tells that machine who looks. */
export function isRemote(path: string): boolean {
  return /^[\\/]{2}/.test(path);
}
