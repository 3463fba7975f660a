import type { ExportedFile } from '@shared/contract/index';
import { oneLine } from './run-list';

/** An exported run as a file that is named after its prompt. */
export function runFile(prompt: string, exported: unknown): ExportedFile {
  const name = oneLine(prompt)
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 40);
  const content = JSON.stringify(exported, null, 2);
  return { fileName: `${name || 'run'}.vitrine-run.json`, mime: 'application/json', content };
}

/** What a file of a run holds; what is no JSON as the text it is: the engine says what is wrong with it. */
export async function readRunFile(file: File): Promise<unknown> {
  const text = await file.text();
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return text;
    throw error;
  }
}
