import type { ShapedKey } from '@shared/prompt-schema';

/** The values that the Prompt Shaper knows, as in config/agents/A2_PromptShaper.json. */
const known: Record<ShapedKey, readonly string[]> = {
  system: ['assistant', 'analyst', 'researcher', 'tutor', 'engineer', 'writer', 'lawyer'],
  audience: ['general', 'beginner', 'expert', 'executive', 'child'],
  tone: ['neutral', 'formal', 'friendly', 'persuasive', 'critical'],
  depth: ['brief', 'medium', 'detailed', 'exhaustive'],
  confidence: ['low', 'medium', 'high'],
};

/** What is said about editing a run and running on. */
export const edits = {
  known,
  body: 'Body',
  limits: 'Limits of this run',
  edited: 'edited',
  count: (n: number) => (n === 1 ? '1 edit.' : `${n} edits.`),
  newRun: 'Running on makes a new run.',
  discard: 'Discard',
  runOn: 'Run on from here',
  parent: 'Made by editing an earlier run.',
  openParent: (when: string) => (when ? `Open the run of ${when}` : 'Open the earlier run'),
  keep: (title: string) => `Keep ${title} in the prompt`,
  keepColumn: 'Keep',
};

/** What is said about breakpoints. */
export const breakpoint = {
  set: (name: string) => `Stop before ${name}`,
  clear: (name: string) => `Do not stop before ${name}`,
};

/** What is said where two states stand side by side. */
export const compare = {
  withRun: 'Compare with',
  withState: 'State',
  thisRun: 'This run',
  runOf: (when: string, prompt: string) => `${when} · ${prompt}`,
  other: 'There',
  here: 'Here',
  changed: (n: number) => (n === 1 ? '1 field differs' : `${n} fields differ`),
  equalFields: (n: number) => (n === 1 ? '1 field is the same' : `${n} fields are the same`),
  same: 'The two states are the same.',
  noState: 'That run has not reached this state.',
  moved: (n: number) => (n === 1 ? '1 chunk moved' : `${n} chunks moved`),
  absent: 'not there',
  rank: (n: number) => `#${n}`,
  skipped: (n: number) => `… ${n} characters are the same …`,
  more: (n: number) => `and ${n} more`,
};
