import type { TextSpan } from '@shared/contract';
import { builtPrompt, type CitedPlaces, escapedMarkdown, shownWords } from '../../chat';
import { summarise } from '../../overview';
import type { StoredDocument } from '../../store';
import { fromPassages } from '../from-passages';
import type { AnswerParts, Drafting, Way } from '../way';
import { documentsOf, documentsTaken } from '../wholes/documents-meant';
import { outlined } from '../wholes/outline';
import { wholeText } from '../wholes/whole-text';

/** A summary has so many points at most: more is a table of contents. */
const mostPoints = 7;
/** “5 key facts”: so many are wanted. */
const wantedForm = /(?<!\S)([1-7])(?!\S)/u;
/** Characters: a longer sentence is cut. */
const longestSentence = 280;

/** “Summarise the handbook”: the sections of a document, each with the sentences that carry it. */
export const summary: Way = {
  id: 'summary',
  asks: (asked) => documentsOf('summary', asked),
  takes: (asked) => documentsTaken('summary', asked),
  evidence: async (asked, way) => ({ found: outlined(asked, way) }),
  async answer(drafting, { documentIds = [], about }) {
    const { library } = drafting.parts;
    const documents = documentIds.map((id) => library.documents.byId(id));
    const question = builtPrompt(drafting.run).body.task ?? '';
    const wanted = Number(wantedForm.exec(question.replace(about, ''))?.[1] ?? mostPoints);
    const most = Math.ceil(wanted / Math.max(1, documents.length));
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

/**
 * Returns one document under its title: a point a sentence, each under the heading of its section, in the order of the
 * document. Empty for a document without words. Errors: `document-not-found`.
 *
 * @param within only the text in these places, characters
 */
export function summaryText(
  { library }: Pick<AnswerParts, 'library'>,
  document: StoredDocument,
  places: CitedPlaces,
  most: number,
  within?: readonly TextSpan[],
): string {
  const { text, blocks: all } = library.documents.source(document.documentId);
  const blocks = within
    ? all.filter(({ start, end }) => within.some(({ startChar, endChar }) => start < endChar && end > startChar))
    : all;
  const shown = (words: string): string => shownWords(words, longestSentence, document.mime);
  const points = summarise({ text, blocks }, most).map(({ heading, start, end }, at, { [at - 1]: before }) => {
    const isNew = heading !== null && heading !== document.title && heading !== before?.heading;
    const quoted = places.quote(document, { start, end }, shown(text.slice(start, end)));
    return `- ${isNew ? `**${escapedMarkdown(shown(heading))}**: ` : ''}${quoted}`;
  });
  return points.length === 0 ? '' : [`### ${escapedMarkdown(document.title)}`, points.join('\n')].join('\n\n');
}
