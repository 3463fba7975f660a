/** What the numbered parts of a file are called: pages of a PDF, slides, the sheets of a workbook, the mails of a mailbox. */
export type PlaceKind = 'page' | 'slide' | 'sheet' | 'mail';

/** A file by what is known of it; the format tells most, the name least. */
export interface PlacedFile {
  readonly format?: string;
  readonly mime?: string | undefined;
  readonly path?: string;
}

interface KindOfFile {
  readonly kind: PlaceKind;
  readonly format: string;
  readonly mime: string;
  readonly extensions: readonly string[];
}

/** Files whose parts are no pages. */
const others: readonly KindOfFile[] = [
  {
    kind: 'slide',
    format: 'pptx',
    mime: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    extensions: ['pptx', 'pptm', 'ppsx', 'ppsm', 'potx'],
  },
  {
    kind: 'sheet',
    format: 'xlsx',
    mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    extensions: ['xlsx', 'xlsm', 'xltx'],
  },
  { kind: 'mail', format: 'mbox', mime: 'application/mbox', extensions: ['mbox', 'mbx'] },
];

const words = {
  en: { page: ['page', 'pages'], slide: ['slide', 'slides'], sheet: ['sheet', 'sheets'], mail: ['mail', 'mails'] },
  de: { page: ['Seite', 'Seiten'], slide: ['Folie', 'Folien'], sheet: ['Blatt', 'Blätter'], mail: ['Mail', 'Mails'] },
} as const;

/** What the parts of this file are called, by its format, else its MIME type, else its name. */
export function placeKind({ format, mime, path = '' }: PlacedFile): PlaceKind {
  const isIt = (one: KindOfFile): boolean => {
    if (format !== undefined) return one.format === format;
    if (mime !== undefined) return one.mime === mime;
    return one.extensions.includes(path.slice(path.lastIndexOf('.') + 1).toLowerCase());
  };
  return others.find(isIt)?.kind ?? 'page';
}

/**
 * Where in its file something stands, in the format's own words: `page 3`, `sheet 1`, `slides 3–5`, `pages 3, 7`;
 * empty for no pages, as in formats that have none.
 *
 * @param pages numbers from 1, ascending
 */
export function placeName(
  { pages, ...file }: PlacedFile & { readonly pages: readonly number[] },
  language: keyof typeof words = 'en',
): string {
  const [first] = pages;
  const last = pages.at(-1);
  if (first === undefined || last === undefined) return '';
  const [one, several] = words[language][placeKind(file)];
  if (pages.length === 1) return `${one} ${first}`;
  const isRow = last - first === pages.length - 1;
  return `${several} ${isRow ? `${first}–${last}` : pages.join(', ')}`;
}
