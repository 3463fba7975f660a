import { canonicalJson } from '@shared/canonical-json';
import { shapedKeys } from '@shared/prompt-schema';
import { emptySuperPrompt, type SuperPrompt } from '@shared/super-prompt';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stages } from '../../../electron/engine/stages';
import { configOf, servicesOf, shaper } from './memory-library';

const state = (task: string, stated: SuperPrompt['extras']['stated'] = {}): SuperPrompt => ({
  ...emptySuperPrompt(task),
  stage: 'preprocessed',
  body: { task, ...stated },
  extras: { stated },
});
const shape = async (prompt: SuperPrompt) =>
  (await stages.A2_PromptShaper.run(prompt, servicesOf([]), configOf())).prompt;

describe('A2_PromptShaper', () => {
  it('stays within its closed enums, whatever was stated and asked', async () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 60 });
    const stated = fc.record(Object.fromEntries(shapedKeys.map((key) => [key, text])), { requiredKeys: [] });
    await fc.assert(
      fc.asyncProperty(text, stated, async (task, given) => {
        const { body } = await shape(state(task, given));
        for (const key of shapedKeys) expect(shaper.fields[key].enum).toContain(body[key]);
      }),
    );
  });

  it.each([
    ['tone', 'FORMAL ', 'formal', 'stated'],
    ['audience', 'experts in tax law', 'expert', 'stated “experts in tax law”: nearest by “experts”'],
    ['tone', 'warm and casual', 'friendly', 'stated “warm and casual”: nearest by “casual”'],
    ['depth', 'kurz', 'brief', 'stated “kurz”: nearest by “kurz”'],
    ['system', 'a team of lawyers', 'lawyer', 'stated “a team of lawyers”: nearest by “lawyer”'],
    ['tone', 'like a pirate', 'neutral', 'stated “like a pirate” is not one of the choices: default'],
    ['confidence', '250 %', 'medium', 'stated “250 %” is not one of the choices: default'],
  ] as const)('%s stated as “%s” is %s', async (key, stated, value, reason) => {
    const { body, extras } = await shape(state('Find it.', { [key]: stated }));
    expect(body[key]).toBe(value);
    expect(extras.a2_decisions).toContainEqual({ subject: key, decision: value, reason });
    expect(extras.stated?.[key]).toBe(stated);
  });

  it.each([
    ['Compare both engines.', 'system', 'analyst'],
    ['Summarise the report for the board.', 'depth', 'brief'],
    ['Summarise the report for the board.', 'audience', 'executive'],
    ['Explain it to a child.', 'audience', 'child'],
    ['Erkläre es einem Kind.', 'audience', 'child'],
    ['What does the contract say about liability?', 'system', 'lawyer'],
    ['Erkläre es ausführlich.', 'depth', 'detailed'],
    ['Tell me exactly when it opened.', 'confidence', 'high'],
  ] as const)('%s → %s: %s', async (task, key, value) => {
    expect((await shape(state(task))).body[key]).toBe(value);
  });

  it.each(['What kind of stone is it?', 'How does a child process exit?'])(
    'does not take %j for a question of or for children',
    async (task) => {
      expect((await shape(state(task))).body.audience).toBe('general');
    },
  );

  it('takes the value with most cues, and the earlier of the enum when equal', async () => {
    // “contract”, “clause” (lawyer: 2) against “compare” (analyst: 1)
    expect((await shape(state('Compare each contract and clause.'))).body.system).toBe('lawyer');
    // “compare” (analyst: 1) against “contract” (lawyer: 1)
    expect((await shape(state('Compare each contract.'))).body.system).toBe('analyst');
  });

  it('gives the same a second time, on its own result', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('Compare briefly.', 'Prove it.', 'Hm', 'teach me the code'),
        fc.constantFrom(undefined, 'formal', 'pirate'),
        async (task, tone) => {
          const once = await shape(state(task, tone === undefined ? {} : { tone }));
          expect(canonicalJson(await shape(once))).toBe(canonicalJson(once));
        },
      ),
    );
  });

  it('says that no model shaped the prompt', async () => {
    const result = await stages.A2_PromptShaper.run(state('Find it.'), servicesOf([]), configOf());
    expect(result.by).toBe('default');
    expect(result.notices.map(({ code }) => code)).toEqual(['default-used']);
  });
});
