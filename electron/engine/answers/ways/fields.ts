import { inLanguage, t } from '@shared/words/index';
import { answerLanguage, builtPrompt, CitedPlaces, type Draft, escapedMarkdown } from '../../chat';
import { exactDraft } from '../exact-draft';
import { documentsNamed } from '../forms/documents-named';
import { cellOfValues, type FieldOfDocument, fieldValues, readDocuments, saidValues } from '../forms/field-values';
import type { FieldId } from '../forms/question-forms';
import { readField } from '../forms/read-field';
import type { Asked, Way, WayMatch } from '../way';
import { passagesAt } from '../wholes/outline';

/** “Who are the parties?”: a field of one or a few documents, found as a review table finds it, with its quote. */
export const fields: Way = {
  id: 'fields',
  asks: async (asked) => fieldMatch(asked),
  async evidence(asked, way) {
    const places = fieldsOf(asked, way.documentIds).flatMap(({ document: { documentId }, values }) =>
      values.map(({ start }) => ({ documentId, startChar: start })),
    );
    return { found: passagesAt(asked.parts.library, places, asked.question, asked.limits) };
  },
  async answer(drafting, { documentIds }) {
    const { run, parts, limits } = drafting;
    const { body, extras } = builtPrompt(run);
    const question = body.task ?? '';
    const read = readField(question);
    const found = fieldsOf({ parts, question }, documentIds);
    if (!read || found.length === 0) return null;
    const places = new CitedPlaces(parts.library, limits.answer.snippetCharacters);
    const language = answerLanguage(extras.query?.language);
    const asked = documentIds?.length ?? 0;
    const answer = await inLanguage(language, () => fieldsText(read.field, found, asked, places));
    const { citations, cited } = places;
    const all = found.flatMap(({ values }) => values);
    const confidence = all.reduce((sum, one) => sum + one.confidence, 0) / all.length;
    const exact: Pick<Draft, 'answer' | 'citations' | 'cited' | 'confidence'> = {
      answer,
      citations,
      cited,
      confidence,
    };
    return exactDraft(drafting, exact);
  },
};

type Asking = Pick<Asked, 'parts' | 'question'>;

/** Returns the documents that state the asked field, of those that are meant. */
function fieldsOf({ parts: { library }, question }: Asking, documentIds: readonly string[] = []): FieldOfDocument[] {
  const read = readField(question);
  const documents = documentIds.map((id) => library.documents.byId(id));
  return read ? fieldValues(readDocuments(library, documents), read.field, read.said) : [];
}

/** Returns the documents that a question for a field means; null where it asks for none, or none states it. */
function fieldMatch(asked: Asked): WayMatch | null {
  const read = readField(asked.question);
  const meant = read && documentsNamed(asked, read.document);
  if (!read || !meant) return null;
  const documentIds = meant.documents.map(({ documentId }) => documentId);
  if (fieldsOf(asked, documentIds).length === 0) return null;
  return { by: 'field', about: meant.documents.map(({ title }) => title).join(' · '), documentIds };
}

/** Tells whether a question asks for a field that the documents which it means do not state. */
export function isUnstated(asked: Asked): boolean {
  const read = readField(asked.question);
  return read !== null && documentsNamed(asked, read.document) !== null;
}

/** Returns the values of one document with their quotes, those of several as the rows of a table. */
function fieldsText(field: FieldId, found: readonly FieldOfDocument[], asked: number, places: CitedPlaces): string {
  const [first, ...others] = found;
  if (!first) return '';
  if (asked === 1) return saidValues(first, places);
  const rows = [first, ...others].map(
    (one) => `| ${escapedMarkdown(one.document.title)} | ${cellOfValues(one, places)} |`,
  );
  const rest = asked - found.length;
  return [
    [`| ${t('chat.field.document')} | ${fieldName(field)} |`, '| --- | --- |', ...rows].join('\n'),
    ...(rest > 0 ? [t('chat.census.unclear', { count: rest })] : []),
  ].join('\n\n');
}

/** Returns the name of a field in the current language. */
export const fieldName = (field: FieldId): string => t(`chat.field.names.${field}`);
