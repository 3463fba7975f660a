import { canonicalJson } from '@shared/canonical-json';
import { shapedKeys } from '@shared/prompt/prompt-schema';
import { emptySuperPrompt, type SuperPrompt } from '@shared/prompt/super-prompt';
import { reasoned } from '@shared/words/sayings';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stages } from '../../../electron/engine/stages';
import { forAllAsync } from '../../for-all';
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
    await forAllAsync(text, stated, async (task, given) => {
      const { body } = await shape(state(task, given));
      for (const key of shapedKeys) expect(shaper.fields[key].enum).toContain(body[key]);
    });
  });

  it.each([
    ['tone', 'FORMAL ', 'formal', reasoned('stated')],
    ['tone', 'warm and casual', 'friendly', reasoned('stated-nearest', { stated: 'warm and casual', cue: 'casual' })],
    [
      'system',
      'a team of lawyers',
      'lawyer',
      reasoned('stated-nearest', { stated: 'a team of lawyers', cue: 'lawyers' }),
    ],
    ['tone', 'like a pirate', 'neutral', reasoned('stated-no-choice', { stated: 'like a pirate' })],
    ['depth', 'Kurzschluss', 'medium', reasoned('stated-no-choice', { stated: 'Kurzschluss' })],
  ] as const)('%s stated as “%s” is %s', async (key, stated, value, reason) => {
    const { body, extras } = await shape(state('Find it.', { [key]: stated }));
    expect(body[key]).toBe(value);
    expect(extras.a2_decisions).toContainEqual({ subject: key, decision: value, reason });
    expect(extras.stated?.[key]).toBe(stated);
  });

  it.each([
    ['system', 'a data analyst', 'analyst'],
    ['audience', 'Fachleute', 'expert'],
    ['tone', 'profesional', 'formal'],
    ['depth', 'un párrafo', 'brief'],
    ['confidence', 'alta', 'high'],
  ] as const)('%s stated as “%s” is near enough to %s', async (key, stated, value) => {
    expect((await shape(state('Find it.', { [key]: stated }))).body[key]).toBe(value);
  });

  it.each([
    ['Compare both engines.', 'system', 'analyst'],
    ['What does the contract say about liability?', 'system', 'lawyer'],
    ['Explica el motor para niños.', 'audience', 'child'],
    ['Can you explain the motor to kids?', 'audience', 'child'],
    ['In simple terms, what is a motor?', 'audience', 'beginner'],
    ['Fasse den Bericht zusammen.', 'depth', 'brief'],
    ['Brainstorm uses of the mill.', 'confidence', 'low'],
  ] as const)('%s → %s: %s', async (task, key, value) => {
    expect((await shape(state(task))).body[key]).toBe(value);
  });

  it.each([
    ['What kind of stone is it?', 'audience', 'general'],
    ['Which circuit board is used?', 'audience', 'general'],
    ['Which tours of the museum are for kids?', 'audience', 'general'],
    ['Was kostet der Eintritt für Kinder?', 'audience', 'general'],
    ['How warm is the water?', 'tone', 'neutral'],
    ['What happens to a resume after a crash?', 'depth', 'medium'],
    ['Why do certain chunks drop out?', 'confidence', 'medium'],
  ] as const)('a question about a thing is no wish for the answer: %s', async (task, key, fallback) => {
    expect((await shape(state(task))).body[key]).toBe(fallback);
  });

  it('takes the value with most cues, and the earlier of the enum when equal', async () => {
    // “contract”, “clause” (lawyer: 2) against “compare” (analyst: 1)
    expect((await shape(state('Compare each contract and clause.'))).body.system).toBe('lawyer');
    // “compare” (analyst: 1) against “contract” (lawyer: 1)
    expect((await shape(state('Compare each contract.'))).body.system).toBe('analyst');
  });

  it('gives the same a second time, on its own result', async () => {
    await forAllAsync(
      fc.constantFrom('Compare briefly.', 'Prove it.', 'Hm', 'teach me the code'),
      fc.constantFrom(undefined, 'formal', 'pirate'),
      async (task, tone) => {
        const once = await shape(state(task, tone === undefined ? {} : { tone }));
        expect(canonicalJson(await shape(once))).toBe(canonicalJson(once));
      },
    );
  });

  it('says that no model shaped the prompt', async () => {
    const result = await stages.A2_PromptShaper.run(state('Find it.'), servicesOf([]), configOf());
    expect(result.by).toBe('default');
    expect(result.notices.map(({ code }) => code)).toEqual(['default-used']);
  });
});
