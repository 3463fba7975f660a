import type { Answer } from '@shared/contract';
import { inLanguage, t } from '@shared/words/index';
import { answerLanguage, bandOf } from '../../chat';
import { queryLanguage } from '../../retrieval';
import type { Library, StoredDocument, SurveyReply } from '../../store';
import { type Note, type Source, type SurveyWriting, writeAnswer } from './write-answer';

interface Read {
  readonly replies: readonly { readonly document: StoredDocument; readonly replies: readonly SurveyReply[] }[];
  /** Documents that the model could not read. */
  readonly failed: number;
}

type SaidAnswer = Omit<
  Answer,
  'messageId' | 'conversationId' | 'question' | 'suggestions' | 'runId' | 'timings' | 'createdAt'
>;

/** Combines a model's notes on all documents into an answer. Errors: those of an unavailable model. */
export async function surveyAnswer(
  writing: SurveyWriting & { readonly library: Library },
  { replies, failed }: Read,
): Promise<SaidAnswer> {
  const { library, survey, limits } = writing;
  const notes = replies.flatMap(({ document, replies: parts }) => notesOf(library, document, parts));
  const { answer, ...written } = await writeAnswer(writing, notes);
  const said = new Set(notes.flatMap(({ sources }) => sources.map(({ chunk }) => chunk.documentId))).size;
  const dropped = replies.flatMap((one) => one.replies).reduce((sum, reply) => sum + reply.dropped, 0);
  const facts = { read: replies.length, of: replies.length + failed, said, dropped };
  const language = answerLanguage(queryLanguage(survey.asked.question).code);
  const { read, of } = facts;
  const looked = await inLanguage(language, () => t('chat.survey.looked', { read, of, count: said }));
  const supported = written.cited.filter(({ support }) => support === 'supported').length;
  const confidence = written.cited.length > 0 ? supported / written.cited.length : 0;
  return {
    ...written,
    answer: answer === '' ? looked : `${answer}\n\n${looked}`,
    outcome: 'answered',
    survey: facts,
    model: written.quoted ? null : survey.asked.model,
    confidence,
    band: bandOf(confidence, limits.answer.bands),
  };
}

/** The notes on one document, each sentence with the passages that hold its places now. */
function notesOf(
  { documents }: Library,
  { documentId }: StoredDocument,
  replies: readonly SurveyReply[],
): readonly Note[] {
  const said = replies.flatMap(({ sentences }) => sentences);
  if (said.length === 0) return [];
  const places = documents.chunkPlaces(documentId);
  const holding = (at: number) => places.find(({ startChar, endChar }) => at >= startChar && at < endChar) ?? places[0];
  const ids = said.flatMap(({ spans }) => spans.flatMap(({ startChar }) => holding(startChar)?.id ?? []));
  const chunks = documents.chunks([...new Set(ids)], { documentIds: [documentId] });
  return said.flatMap(({ text, spans }): Note[] => {
    const sources = spans.flatMap((span): Source[] => {
      const chunk = chunks.get(holding(span.startChar)?.id ?? '');
      return chunk ? [{ chunk, span }] : [];
    });
    return sources.length > 0 ? [{ text, sources }] : [];
  });
}
