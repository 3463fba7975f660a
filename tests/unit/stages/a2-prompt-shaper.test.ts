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
    ['system', 'a team of lawyers', 'lawyer', 'stated “a team of lawyers”: nearest by “lawyers”'],
    ['tone', 'like a pirate', 'neutral', 'stated “like a pirate” is not one of the choices: default'],
    ['confidence', '250 %', 'medium', 'stated “250 %” is not one of the choices: default'],
    ['depth', 'Kurzschluss', 'medium', 'stated “Kurzschluss” is not one of the choices: default'],
  ] as const)('%s stated as “%s” is %s', async (key, stated, value, reason) => {
    const { body, extras } = await shape(state('Find it.', { [key]: stated }));
    expect(body[key]).toBe(value);
    expect(extras.a2_decisions).toContainEqual({ subject: key, decision: value, reason });
    expect(extras.stated?.[key]).toBe(stated);
  });

  it.each([
    ['system', 'a data analyst', 'analyst'],
    ['system', 'Forscherin', 'researcher'],
    ['system', 'un profesor de física', 'tutor'],
    ['system', 'Softwareingenieur und Entwickler', 'engineer'],
    ['system', 'Periodista', 'writer'],
    ['system', 'Anwältin', 'lawyer'],
    ['system', 'una abogada', 'lawyer'],
    ['audience', 'complete newcomers', 'beginner'],
    ['audience', 'Einsteiger ohne Vorkenntnisse', 'beginner'],
    ['audience', 'principiantes', 'beginner'],
    ['audience', 'Fachleute', 'expert'],
    ['audience', 'especialistas en derecho', 'expert'],
    ['audience', 'board members', 'executive'],
    ['audience', 'der Vorstand', 'executive'],
    ['audience', 'directivos', 'executive'],
    ['audience', 'my kids', 'child'],
    ['audience', 'Schulkinder', 'child'],
    ['audience', 'niñas de ocho años', 'child'],
    ['tone', 'sachlich', 'neutral'],
    ['tone', 'höflich und förmlich', 'formal'],
    ['tone', 'profesional', 'formal'],
    ['tone', 'ganz locker', 'friendly'],
    ['tone', 'cercano y amable', 'friendly'],
    ['tone', 'überzeugend', 'persuasive'],
    ['tone', 'convincente', 'persuasive'],
    ['tone', 'skeptisch', 'critical'],
    ['tone', 'crítico', 'critical'],
    ['depth', 'so kurz wie möglich', 'brief'],
    ['depth', 'one paragraph', 'brief'],
    ['depth', 'un párrafo', 'brief'],
    ['depth', 'mittlere', 'medium'],
    ['depth', 'long', 'detailed'],
    ['depth', 'muy detallada', 'detailed'],
    ['depth', 'lückenlos', 'exhaustive'],
    ['depth', 'exhaustiva', 'exhaustive'],
    ['confidence', 'vorsichtig', 'low'],
    ['confidence', 'baja', 'low'],
    ['confidence', 'normal', 'medium'],
    ['confidence', 'sehr hohe', 'high'],
    ['confidence', 'alta', 'high'],
  ] as const)('%s stated as “%s” is near enough to %s', async (key, stated, value) => {
    expect((await shape(state('Find it.', { [key]: stated }))).body[key]).toBe(value);
  });

  it.each([
    ['Compare both engines.', 'system', 'analyst'],
    ['Nenne Vor- und Nachteile beider Motoren.', 'system', 'analyst'],
    ['Compara los dos motores.', 'system', 'analyst'],
    ['Was ist der Forschungsstand?', 'system', 'researcher'],
    ['¿Qué evidencias hay?', 'system', 'researcher'],
    ['Bring mir bei, wie der Motor läuft.', 'system', 'tutor'],
    ['Explícame el motor.', 'system', 'tutor'],
    ['Implementiere die Suche.', 'system', 'engineer'],
    ['Verfasse einen Brief an die Behörde.', 'system', 'writer'],
    ['Redacta una carta.', 'system', 'writer'],
    ['What does the contract say about liability?', 'system', 'lawyer'],
    ['Was steht in der Klausel zur Haftung?', 'system', 'lawyer'],
    ['¿Qué dice la cláusula del contrato?', 'system', 'lawyer'],
    ['Summarise the report for the board.', 'depth', 'brief'],
    ['Summarise the report for the board.', 'audience', 'executive'],
    ['Resumen ejecutivo para la dirección.', 'audience', 'executive'],
    ['Explain it to a child.', 'audience', 'child'],
    ["Explain it like I'm five.", 'audience', 'child'],
    ['Explain it “like I’m five”.', 'audience', 'child'],
    ['Erkläre es einem Kind.', 'audience', 'child'],
    ['Explica el motor para niños.', 'audience', 'child'],
    ['Explain it in simple terms.', 'audience', 'beginner'],
    ['Erkläre es mit einfachen Worten.', 'audience', 'beginner'],
    ['Explícalo con palabras sencillas.', 'audience', 'beginner'],
    ['Schreibe es für Fachleute.', 'audience', 'expert'],
    ['Antworte freundlich.', 'tone', 'friendly'],
    ['Write it in a formal tone.', 'tone', 'formal'],
    ['Responde en tono formal.', 'tone', 'formal'],
    ['Convince the reader.', 'tone', 'persuasive'],
    ['Hinterfrage die Zahlen kritisch.', 'tone', 'critical'],
    ['Fasse den Bericht zusammen.', 'depth', 'brief'],
    ['Antworte in einem Satz.', 'depth', 'brief'],
    ['Responde en pocas palabras.', 'depth', 'brief'],
    ['Erkläre es ausführlich.', 'depth', 'detailed'],
    ['Explica el proceso paso a paso.', 'depth', 'detailed'],
    ['List everything about the mill.', 'depth', 'exhaustive'],
    ['Cuéntame todo sobre el molino.', 'depth', 'exhaustive'],
    ['Tell me exactly when it opened.', 'confidence', 'high'],
    ['Wann genau wurde es eröffnet?', 'confidence', 'high'],
    ['Verifica cuándo abrió.', 'confidence', 'high'],
    ['Brainstorm uses of the mill.', 'confidence', 'low'],
  ] as const)('%s → %s: %s', async (task, key, value) => {
    expect((await shape(state(task))).body[key]).toBe(value);
  });

  it.each([
    ['What kind of stone is it?', 'audience', 'general'],
    ['How does a child process exit?', 'audience', 'general'],
    ['How many children did Bach have?', 'audience', 'general'],
    ['What does memory management do?', 'audience', 'general'],
    ['Which circuit board is used?', 'audience', 'general'],
    ['What is a formal grammar?', 'tone', 'neutral'],
    ['What is the official name?', 'tone', 'neutral'],
    ['What is the critical temperature?', 'tone', 'neutral'],
    ['How warm is the water?', 'tone', 'neutral'],
    ['What causes a short circuit?', 'depth', 'medium'],
    ['Was löst einen Kurzschluss aus?', 'depth', 'medium'],
    ['What happens to a resume after a crash?', 'depth', 'medium'],
    ['What is the function of the gate?', 'system', 'assistant'],
    ['Who got the letter?', 'system', 'assistant'],
    ['What might go wrong?', 'confidence', 'medium'],
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
