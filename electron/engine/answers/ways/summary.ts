import type { TextSpan } from '@shared/contract';
import { builtPrompt, type CitedPlaces, escapedMarkdown, shownWords } from '../../chat';
import { summarise } from '../../overview';
import type { StoredDocument } from '../../store';
import { fromPassages } from '../from-passages';
import type { AnswerParts, Drafting, Way } from '../way';
import { documentsOf, documentsTaken } from '../wholes/documents-meant';
import { outlined } from '../wholes/outline';
import { wholeText } from '../wholes/whole-text';

/** A summary has so many sentences, and one for each section of a longer document up to the most. */
const usualSentences = 10;
const mostSentences = 36;
/** Characters: a longer sentence is cut. */
const longestSentence = 280;

/** “Summarise the handbook”: the sections of a document, each with the sentences that carry it. */
export const summary: Way = {
  id: 'summary',
  asks: (asked) => documentsOf('summary', asked),
  takes: (asked) => documentsTaken('summary', asked),
  evidence: async (asked, way) => ({ found: outlined(asked, way) }),
  async answer(drafting, { documentIds = [] }) {
    const { library } = drafting.parts;
    const documents = documentIds.map((id) => library.documents.byId(id));
    const most = Math.ceil(mostSentences / Math.max(1, documents.length));
    const text = await wholeText(drafting, (places) => {
      const answer = documents.map((one) => summaryText(drafting.parts, one, places, most, ofPrompt(drafting, one)));
      const looked = documents.length;
      return { answer: answer.join('\n\n'), whole: { kind: 'summary', looked, of: looked, documentIds } };
    });
    return fromPassages(drafting, text);
  },
};

/** Returns the prompt's places in a document, for an answer to the unchanged prompt; otherwise undefined. */
function ofPrompt({ run, asItStands }: Drafting, { documentId }: StoredDocument): readonly TextSpan[] | undefined {
  if (!asItStands) return undefined;
  const prompt = builtPrompt(run);
  const chosen = new Set(prompt.final_selection_ids);
  return prompt.base_context_chunks.filter((chunk) => chosen.has(chunk.id) && chunk.documentId === documentId);
}

/** A section of a document with its main sentences, which are in its text as cited. */
interface CarriedSection {
  /** Null before the first heading. */
  readonly heading: string | null;
  readonly sentences: readonly { readonly text: string; readonly start: number; readonly end: number }[];
}

/**
 * The sections of a document, each with the sentences that carry it, in its order; every section has one as far as
 * `most` allows. Empty for a document without words. Errors: `document-not-found`.
 *
 * @param within only what lies in these places, characters
 */
function sectionsOfDocument(
  { library }: Pick<AnswerParts, 'library'>,
  documentId: string,
  most = mostSentences,
  within?: readonly TextSpan[],
): CarriedSection[] {
  const { text, blocks: all } = library.documents.source(documentId);
  const blocks = within
    ? all.filter(({ start, end }) => within.some(({ startChar, endChar }) => start < endChar && end > startChar))
    : all;
  const headings = blocks.filter(({ kind }) => kind === 'heading').length;
  const count = Math.min(most, Math.max(usualSentences, headings + 1));
  const sections: { heading: string | null; sentences: CarriedSection['sentences'][number][] }[] = [];
  for (const { heading, start, end } of summarise({ text, blocks }, count)) {
    const last = sections.at(-1);
    const sentence = { text: text.slice(start, end), start, end };
    if (last && last.heading === heading) last.sentences.push(sentence);
    else sections.push({ heading, sentences: [sentence] });
  }
  return sections;
}

/** Returns one document under its title, its sections under their headings. */
export function summaryText(
  parts: Pick<AnswerParts, 'library'>,
  document: StoredDocument,
  places: CitedPlaces,
  most: number,
  within?: readonly TextSpan[],
): string {
  const sections = sectionsOfDocument(parts, document.documentId, most, within);
  if (sections.length === 0) return '';
  return [
    `### ${escapedMarkdown(document.title)}`,
    ...sections.flatMap(({ heading, sentences }) => [
      ...(heading === null || heading === document.title
        ? []
        : [`**${escapedMarkdown(shownWords(heading, longestSentence, document.mime))}**`]),
      sentences
        .map((one) => `- ${places.quote(document, one, shownWords(one.text, longestSentence, document.mime))}`)
        .join('\n'),
    ]),
  ].join('\n\n');
}
