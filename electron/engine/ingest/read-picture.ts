import type { ReadDocument } from './contract';
import { damaged, needsRecognition, type ReadContext, tooManyPages } from './format-errors';
import { layoutPdf } from './pdf-layout';
import { pictureOf } from './picture';
import { linesOfRecognised, recognitionWarnings } from './recognised-page';

/**
 * The text that was recognised on a picture, or on the pages of a TIFF. Errors: `unsupported` (text recognition is
 * off), `no-text` (nothing was recognised), `damaged`, `too-many-pages`.
 */
export function readPicture(
  bytes: Uint8Array,
  context: ReadContext,
): Pick<ReadDocument, 'title' | 'text' | 'pages' | 'headings' | 'warnings'> {
  const pages = pictureOf(bytes)?.pages.length ?? 0;
  const { recognised } = context;
  if (!recognised) throw needsRecognition(context, 'unsupported', 'is a picture', Math.max(1, pages));
  if (pages === 0) throw damaged(context, 'it does not say how large the picture is');
  if (pages > context.limits.maxPages) throw tooManyPages(context, pages, 'pages');
  const lines = Array.from({ length: pages }, (_, index) => {
    const found = recognised.find(({ page }) => page === index + 1);
    return found ? linesOfRecognised(found) : [];
  });
  const layout = layoutPdf(lines);
  if (!/\S/.test(layout.text)) throw needsRecognition(context, 'unsupported', 'is a picture', pages);
  const [first] = layout.headings;
  return { ...layout, title: first?.level === 1 ? first.text : null, warnings: recognitionWarnings(recognised) };
}
