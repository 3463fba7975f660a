/** How long the topics and the plane of a large collection take. `npx tsx tests/bench/topics.ts [documents…]` */
import { project, topicsOf } from '../../electron/engine/overview';
import { randomNumbers, sentencesOf } from './synthetic-text';

const dimension = 384;
const counts = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [5000, 10_000];
for (const count of counts) {
  const random = randomNumbers(7);
  const direction = (): number[] => Array.from({ length: dimension }, () => random() + random() + random() - 1.5);
  const middles = Array.from({ length: 15 }, direction);
  const vectors = Array.from({ length: count }, (_, at) => {
    const vector = Float32Array.from(direction(), (value, place) => value + (middles[at % 15]?.[place] ?? 0));
    const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
    return vector.map((value) => value / length);
  });
  const texts = vectors.map(() => sentencesOf(600, random));
  const clock = <T>(work: () => T): [T, string] => {
    const [started, used] = [performance.now(), process.cpuUsage()];
    const made = work();
    const { user, system } = process.cpuUsage(used);
    return [
      made,
      `${(performance.now() - started).toFixed(0)} ms (processor: ${((user + system) / 1000).toFixed(0)} ms)`,
    ];
  };
  const [topics, topicTime] = clock(() => topicsOf(vectors, texts));
  const [, planeTime] = clock(() => project(vectors));
  console.log(`${count} × ${dimension}: ${topics.length} topics of 15 in ${topicTime}, plane in ${planeTime}`);
}
