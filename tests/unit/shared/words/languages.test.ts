import { systemLanguage } from '@shared/words/languages';
import { describe, expect, it } from 'vitest';

describe('the language of the system', () => {
  it.each([
    [['de-AT', 'en-US'], 'de'],
    [['en-GB'], 'en'],
    [['fr-FR', 'de', 'en'], 'de'],
    [['DE'], 'de'],
    [['den-CA'], 'en'],
    [['fr-FR'], 'en'],
    [[], 'en'],
  ])('of %j is %s', (wanted, language) => {
    expect(systemLanguage(wanted)).toBe(language);
  });
});
