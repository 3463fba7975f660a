import type { TextSpan } from '@shared/contract/index';
import type { Range, SourceItem } from './source-items';

/** How a stretch is lit, strongest last. */
export type Light = 'chunk' | 'found' | 'cited' | 'current';

export interface LitRange extends Range {
  readonly light: Light;
}

export type Look = 'mark' | 'strong' | 'emphasis' | 'struck' | 'typed' | 'link';

export interface LookRange extends Range {
  readonly look: Look;
}

export interface Segment extends Range {
  readonly light: Light | null;
  readonly looks: readonly Look[];
  /** Covered by two chunks or more: their overlap. */
  readonly shared: boolean;
  /** 1-based numbers of the chunks that begin here, and of those that end here. */
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

export type ChunkEdge = Readonly<{ at: number; starts: readonly number[]; ends: readonly number[]; covering: number }>;

/** The edges of all chunks in order, once for a document: O(n log n) in the chunks. */
export function chunkEdges(chunks: readonly TextSpan[]): readonly ChunkEdge[] {
  const edges = new Map<number, { starts: number[]; ends: number[] }>();
  const edge = (at: number) => {
    const known = edges.get(at) ?? { starts: [], ends: [] };
    edges.set(at, known);
    return known;
  };
  chunks.forEach((chunk, index) => {
    edge(chunk.startChar).starts.push(index + 1);
    edge(chunk.endChar).ends.push(index + 1);
  });
  let covering = 0;
  return [...edges]
    .sort(([a], [b]) => a - b)
    .map(([at, { starts, ends }]) => {
      covering += starts.length - ends.length;
      return { at, starts, ends, covering };
    });
}

export function firstIndex<T>(list: readonly T[], reached: (entry: T) => boolean): number {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const entry = list[middle];
    if (entry !== undefined && reached(entry)) high = middle;
    else low = middle + 1;
  }
  return low;
}

const strength: Record<Light, number> = { chunk: 1, found: 2, cited: 3, current: 4 };

/**
 * Cuts each part of an item into segments. A chunk that begins in a hidden part begins at the next part; one that ends
 * there ends with the part before. `lit` is in order of `from`.
 */
export function cutSegments(
  item: Pick<SourceItem, 'from' | 'to' | 'parts'>,
  edges: readonly ChunkEdge[],
  lit: readonly LitRange[],
  looks: readonly LookRange[] = [],
): readonly (readonly Segment[])[] {
  const firstEdge = firstIndex(edges, (edge) => edge.at >= item.from);
  const within: ChunkEdge[] = [];
  for (let index = firstEdge; index < edges.length; index += 1) {
    const edge = edges[index];
    if (!edge || edge.at > item.to) break;
    within.push(edge);
  }
  const covered = edges[firstEdge - 1]?.covering ?? 0;
  const lights = lit.filter((range) => range.from < item.to && range.to > item.from);
  return item.parts.map((part, index) => {
    const beginning = {
      from: index === 0 ? item.from : (item.parts[index - 1]?.to ?? part.from),
      to: index === item.parts.length - 1 ? item.to : part.to,
    };
    const ending = {
      from: index === 0 ? item.from : part.from,
      to: item.parts[index + 1]?.from ?? item.to,
    };
    return cutPart({ part, beginning, ending }, { edges: within, covered, lights, looks });
  });
}

type PartRanges = Readonly<Record<'part' | 'beginning' | 'ending', Range>>;

interface ItemMarks {
  readonly edges: readonly ChunkEdge[];
  readonly covered: number;
  readonly lights: readonly LitRange[];
  readonly looks: readonly LookRange[];
}

function cutPart({ part, beginning, ending }: PartRanges, marks: ItemMarks): readonly Segment[] {
  const { edges, covered, lights, looks } = marks;
  const cuts = new Set([part.from, part.to]);
  const starts = new Map<number, number[]>();
  const ends = new Map<number, number[]>();
  const put = (map: Map<number, number[]>, at: number, numbers: readonly number[]) => {
    if (numbers.length > 0) map.set(at, [...(map.get(at) ?? []), ...numbers]);
  };
  for (const edge of edges) {
    const inside = edge.at > part.from && edge.at < part.to;
    if (inside) cuts.add(edge.at);
    if (edge.at >= beginning.from && edge.at < beginning.to) {
      put(starts, Math.min(part.to, Math.max(part.from, edge.at)), edge.starts);
    }
    if (edge.at > ending.from && edge.at <= ending.to) {
      put(ends, Math.min(part.to, Math.max(part.from, edge.at)), edge.ends);
    }
  }
  for (const { from, to } of [...lights, ...looks]) {
    for (const at of [from, to]) if (at > part.from && at < part.to) cuts.add(at);
  }
  const sorted = [...cuts].sort((a, b) => a - b);
  if (sorted.length === 1) sorted.push(part.to);
  return sorted.slice(0, -1).map((from, index) => {
    const to = sorted[index + 1] ?? part.to;
    const atEnd = to === part.to;
    let covering = covered;
    for (const edge of edges) if (edge.at <= from) covering = edge.covering;
    let light: Light | null = null;
    for (const range of lights) {
      if (range.from > from || range.to < to || from === to) continue;
      if (light === null || strength[range.light] > strength[light]) light = range.light;
    }
    const begun = [...(starts.get(from) ?? []), ...(atEnd && to !== from ? (starts.get(to) ?? []) : [])];
    const set = looks.filter((range) => range.from <= from && range.to >= to && from < to).map(({ look }) => look);
    return { from, to, light, looks: set, shared: covering > 1, starts: begun, ends: ends.get(to) ?? [] };
  });
}
