import { z } from 'zod';

const id = z.string().min(1).max(200);
const name = z.string().trim().min(1).max(200);
const names = z.array(name).min(1).max(1000);
const moment = z.iso.datetime({ offset: true }).or(z.iso.date());

/**
 * What a question may look at: documents that lie in one of the collections or are among the documents. An empty list
 * names nothing; without both members it is the whole library.
 */
export const searchScope = z.strictObject({
  collections: z.array(name).max(1000).optional(),
  documentIds: z.array(id).max(10_000).optional(),
});
export type SearchScope = z.infer<typeof searchScope>;

/** Which chunks a search may find (R6): all members that are there hold, and of a list one value does. */
export const searchFilters = z.strictObject({
  collections: names.optional(),
  documentIds: z.array(id).min(1).max(10_000).optional(),
  /** First heading of the chunk's heading path, word for word; `Unknown` for a chunk without one. */
  chapters: z.array(z.string().min(1).max(1000)).min(1).max(1000).optional(),
  hasCode: z.boolean().optional(),
  hasEquations: z.boolean().optional(),
  mimes: names.optional(),
  /** ISO 639-3 codes of the chunk, such as `eng`; `und` where the text is too short to tell. */
  languages: names.optional(),
  /** When the document was added, ISO 8601; a day alone counts whole, from its beginning (UTC) to its end. */
  from: moment.optional(),
  to: moment.optional(),
});
export type SearchFilters = z.infer<typeof searchFilters>;

/** The parts of a request that say where to look. */
export const lookingAt = { scope: searchScope.optional(), filters: searchFilters.optional() } as const;
