import type { ComparedPassage, ComparedPlace, ParsedRequestOf } from '@shared/contract';
import type { TextRange } from '@shared/prompt/blocks';
import { redline } from '../comparison';
import { tablesOf } from '../jobs/conversation/calculation-plan';
import { libraryOverview } from '../jobs/overview/library-overview';
import type { overviewRouteNames, RoutesOf } from './lazy-routes';

type Routes = RoutesOf<(typeof overviewRouteNames)[number]>;

const spanOf = ({ start, end }: TextRange) => ({ startChar: start, endChar: end });
const placeOf = ({ page, ...range }: TextRange & { readonly page: number | null }): ComparedPlace => ({
  ...spanOf(range),
  page,
});

/** Documents as wholes: what a collection holds, and how two documents differ. */
export const overviewRoutes: Routes = {
  'overview.get': async (parts, { scope, filters }: ParsedRequestOf<'overview.get'>, { signal }) =>
    libraryOverview(parts, { ...(scope ? { scope } : {}), ...(filters ? { filters } : {}) }, signal),

  'documents.tables': async ({ library }, { documentId }) =>
    tablesOf(library, documentId).tables.map(({ table: { page, cells, rowCount, reasons, columns } }) => ({
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
};
