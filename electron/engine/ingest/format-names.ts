import type { DocumentFormat } from './contract';
import { extensionOf } from './display-name';

/** Source code is read as text; its extension is what tells it from prose. */
const codeExtensions =
  'asm astro bash bat bicep c cc clj cljs cmake cmd coffee cpp cs css cxx d dart diff dockerfile el elm erl ex exs f90 ' +
  'fs fsx go gradle graphql groovy h hh hpp hrl hs hxx ini java jl js jsx kt kts less lisp lua m mjs cjs mk ml mli mm ' +
  'nim nix pas patch php pl pm proto ps1 psm1 py pyi r rb rkt rs sass scala scm scss sh sol sql svelte swift tcl tex ' +
  'tf toml ts tsx mts cts v vb vhd vim vue xml xsl xsd yaml yml zig zsh';

/** What each extension promises. The content decides; the name tells the kinds of text apart. */
const formats: ReadonlyMap<string, DocumentFormat> = new Map([
  ...entries('txt', 'txt text log rst adoc org asc'),
  ...entries('md', 'md markdown'),
  ...entries('pdf', 'pdf'),
  ...entries('html', 'html htm xhtml xht'),
  ...entries('csv', 'csv tsv tab'),
  ...entries('json', 'json jsonl ndjson geojson'),
  ...entries('rtf', 'rtf'),
  // A web page that a browser has saved as one file is a mail with its pictures attached.
  ...entries('eml', 'eml mhtml mht'),
  ...entries('mbox', 'mbox mbx'),
  ...entries('docx', 'docx docm dotx dotm'),
  ...entries('pptx', 'pptx pptm ppsx ppsm potx'),
  ...entries('xlsx', 'xlsx xlsm xltx'),
  ...entries('odt', 'odt ott'),
  ...entries('epub', 'epub'),
  ...entries('image', 'png jpg jpeg tif tiff webp gif bmp'),
  ...entries('code', codeExtensions),
]);

function entries(format: DocumentFormat, extensions: string): [string, DocumentFormat][] {
  return extensions.split(' ').map((extension) => [extension, format]);
}

/** The format that a file's name promises, or null for a name that promises none that is read. */
export function formatOfName(fileName: string): DocumentFormat | null {
  return formats.get(extensionOf(fileName)) ?? null;
}

export const mimeTypes: Readonly<Record<DocumentFormat, string>> = {
  txt: 'text/plain',
  md: 'text/markdown',
  pdf: 'application/pdf',
  html: 'text/html',
  csv: 'text/csv',
  json: 'application/json',
  code: 'text/plain',
  rtf: 'application/rtf',
  eml: 'message/rfc822',
  mbox: 'application/mbox',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  odt: 'application/vnd.oasis.opendocument.text',
  epub: 'application/epub+zip',
  // What it is in particular its bytes say.
  image: 'image/*',
};

/** As sentences name it: "The file is named .txt but is …". */
export const formatPhrases: Readonly<Record<DocumentFormat, string>> = {
  txt: 'plain text',
  md: 'Markdown',
  pdf: 'a PDF',
  html: 'a web page',
  csv: 'a table of values',
  json: 'JSON',
  code: 'source code',
  rtf: 'an RTF document',
  eml: 'an e-mail',
  mbox: 'a mailbox',
  docx: 'a Word document',
  pptx: 'a presentation',
  xlsx: 'a spreadsheet',
  odt: 'an OpenDocument text',
  epub: 'an e-book',
  image: 'a picture',
};
