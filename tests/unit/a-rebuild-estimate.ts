import type { RebuildEstimate } from '../../shared/contract';

/** A rebuild of twenty chunks, all of whose texts have to be embedded, and whose writing was timed before. */
export const aRebuildEstimate: RebuildEstimate = {
  model: { id: 'use-lite', title: 'Universal Sentence Encoder Lite', dimension: 512 },
  profile: 'balanced',
  now: { modelId: 'use-lite', profile: 'balanced' },
  recuts: false,
  documents: 2,
  chunksNow: 20,
  chunks: 20,
  toEmbed: 20,
  cached: 0,
  exact: true,
  msPerText: 20,
  msLoading: 1300,
  opensInThreads: false,
  msWriting: 100,
  ms: 1800,
  indexBytes: 1000,
  indexBytesAfter: 1000,
  fetchBytes: 0,
  roomBytes: 2000,
  freeBytes: null,
};
