/**
 * The formats that documents may have, as every part of Vitrine knows them. A new one is an entry here, an entry in
 * `electron/engine/ingest/formats/index.ts`, which the compiler asks for, and its reader beside that.
 */

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
  readonly packed?: true;
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

const officeMime = 'application/vnd.openxmlformats-officedocument';
const openDocumentMime = 'application/vnd.oasis.opendocument';

export const formats = {
  txt: {
    kind: 'text',
    opens: ['txt', 'log'],
    extensions: ['txt', 'text', 'log', 'rst', 'adoc', 'org', 'asc'],
    mime: 'text/plain',
  },
  md: { kind: 'markdown', opens: ['md', 'markdown'], extensions: ['md', 'markdown'], mime: 'text/markdown' },
  pdf: {
    kind: 'pdf',
    opens: ['pdf'],
    charactersAByte: 0.11,
    extensions: ['pdf'],
    mime: 'application/pdf',
    packed: true,
  },
  html: { kind: 'page', charactersAByte: 0.15, extensions: ['html', 'htm', 'xhtml', 'xht'], mime: 'text/html' },
  csv: { kind: 'sheet', opens: ['csv'], extensions: ['csv', 'tsv', 'tab'], mime: 'text/csv' },
  json: { kind: 'code', opens: ['json'], extensions: ['json', 'jsonl', 'ndjson', 'geojson'], mime: 'application/json' },
  rtf: { kind: 'word', opens: ['rtf'], extensions: ['rtf'], mime: 'application/rtf' },
  // A web page that a browser has saved as one file is a mail with its pictures attached.
  eml: { kind: 'mail', opens: ['eml'], extensions: ['eml', 'mhtml', 'mht'], mime: 'message/rfc822' },
  mbox: { kind: 'mail', extensions: ['mbox', 'mbx'], mime: 'application/mbox', parts: 'mail' },
  docx: {
    kind: 'word',
    opens: ['docx'],
    charactersAByte: 0.04,
    extensions: ['docx', 'docm', 'dotx', 'dotm'],
    mime: `${officeMime}.wordprocessingml.document`,
    packed: true,
  },
  pptx: {
    kind: 'slides',
    opens: ['pptx'],
    charactersAByte: 0.02,
    extensions: ['pptx', 'pptm', 'ppsx', 'ppsm', 'potx'],
    mime: `${officeMime}.presentationml.presentation`,
    parts: 'slide',
    packed: true,
  },
  xlsx: {
    kind: 'sheet',
    opens: ['xlsx'],
    charactersAByte: 0.1,
    extensions: ['xlsx', 'xlsm', 'xltx'],
    mime: `${officeMime}.spreadsheetml.sheet`,
    parts: 'sheet',
    packed: true,
  },
  odt: {
    kind: 'word',
    opens: ['odt'],
    charactersAByte: 0.1,
    extensions: ['odt', 'ott'],
    mime: `${openDocumentMime}.text`,
    packed: true,
  },
  odp: {
    kind: 'slides',
    charactersAByte: 0.02,
    extensions: ['odp', 'otp'],
    mime: `${openDocumentMime}.presentation`,
    parts: 'slide',
    packed: true,
  },
  ods: {
    kind: 'sheet',
    charactersAByte: 0.25,
    extensions: ['ods', 'ots'],
    mime: `${openDocumentMime}.spreadsheet`,
    parts: 'sheet',
    packed: true,
  },
  epub: {
    kind: 'book',
    opens: ['epub'],
    charactersAByte: 0.05,
    extensions: ['epub'],
    mime: 'application/epub+zip',
    packed: true,
  },
  // Its bytes decide the exact kind.
  image: {
    kind: 'picture',
    opens: ['png', 'jpg', 'jpeg', 'tif', 'tiff'],
    charactersAByte: 0.001,
    extensions: ['png', 'jpg', 'jpeg', 'tif', 'tiff', 'webp', 'gif', 'bmp'],
    mime: 'image/*',
  },
  // Source code is read as text; its extension is what tells it from prose.
  code: {
    kind: 'code',
    extensions: (
      'py asm astro bash bat bicep c cc clj cljs cmake cmd coffee cpp cs css cxx d dart diff dockerfile el elm erl ex ' +
      'exs f90 fs fsx go gradle graphql groovy h hh hpp hrl hs hxx ini java jl js jsx kt kts less lisp lua m mjs cjs ' +
      'mk ml mli mm nim nix pas patch php pl pm proto ps1 psm1 pyi r rb rkt rs sass scala scm scss sh sol sql svelte ' +
      'swift tcl tex tf toml ts tsx mts cts v vb vhd vim vue xml xsl xsd yaml yml zig zsh'
    ).split(' '),
    mime: 'text/plain',
  },
} as const satisfies Record<string, FormatFacts>;

export type FormatId = keyof typeof formats;

const facts: Readonly<Record<FormatId, FormatFacts>> = formats;
const ids = Object.keys(formats) as FormatId[];
const byExtension = new Map(ids.flatMap((id) => facts[id].extensions.map((extension) => [extension, id] as const)));

/** The format that a name with this extension promises, or null where it promises none that is read. */
export const formatOfExtension = (extension: string): FormatId | null => byExtension.get(extension) ?? null;

export function factsOf(format: string | null): FormatFacts | undefined {
  const id = ids.find((one) => one === format);
  return id && facts[id];
}

export const openedExtensions: ReadonlySet<string> = new Set(ids.flatMap((id) => facts[id].opens ?? []));

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
    return mime !== undefined ? facts[one].mime === mime : facts[one].extensions.includes(extension);
  });
  return (id && facts[id].parts) ?? 'page';
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
