import { expect, it, vi } from 'vitest';

// The surface of the appearance.
vi.stubGlobal('window', {});
vi.stubGlobal('document', { documentElement: { style: {}, dataset: {}, lang: '' } });
vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {} });
vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {} }));

const { findSettings, litParts, settingPlaces } = await import('../../../../../renderer/state/finding/setting-places');
const first = (query: string) => findSettings(query, settingPlaces())[0];

it.each([
  ['what it is called', 'contrast', 'contrast'],
  ['another name for it', 'dark', 'theme'],
  ['the beginning of a word, in capitals', 'TEMPERA', 'answer.temperature'],
  ['what it says of itself', 'before a byte is sent', 'offline'],
  ['the name of a service', 'lm studio', 'servers'],
  ['the word for a secret', 'api key', 'servers'],
  ['the name of its limit', 'gate.relevanceThreshold', 'gate.relevanceThreshold'],
  ['the name of its group', 'evidence least rel', 'gate.relevanceThreshold'],
  ['its section and its name', 'privacy recorded', 'log'],
])('a setting is found by %s', (_, query, id) => {
  expect(first(query)?.id).toBe(id);
});

it('a setting of that name comes before one that only mentions it', () => {
  const found = findSettings('language', settingPlaces()).map(({ id }) => id);
  expect(found.indexOf('language')).toBeLessThan(found.indexOf('chatModel'));
});

it('nothing is found by nothing, and by words that no setting has all of', () => {
  expect([first(' '), first('dark tray')]).toEqual([undefined, undefined]);
});

it('limits of answers lead to the place that sets up answers', () => {
  expect(first('temperature')).toMatchObject({ section: 'models', anchor: 'limit-answer.temperature' });
});

it('the words of a query are highlighted everywhere, also signs of patterns', () => {
  const lit = (text: string, query: string) =>
    litParts(text, query).map(({ text: part, lit: is }) => (is ? `[${part}]` : part));
  expect(lit('Text size', 'SIZE te').join('')).toBe('[Te]xt [size]');
  expect(lit('Recognition (OCR)', '(ocr)').join('')).toBe('Recognition [(OCR)]');
});
