import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

export const qualitySections = [
  'retrieval',
  'documents',
  'answers',
  'desk',
  'citations',
  'collection',
  'ways',
  'spelling',
] as const;
export type QualitySection = (typeof qualitySections)[number];

export interface QualityOptions {
  /** Sections to make; all where none is named. */
  readonly only: readonly QualitySection[];
  /** Folders of labelled sets; those beside the checkout where none is named. */
  readonly sets: readonly string[];
  /** Questions about citations that the language model is asked. */
  readonly sample: number;
  /** Most tokens of a prompt, null for the shipped limit. */
  readonly promptTokens: number | null;
  /** Most tokens of an answer. */
  readonly answerTokens: number | null;
  /** A file that keeps what the model has written, so that a run that was ended goes on where it was. */
  readonly resume: string | null;
}

const usage = `Usage: npm run bench:quality -- [--only ${qualitySections.join('|')}]... [--set FOLDER]... [--sample N]
                                [--prompt-tokens N] [--answer-tokens N] [--resume FILE]`;

/** What a run is asked for. A flag that it does not know ends it before an hour is spent on something else. */
export function qualityOptions(args: readonly string[]): QualityOptions {
  try {
    const text = { type: 'string' } as const;
    const { values } = parseArgs({
      args: [...args],
      options: {
        only: { type: 'string', multiple: true },
        set: { type: 'string', multiple: true },
        sample: text,
        'prompt-tokens': text,
        'answer-tokens': text,
        resume: text,
      },
    });
    const number = (name: 'sample' | 'prompt-tokens' | 'answer-tokens'): number | null => {
      if (values[name] === undefined) return null;
      const asked = Number(values[name]);
      if (!Number.isInteger(asked) || asked < 1) throw new Error(`--${name} takes a whole number above 0.`);
      return asked;
    };
    const only = (values.only ?? []).map((name) => {
      const section = qualitySections.find((one) => one === name);
      if (!section) throw new Error(`There is no section called ${name}.`);
      return section;
    });
    return {
      only,
      sets: (values.set ?? []).map((folder) => resolve(folder)),
      sample: number('sample') ?? 60,
      promptTokens: number('prompt-tokens'),
      answerTokens: number('answer-tokens'),
      resume: values.resume === undefined ? null : resolve(values.resume),
    };
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
    process.exit(2);
  }
}
