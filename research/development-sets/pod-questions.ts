import { oneLine, type Pair, paragraphs } from './labelled-pairs';

const characters: Readonly<Record<string, string>> = { lt: '<', gt: '>', verbar: '|', sol: '/' };
const frontMatter = new Set(['NAME', 'VERSION', 'DESCRIPTION']);

/**
 * The second headings of a document in POD (perlpod), each with the text up to the next heading, titled by the first
 * heading above it, or by what the document is said to be about where that is its front matter.
 */
export function podQuestions(source: string): Pair[] {
  const sections: { title: string; query: string; blocks: string[] }[] = [];
  let title = '';
  let isName = false;
  let open: { blocks: string[] } | null = null;
  for (const paragraph of podParagraphs(source)) {
    const [, level, heading] = /^=head([1-6])\s+(.*)$/su.exec(paragraph) ?? [];
    if (level === '1') {
      const said = podText(heading ?? '');
      isName = said === 'NAME';
      if (!frontMatter.has(said)) title = said;
      open = null;
    } else if (level === '2') {
      const section = { title, query: podText(heading ?? ''), blocks: [] };
      sections.push(section);
      open = section;
    } else if (isName) {
      title = oneLine(podText(paragraph)).replace(/^\S+\s+-\s+/u, '');
      isName = false;
    } else open?.blocks.push(blockText(paragraph));
  }
  return sections.map(({ blocks, query, ...rest }) => ({ ...rest, query: oneLine(query), text: paragraphs(blocks) }));
}

/** Without what is meant for one format only. */
function podParagraphs(source: string): string[] {
  return source
    .replaceAll(/^=begin\s[\s\S]*?^=end\b.*$/gmu, '')
    .split(/\n\s*\n/u)
    .map((paragraph) => paragraph.replace(/^\n+/u, ''))
    .filter((paragraph) => !/^=(?:for|cut|pod|encoding|over|back)\b/u.test(paragraph));
}

function blockText(paragraph: string): string {
  if (/^\s/u.test(paragraph)) return paragraph;
  return podText(paragraph.replace(/^=(?:item\s*(?:\*|\d+\.?(?=\s|$))?|head\d)\s*/u, ''));
}

/** A paragraph without its formatting codes: `C<text>`, `C<< text >>`, `L<text|target>`, `E<lt>`, `X<index entry>`. */
function podText(paragraph: string): string {
  let text = paragraph;
  for (let before = ''; before !== text; ) {
    before = text;
    text = text
      .replaceAll(/([A-Z])<<\s+(.*?)\s+>>/gsu, (_all, code: string, inner: string) => coded(code, inner))
      .replaceAll(/([A-Z])<(?!<)([^<>]*)>/gu, (_all, code: string, inner: string) => coded(code, inner));
  }
  return text.replaceAll('\u0001', '<').replaceAll('\u0002', '>');
}

/** Angles of the text itself are marked until all codes are gone. */
function coded(code: string, inner: string): string {
  if (code === 'X' || code === 'Z') return '';
  const said = code === 'E' ? (characters[inner] ?? '') : code === 'L' ? inner.replace(/\|.*$/su, '') : inner;
  return said.replaceAll('<', '\u0001').replaceAll('>', '\u0002');
}
