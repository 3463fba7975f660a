import type { ChunkPlace } from '@shared/contract';
import type { PipelineLimits } from '@shared/limits';
import type { CandidateScores } from '@shared/prompt/chunk';
import type { ChosenWay } from '@shared/prompt/super-prompt';
import { spread } from '@shared/ranking';
import { notice } from '@shared/words/sayings';
import { type Candidate, type Retrieved, unmeasured, unsearched } from '../../retrieval';
import type { Library } from '../../store';
import type { Asked } from '../way';

/** A share of the prompt for passages: the condensed context and the rest need the other. */
const roomShare = 0.5;

/**
 * Returns the openings of the documents that are meant and of their sections, in the documents' order. If none is meant,
 * suggests documents to choose from.
 */
export function outlined(asked: Asked, { documentIds = [], about, others = 0 }: ChosenWay): Retrieved {
  const { limits, question } = asked;
  const { library } = asked.parts;
  const found = unsearched(question, limits);
  const candidates = documentIds.flatMap((documentId) => passagesOf(library, documentId, limits, documentIds.length));
  if (candidates.length === 0) {
    const offered = asked.documents().slice(-limits.retrieval.suggestions);
    const suggestions = [...new Set(offered.map(({ title }) => `${question} title:"${title}"`))];
    return { ...found, suggestions, outOfScope: true, notices: [notice('document-unnamed')] };
  }
  const notices = others > 0 ? [notice('document-taken', { title: about, others })] : [];
  return { ...found, candidates, notices };
}

/** The passages of these places, each once. */
export function passagesAt(
  { documents }: Library,
  places: readonly { readonly documentId: string; readonly startChar: number }[],
  query: string,
  limits: PipelineLimits,
): Retrieved {
  const ids = places.flatMap(({ documentId, startChar }) => {
    const chunks = documents.chunkPlaces(documentId);
    const within = chunks.find((chunk) => startChar >= chunk.startChar && startChar < chunk.endChar) ?? chunks[0];
    return within ? [within.id] : [];
  });
  const chunks = [...documents.chunks([...new Set(ids)]).values()].sort(
    (a, b) => ids.indexOf(a.id) - ids.indexOf(b.id),
  );
  return { ...unsearched(query, limits), candidates: chunks.map((chunk) => ({ chunk, scores: byStructure })) };
}

/** The passages of one of so many documents, in its order: evenly of all its sections, then of the rest. */
function passagesOf({ documents }: Library, documentId: string, limits: PipelineLimits, among: number): Candidate[] {
  const places = documents.chunkPlaces(documentId);
  const tokens = places.reduce((sum, { tokenCount }) => sum + tokenCount, 0) / Math.max(places.length, 1);
  const fitting = (limits.build.tokenBudget * roomShare) / Math.max(tokens, 1);
  const most = Math.max(1, Math.floor(Math.min(limits.N3_FINAL_SELECTION_MAX, fitting) / among));
  const firsts = spread(firstsOfSections(places, most), most);
  const rest = places.filter((place) => !firsts.includes(place));
  const ids = [...firsts, ...spread(rest, most - firsts.length)].map(({ id }) => id);
  return [...documents.chunks(ids, { documentIds: [documentId] }).values()]
    .sort((a, b) => a.index - b.index)
    .map((chunk) => ({ chunk, scores: byStructure }));
}

/** The first chunk of each section: as deep as there are at most so many. */
function firstsOfSections(places: readonly ChunkPlace[], most: number): ChunkPlace[] {
  for (let depth = Math.max(1, ...places.map(({ headings }) => headings.length)); ; depth -= 1) {
    const firsts = new Map<string, ChunkPlace>();
    for (const place of places.toReversed()) firsts.set(JSON.stringify(place.headings.slice(0, depth)), place);
    if (firsts.size <= most || depth === 1) return [...firsts.values()].toReversed();
  }
}

/** Scores of a passage that was chosen by its place: no lane has found it. */
const byStructure: CandidateScores = { ...unmeasured, fused: { kind: 'relevance', value: 1 }, relevance: 1 };
