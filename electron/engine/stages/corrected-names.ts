import { namesHeading, oneLine } from '@shared/prompt-layout';
import type { CorrectedName, SuperPrompt } from '@shared/super-prompt';
import { corrected } from '../retrieval';

/** Parts of a prompt that Retrieval searches for, and whose names it corrects. */
const searched = ['task', 'context', 'purpose'] as const;

/** The misspelt names that stand in what is asked for: a body changed by hand may have lost them. */
export function namesIn({ body, extras }: SuperPrompt): readonly CorrectedName[] {
  const text = searched.map((key) => body[key] ?? '').join('\n');
  return (extras.query?.names ?? []).filter((name) => corrected(text, [name]) !== text);
}

/** The body with these names as the documents write them. */
export function withNames(body: SuperPrompt['body'], names: readonly CorrectedName[]): SuperPrompt['body'] {
  const meant = searched.flatMap((key) => (body[key] === undefined ? [] : [[key, corrected(body[key], names)]]));
  return { ...body, ...Object.fromEntries(meant) };
}

/** What a language model is told beside the question as it was typed; empty where no name is misspelt. */
export function renderNames(prompt: SuperPrompt): string {
  const names = namesIn(prompt);
  if (names.length === 0) return '';
  return [namesHeading, ...names.map(({ word, written }) => `- “${oneLine(word)}” is “${oneLine(written)}”`)].join(
    '\n',
  );
}
