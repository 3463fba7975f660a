import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { project } from '../open-test-engine';

/** Most tokens of an agent's answer: enough for the bounds below, to cut no answer and ask none twice. */
export const mostTokens = 90;
const bounds: Readonly<Record<string, number>> = { maxItems: 2, maxLength: 40 };

/** A schema with no list longer than two and no text longer than a line: each token of an answer costs time. */
function short(schema: unknown): unknown {
  if (Array.isArray(schema) || typeof schema !== 'object' || schema === null) return schema;
  const members = Object.entries(schema).map(([name, value]): [string, unknown] => {
    const most = bounds[name];
    return [name, most !== undefined && typeof value === 'number' ? Math.min(value, most) : short(value)];
  });
  return Object.fromEntries(members);
}

/**
 * A copy of the shipped configuration in `folder`, for a small model on a busy machine: semantic mode on, short
 * answers, two candidates to each agent, and patience. Returns its path.
 */
export async function shortAnswers(folder: string): Promise<string> {
  const target = join(folder, 'config');
  await cp(join(project, 'config'), target, { recursive: true });
  const change = async (path: string, changes: (file: Record<string, unknown>) => object) => {
    const file = JSON.parse(await readFile(path, 'utf8'));
    await writeFile(path, JSON.stringify({ ...file, ...changes(file) }));
  };
  for (const name of await readdir(join(target, 'agents'))) {
    await change(join(target, 'agents', name), ({ output, maxItems }) => ({
      output: short(output),
      maxItems: Math.min(Number(maxItems), 2),
      maxTokens: mostTokens,
      timeoutMs: 600_000,
    }));
  }
  await change(join(target, 'prompt_schema.json'), () => ({ modes: { semantic_enabled: true } }));
  return target;
}
