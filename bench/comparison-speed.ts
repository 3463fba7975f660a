import { monitorEventLoopDelay } from 'node:perf_hooks';
import { redline } from '../electron/engine/comparison';
import { project, topicsOf } from '../electron/engine/overview';
import { foundIn, plantedEdits } from '../tests/unit/comparison/planted-edits';
import { randomNumbers, sentencesOf } from './synthetic-text';

/** Other seeds than those that the comparison was built with. */
const seeds = [301, 302, 303, 304, 305];

/** Two versions of a document of about 100 pages with planted edits: whether each is found, none is invented, and how long it takes. */
export function redlineFigures(): string {
  const times: number[] = [];
  let right = 0;
  let edits = 0;
  for (const seed of seeds) {
    const { old, new: next, expected } = plantedEdits({ seed, words: 50_000, edits: 12 });
    const started = performance.now();
    const result = redline(old, next);
    times.push(performance.now() - started);
    const found = JSON.stringify(foundIn(result, old, next));
    if (expected.some((one) => JSON.stringify(one) === found)) right += 1;
    edits += result.passages.filter(({ kind }) => kind !== 'same').length;
  }
  return `Two versions of 100 pages with planted edits: ${right} of ${seeds.length} pairs exact, every edit found and none invented (${edits} edits), the slowest in ${(Math.max(...times) / 1000).toFixed(2)} s.`;
}

const dimension = 384;
const planted = 15;

/** Topics and plane of a large collection of made-up vectors around planted middles. */
export async function topicFigures(count = 5000): Promise<string> {
  const random = randomNumbers(7);
  const direction = (): number[] => Array.from({ length: dimension }, () => random() + random() + random() - 1.5);
  const middles = Array.from({ length: planted }, direction);
  const vectors = Array.from({ length: count }, (_, at) => {
    const vector = Float32Array.from(direction(), (value, place) => value + (middles[at % planted]?.[place] ?? 0));
    const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
    return vector.map((value) => value / length);
  });
  const texts = vectors.map(() => sentencesOf(600, random));
  const seconds = async (work: () => Promise<unknown>): Promise<string> => {
    const started = performance.now();
    await work();
    return ((performance.now() - started) / 1000).toFixed(2);
  };
  let topics = 0;
  const held = monitorEventLoopDelay({ resolution: 5 });
  held.enable();
  const forTopics = await seconds(async () => {
    topics = (await topicsOf(vectors, texts)).length;
  });
  const forPlane = await seconds(() => project(vectors));
  held.disable();
  return `Topics of ${count} × ${dimension} vectors: ${topics} of ${planted} planted ones in ${forTopics} s, their plane in ${forPlane} s; nothing else waited longer than ${Math.ceil(held.max / 1e6)} ms for the thread.`;
}
