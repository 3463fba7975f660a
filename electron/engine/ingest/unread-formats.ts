import { VitrineError } from '@shared/errors';
import { extensionOf, safeDisplayName } from './display-name';

/**
 * Documents that people keep and that have no reader, by extension, and what their programs can save them as. A walk
 * takes them up, so that each is named with what to do instead of being passed over.
 */
const savedAs: ReadonlyMap<string, string> = new Map([
  ...entries('docx', 'doc dot pages wpd wps'),
  ...entries('xlsx', 'xls xlt xlsb ods ots numbers'),
  ...entries('pptx', 'ppt pps pot odp otp'),
  ...entries('pdf', 'djvu djv xps oxps'),
  ...entries('epub', 'mobi azw azw3'),
]);

function entries(target: string, extensions: string): [string, string][] {
  return extensions.split(' ').map((extension) => [extension, target]);
}

/** Whether a name promises a document that has no reader; its content may still have one, as an RTF named .doc. */
export const isUnreadDocument = (fileName: string): boolean => savedAs.has(extensionOf(fileName));

/** What to do with such a document; null for every other name. */
export function savedElsewhere(fileName: string): VitrineError | null {
  const extension = extensionOf(fileName);
  const saveAs = savedAs.get(extension);
  if (saveAs === undefined) return null;
  return new VitrineError(
    'unsupported',
    `"${safeDisplayName(fileName)}" is a .${extension} file, which has no reader.`,
    `Open it in the program that made it or in LibreOffice, save it as .${saveAs}, and add the copy.`,
    { why: 'save-as', extension, saveAs },
  );
}
