import type { ComparedPassage, ComparedPlace, overviewRequests, ParsedRequestOf } from '@shared/contract';
import { VitrineError } from '@shared/errors';
import type { TextRange } from '@shared/prompt/blocks';
import { typedTablesOf } from '../answers/calculation/calculation-plan';
import { chosenModel } from '../answers/run-look';
import { redline } from '../comparison';
import type { Uses } from '../engine-context';
import { libraryOverview } from '../jobs/overview/library-overview';
import { askedBy } from '../jobs/survey/survey-queue';
import type { RoutesOf } from './lazy-routes';

type Routes = RoutesOf<keyof typeof overviewRequests>;

const spanOf = ({ start, end }: TextRange) => ({ startChar: start, endChar: end });
const placeOf = ({ page, ...range }: TextRange & { readonly page: number | null }): ComparedPlace => ({
  ...spanOf(range),
  page,
});

/** The model that a survey asks. Errors: `model-missing` where none is set up, `bad-request` for a name that is none. */
function surveyModel(parts: Uses<'options' | 'permissions'>, named: string | undefined): string {
  chosenModel(parts, named);
  const model = named ?? parts.options.chatModel;
  if (model) return model;
  throw new VitrineError('model-missing', { why: 'survey' });
}

/** Documents as wholes: what a collection holds, how two documents differ, what a model says of each. */
export const overviewRoutes: Routes = {
  'overview.get': async (parts, { scope, filters }: ParsedRequestOf<'overview.get'>, { signal }) =>
    libraryOverview(parts, { ...(scope ? { scope } : {}), ...(filters ? { filters } : {}) }, signal),

  'documents.tables': async ({ library }, { documentId }) =>
    typedTablesOf(library, documentId).tables.map(({ table: { page, cells, rowCount, reasons, columns } }) => ({
      page,
      cells,
      rowCount,
      reasons,
      columns: columns.map(({ name, type, unit, reason, empty }) => ({ name, type, unit, reason, empty })),
    })),

  'documents.compare': async ({ library }, { oldId, newId }, { signal }) => {
    const [before, after] = [library.documents.source(oldId), library.documents.source(newId)];
    const { passages, differences } = redline(before, after, signal);
    return {
      old: before.document,
      new: after.document,
      passages: passages.map(
        (passage): ComparedPassage => ({
          kind: passage.kind,
          old: passage.old ? placeOf(passage.old) : null,
          new: passage.new ? placeOf(passage.new) : null,
          edits: (passage.edits ?? []).map((edit) => ({ old: spanOf(edit.old), new: spanOf(edit.new) })),
        }),
      ),
      differences: differences.map(({ kind, passage, ...sides }) => ({
        kind,
        passage,
        old: sides.old && spanOf(sides.old),
        new: sides.new && spanOf(sides.new),
      })),
      texts: { old: before.text, new: after.text },
    };
  },

  'survey.estimate': async (parts, { measure = false, ...input }, { requestId, signal }) =>
    parts.surveys.estimate(askedBy(input, surveyModel(parts, input.model)), measure, requestId, signal),
  'survey.start': async (parts, { wait = false, conversationId, ...input }, { requestId, signal }) => {
    const { library, surveys } = parts;
    if (conversationId !== undefined && !library.conversations.has(conversationId)) {
      throw new VitrineError('conversation-not-found', { conversationId });
    }
    const asked = askedBy(input, surveyModel(parts, input.model));
    const { surveyId } = surveys.start(asked, conversationId ?? library.newId('conv'), requestId);
    if (wait) await surveys.over(surveyId, signal);
    return surveys.get(surveyId);
  },
  'survey.list': async ({ surveys }) => surveys.list(),
  'survey.pause': async ({ surveys }, { surveyId }) => {
    await surveys.pause(surveyId);
    return surveys.get(surveyId);
  },
  'survey.resume': async ({ surveys }, { surveyId, wait = false }, { requestId, signal }) => {
    surveys.resume(surveyId, requestId);
    if (wait) await surveys.over(surveyId, signal);
    return surveys.get(surveyId);
  },
  'survey.remove': async ({ surveys }, { surveyId }) => {
    await surveys.remove(surveyId);
    return { removed: surveyId };
  },
};
