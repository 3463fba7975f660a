import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

/** A weight of a TensorFlow.js graph model, row-major. */
export interface Weight {
  readonly shape: readonly number[];
  readonly values: Float32Array;
}

const manifestSchema = z.object({
  weightsManifest: z.array(
    z.object({
      paths: z.array(z.string()),
      weights: z.array(
        z.object({ name: z.string(), dtype: z.enum(['float32', 'int32']), shape: z.array(z.number().int()) }),
      ),
    }),
  ),
});

/**
 * The floating point weights of a TensorFlow.js graph model (`model.json` and its shards), found by name.
 * Source of the layout: https://www.tensorflow.org/js/guide/save_load (weights one after another, little endian).
 */
export class TfjsWeights {
  private constructor(private readonly byName: ReadonlyMap<string, Weight>) {}

  static async read(folder: string): Promise<TfjsWeights> {
    const model = manifestSchema.parse(JSON.parse(await readFile(join(folder, 'model.json'), 'utf8')));
    const byName = new Map<string, Weight>();
    for (const group of model.weightsManifest) {
      const shards = await Promise.all(group.paths.map((path) => readFile(join(folder, path))));
      const data = Buffer.concat(shards);
      let offset = 0;
      for (const { name, dtype, shape } of group.weights) {
        const length = shape.reduce((product, size) => product * size, 1);
        const end = offset + 4 * length;
        if (end > data.length) throw new Error(`${folder}: the shards end inside ${name}`);
        if (dtype === 'float32') byName.set(name, { shape, values: floatsOf(data.subarray(offset, end)) });
        offset = end;
      }
      if (offset !== data.length) throw new Error(`${folder}: ${data.length - offset} bytes belong to no weight`);
    }
    return new TfjsWeights(byName);
  }

  /** The one weight whose name contains every part; throws when none or several do. */
  find(...parts: readonly string[]): Weight {
    const hits = [...this.byName].filter(([name]) => parts.every((part) => name.includes(part)));
    const [hit] = hits;
    if (hit === undefined || hits.length > 1) {
      throw new Error(`${hits.length} weights contain ${parts.join(' and ')}, one is needed`);
    }
    return hit[1];
  }

  /** The value of a weight without dimensions. */
  scalar(...parts: readonly string[]): number {
    const [value, ...others] = this.find(...parts).values;
    if (value === undefined || others.length > 0) throw new Error(`${parts.join(' and ')} is not a scalar`);
    return value;
  }
}

/** A copy, since a shard's bytes need not be aligned to four. */
function floatsOf(bytes: Uint8Array): Float32Array {
  return new Float32Array(Uint8Array.from(bytes).buffer);
}
