import type { PipelineLimits } from '@shared/limits';
import type { Chunk } from '@shared/prompt/chunk';
import { rounded } from '@shared/ranking';
import type { Library, Scope } from '../../store';
import { type Candidate, unmeasured } from './rank-candidates';

type ChunkPlaceInDocument = Pick<Chunk, 'id' | 'index' | 'headings'>;

type GraphEdge = 'neighbour' | 'section' | 'document';

interface GraphStep {
  readonly chunkId: string;
  readonly from: Candidate;
  readonly by: GraphEdge;
}

const edges: Readonly<Record<PipelineLimits['retrieval']['graphExpansion'], readonly GraphEdge[]>> = {
  off: [],
  neighbours: ['neighbour'],
  section: ['neighbour', 'section'],
  document: ['neighbour', 'section', 'document'],
};

/** The share of its neighbour's score and relevance that a chunk gets, by each kind of edge. */
const graphShare: Readonly<Record<GraphEdge, number>> = { neighbour: 0.5, section: 0.4, document: 0.3 };

/**
 * Neighbours of the best candidates that no lane has found (R8), nearest edges first; `placesOf` gives a document's
 * chunks.
 */
function graphSteps(
  candidates: readonly Candidate[],
  { graphExpansion, graphCandidates, graphAnchors }: PipelineLimits['retrieval'],
  placesOf: (documentId: string) => readonly ChunkPlaceInDocument[],
): GraphStep[] {
  if (graphExpansion === 'off') return [];
  const known = new Set(candidates.map(({ chunk }) => chunk.id));
  const steps: GraphStep[] = [];
  for (const by of edges[graphExpansion]) {
    for (const from of candidates.slice(0, graphAnchors)) {
      const { chunk } = from;
      const near = placesOf(chunk.documentId)
        .filter((place) => place.id !== chunk.id && isBeside(place, chunk, by))
        .sort((a, b) => distance(a, chunk) - distance(b, chunk) || a.index - b.index);
      for (const { id } of near) {
        if (steps.length >= graphCandidates) return steps;
        if (known.has(id)) continue;
        known.add(id);
        steps.push({ chunkId: id, from, by });
      }
    }
  }
  return steps;
}

const distance = (place: ChunkPlaceInDocument, { index }: Chunk): number => Math.abs(place.index - index);

function isBeside(place: ChunkPlaceInDocument, chunk: Chunk, by: GraphEdge): boolean {
  if (by === 'neighbour') return distance(place, chunk) === 1;
  // Without headings a document has no sections: all of it would be one.
  if (by === 'section') return chunk.headings.length > 0 && place.headings.join('\n') === chunk.headings.join('\n');
  return true;
}

/** Candidates, each with its neighbours behind it, so that the order of documents stays; scores `graph` are shares. */
function withGraph(
  candidates: readonly Candidate[],
  steps: readonly GraphStep[],
  chunks: ReadonlyMap<string, Chunk>,
  most: number,
): Candidate[] {
  const behind = new Map<string, Candidate[]>();
  for (const { chunkId, from, by } of steps) {
    const chunk = chunks.get(chunkId);
    if (!chunk) continue;
    const share = graphShare[by];
    const found: Candidate = {
      chunk,
      scores: {
        ...unmeasured,
        fused: { kind: 'graph', value: rounded(share * from.scores.fused.value) },
        relevance: rounded(share * from.scores.relevance),
        beside: { chunkId: from.chunk.id, by },
      },
    };
    behind.set(from.chunk.id, [...(behind.get(from.chunk.id) ?? []), found]);
  }
  return candidates.flatMap((candidate) => [candidate, ...(behind.get(candidate.chunk.id) ?? [])]).slice(0, most);
}

/** The candidates with neighbours of the best of them, up to the limits (R8). */
export function surrounded(
  candidates: readonly Candidate[],
  { retrieval, N1_RETR_MAX_CANDIDATES: most }: PipelineLimits,
  documents: Library['documents'],
  scope: Scope,
): readonly Candidate[] {
  const steps = graphSteps(candidates, retrieval, (id) => documents.chunkPlaces(id));
  if (steps.length === 0) return candidates;
  const ids = steps.map(({ chunkId }) => chunkId);
  return withGraph(candidates, steps, documents.chunks(ids, scope), most);
}
