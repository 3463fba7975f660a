import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { VitrineError } from '@shared/errors';
import type { NliEntry } from '@shared/model-catalogue';
import { z } from 'zod';
import { type NliModel, type NliScores, throwIfStopped } from '../contract';
import { type NliLabels, nliLabels } from '../files/folder-models';
import { inBigInts } from './onnx-session';
import type { PairModel } from './pair-model';

type Label = keyof NliScores;
const config = z.object({ id2label: z.record(z.string(), z.string()) });

/** A cross-encoder for natural language inference: one pair a run, three logits, their softmax. */
export class OnnxNli implements NliModel {
  private constructor(
    readonly id: string,
    private readonly window: number,
    private readonly labels: NliLabels,
    private readonly model: PairModel,
  ) {}

  /** Errors: `model-damaged` where config.json lacks the three labels. */
  static async open(entry: NliEntry, folder: string, model: PairModel): Promise<OnnxNli> {
    return new OnnxNli(entry.id, entry.window, await readLabels(folder), model);
  }

  async classify(
    pairs: readonly (readonly [premise: string, hypothesis: string])[],
    signal?: AbortSignal,
  ): Promise<NliScores[]> {
    const results: NliScores[] = [];
    for (const [premise, hypothesis] of pairs) {
      throwIfStopped(signal);
      results.push(await this.scores(premise, hypothesis));
    }
    throwIfStopped(signal);
    return results;
  }

  dispose(): Promise<void> {
    return this.model.close();
  }

  private async scores(premise: string, hypothesis: string): Promise<NliScores> {
    const { head, middle, tail } = this.model.tokenizer.pairFrame();
    const room = this.window - head.length - middle.length - tail.length;
    const second = this.model.tokenizer.encode(hypothesis);
    const first = this.model.tokenizer.encode(premise);
    // Half of a text decides nothing: a pair beyond the model's window is neutral.
    if (first.length + second.length > room) return { entailment: 0, neutral: 1, contradiction: 0 };
    const before = [...head, ...first, ...middle];
    const after = [...second, ...tail];
    const logits = await this.model.logits(inBigInts([...before, ...after]), before.length);
    if (logits.length !== 3 || !logits.every(Number.isFinite)) {
      throw new VitrineError('model-failed', { why: 'wrong-output', id: this.id });
    }
    const values = softmax([...logits]);
    const of = (label: Label): number => values[this.labels.indexOf(label)] ?? 0;
    return { entailment: of('entailment'), neutral: of('neutral'), contradiction: of('contradiction') };
  }
}

function softmax(logits: readonly number[]): number[] {
  const most = Math.max(...logits);
  const powers = logits.map((logit) => Math.exp(logit - most));
  const sum = powers.reduce((total, power) => total + power, 0);
  return powers.map((power) => power / sum);
}

async function readLabels(folder: string): Promise<NliLabels> {
  const path = join(folder, 'config.json');
  try {
    const labels = nliLabels(config.parse(JSON.parse(await readFile(path, 'utf8'))).id2label);
    if (labels) return labels;
    throw new Error('id2label has other labels');
  } catch (error) {
    throw new VitrineError('model-damaged', { why: 'graph', path, said: 'no three labels' }, { cause: error });
  }
}
