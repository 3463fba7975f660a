import { describe, expect, it } from 'vitest';
import { randomNumbers } from '../../../bench/synthetic-text';
import { project, type Topic, topicsOf } from '../../../electron/engine/overview';

const unit = (values: readonly number[]): Float32Array => {
  const length = Math.hypot(...values);
  return Float32Array.from(values, (value) => (length > 0 ? value / length : 0));
};

/** Numbers about 0, as of a normal distribution (the sum of twelve). */
function normalNumbers(seed: number): () => number {
  const random = randomNumbers(seed);
  return () => Array.from({ length: 12 }, random).reduce((sum, one) => sum + one, -6);
}

interface PlantedClusters {
  readonly sizes: readonly number[];
  readonly dimension: number;
  /** A vector's length beside its cluster's middle, relative to 1. */
  readonly noise: number;
  readonly seed: number;
  /** A part common to all vectors, as in some models. */
  readonly shared?: number;
}

/** Vectors about the middles of clusters, in mixed order, with the cluster of each. */
function planted({ sizes, dimension, noise, seed, shared = 0 }: PlantedClusters) {
  const normal = normalNumbers(seed);
  const random = randomNumbers(seed + 1);
  const direction = (): Float32Array => unit(Array.from({ length: dimension }, normal));
  const all = direction();
  const middles = sizes.map(() => unit([...direction()].map((value, at) => value + shared * (all[at] ?? 0))));
  const made = sizes.flatMap((size, cluster) =>
    Array.from({ length: size }, () => {
      const aside = direction();
      const vector = unit([...(middles[cluster] ?? [])].map((value, at) => value + noise * (aside[at] ?? 0)));
      return { vector, cluster, order: random() };
    }),
  );
  made.sort((a, b) => a.order - b.order);
  return { vectors: made.map(({ vector }) => vector), clusters: made.map(({ cluster }) => cluster) };
}

/** Adjusted Rand index (Hubert & Arabie 1985): 1 where both say the same, 0 as by chance. */
function adjustedRandIndex(topics: readonly Topic[], clusters: readonly number[]): number {
  const pairs = (n: number): number => (n * (n - 1)) / 2;
  const count = (keys: readonly string[]): number => {
    const counts = new Map<string, number>();
    for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
    return [...counts.values()].reduce((sum, one) => sum + pairs(one), 0);
  };
  const topicOf = new Map(topics.flatMap(({ documents }, topic) => documents.map((at) => [at, topic] as const)));
  const both = count(clusters.map((cluster, at) => `${cluster} ${topicOf.get(at)}`));
  const one = count(clusters.map(String));
  const other = count(clusters.map((_, at) => String(topicOf.get(at))));
  const expected = (one * other) / pairs(clusters.length);
  const most = (one + other) / 2;
  return most === expected ? 1 : (both - expected) / (most - expected);
}

const none = (vectors: readonly unknown[]): string[] => vectors.map(() => '');

describe('topicsOf', () => {
  it.each([
    { sizes: [30, 30, 30], dimension: 64, noise: 0.8, seed: 1 },
    { sizes: [60, 10, 5, 25, 8, 40, 12], dimension: 384, noise: 1, seed: 2 },
    { sizes: Array.from({ length: 17 }, () => 20), dimension: 384, noise: 1, seed: 3 },
    { sizes: [40, 30, 20, 20], dimension: 384, noise: 0.7, seed: 4, shared: 2 },
    { sizes: [20, 20, 1, 1, 1], dimension: 128, noise: 0.7, seed: 5 },
  ])('finds planted clusters: $sizes', async (options) => {
    const { vectors, clusters } = planted(options);
    const topics = await topicsOf(vectors, none(vectors));
    expect(adjustedRandIndex(topics, clusters)).toBeGreaterThanOrEqual(0.95);
    expect(topics.flatMap(({ documents }) => documents).toSorted((a, b) => a - b)).toEqual(vectors.map((_, at) => at));
    expect(await topicsOf(vectors, none(vectors))).toEqual(topics);
  });

  it('tells a large collection by a sample of it', async () => {
    const { vectors, clusters } = planted({ sizes: [900, 700, 400, 300], dimension: 96, noise: 1, seed: 6 });
    expect(adjustedRandIndex(await topicsOf(vectors, none(vectors), { seed: 3 }), clusters)).toBeGreaterThanOrEqual(
      0.95,
    );
  });

  it.each([
    ['none', 0, 8],
    ['one', 1, 8],
    ['two', 2, 8],
  ])('keeps %s together', async (_name, count, dimension) => {
    const vectors = Array.from({ length: count }, (_, at) =>
      unit(Array.from({ length: dimension }, (_v, i) => +(i === at))),
    );
    expect((await topicsOf(vectors, none(vectors))).map(({ documents }) => documents)).toEqual(
      count === 0 ? [] : [Array.from({ length: count }, (_, at) => at)],
    );
  });

  it('takes equal vectors for one topic, and vectors that have nothing in common', async () => {
    const equal = Array.from({ length: 50 }, () => unit([1, 2, 3, 4]));
    expect(await topicsOf(equal, none(equal))).toHaveLength(1);
    const { vectors } = planted({ sizes: Array.from({ length: 300 }, () => 1), dimension: 384, noise: 0, seed: 7 });
    expect(await topicsOf(vectors, none(vectors))).toHaveLength(1);
  });

  it('gives the most typical first', async () => {
    const { vectors } = planted({ sizes: [12, 9], dimension: 32, noise: 0.6, seed: 8 });
    for (const { documents } of await topicsOf(vectors, none(vectors))) {
      const sum = Array.from({ length: 32 }, (_, i) => documents.reduce((all, at) => all + (vectors[at]?.[i] ?? 0), 0));
      const middle = unit(sum);
      const cosines = documents.map((at) => middle.reduce((all, value, i) => all + value * (vectors[at]?.[i] ?? 0), 0));
      expect(cosines).toEqual(cosines.toSorted((a, b) => b - a));
    }
  });

  it('labels topics with words frequent inside and rare outside, in their own spelling', async () => {
    const { vectors, clusters } = planted({ sizes: [6, 6], dimension: 32, noise: 0.5, seed: 9 });
    const of = ['Der Mietvertrag regelt die Mühlen im Haus.', 'The invoices for the engines in the house.'];
    const topics = await topicsOf(
      vectors,
      clusters.map((cluster) => of[cluster] ?? ''),
      { labelWords: 2 },
    );
    const labels = topics.map(({ documents, label }) => [clusters[documents[0] ?? 0], label]);
    expect(new Map(labels as [number, string[]][])).toEqual(
      new Map([
        [0, ['Haus', 'Mietvertrag']],
        [1, ['engines', 'house']],
      ]),
    );
  });
});

describe('project', () => {
  it('keeps distant documents apart, within one square', async () => {
    const { vectors, clusters } = planted({ sizes: [20, 20, 20], dimension: 384, noise: 0.5, seed: 10 });
    const places = await project(vectors);
    expect(Math.max(...places.flat().map(Math.abs))).toBeCloseTo(1, 9);
    expect(await project(vectors)).toEqual(places);
    const distance = (a: number, b: number): number =>
      Math.hypot((places[a]?.[0] ?? 0) - (places[b]?.[0] ?? 0), (places[a]?.[1] ?? 0) - (places[b]?.[1] ?? 0));
    const pairs = vectors.flatMap((_, a) => vectors.flatMap((_v, b) => (a < b ? [[a, b] as const] : [])));
    const inside = pairs.filter(([a, b]) => clusters[a] === clusters[b]).map(([a, b]) => distance(a, b));
    const across = pairs.filter(([a, b]) => clusters[a] !== clusters[b]).map(([a, b]) => distance(a, b));
    expect(Math.max(...inside)).toBeLessThan(Math.min(...across));
  });

  it('finds the directions of most variance', async () => {
    const normal = normalNumbers(11);
    const vectors = Array.from({ length: 400 }, () =>
      Float32Array.of(normal(), 5 * normal(), 0.1 * normal(), 2 * normal()),
    );
    const places = await project(vectors);
    const scale =
      (places[0]?.[0] ?? 0) / ((vectors[0]?.[1] ?? 1) - vectors.reduce((sum, one) => sum + (one[1] ?? 0), 0) / 400);
    const middle = vectors.reduce((sum, one) => sum + (one[3] ?? 0), 0) / 400;
    for (const [at, [, y]] of places.slice(0, 20).entries())
      expect(Math.abs(Math.abs(y / scale) - Math.abs((vectors[at]?.[3] ?? 0) - middle))).toBeLessThan(0.6);
  });

  it.each([
    ['nothing', [], []],
    ['one vector', [Float32Array.of(1, 0)], [[0, 0]]],
    [
      'equal vectors',
      [Float32Array.of(0.6, 0.8), Float32Array.of(0.6, 0.8)],
      [
        [0, 0],
        [0, 0],
      ],
    ],
    [
      'vectors on a line',
      [Float32Array.of(1, 0), Float32Array.of(3, 0)],
      [
        [-1, 0],
        [1, 0],
      ],
    ],
  ])('places %s', async (_name, vectors, expected) => {
    const close = (await project(vectors)).map((place) => place.map((value) => Math.round(value * 1e6) / 1e6 + 0));
    expect(close).toEqual(expected);
  });
});
