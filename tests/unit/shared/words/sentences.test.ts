import { language, locale, speak, t } from '@shared/words/index';
import { afterEach, describe, expect, it } from 'vitest';

afterEach(() => speak('en'));

describe('a sentence', () => {
  it.each([
    [0, '0 documents deleted.'],
    [1, '1 document deleted.'],
    [1234, '1,234 documents deleted.'],
  ])('counts %i in English', (count, text) => {
    expect(t('library.deleted', { count })).toBe(text);
  });

  it('counts in German', async () => {
    await speak('de');
    expect([1, 1234].map((count) => t('library.deleted', { count }))).toEqual([
      '1 Dokument gelöscht.',
      '1.234 Dokumente gelöscht.',
    ]);
  });

  it('lists as each language does', async () => {
    const values = { count: 3, cause: 'No model', stages: ['A0', 'A2', 'A3'] };
    expect(t('app.defaults', values)).toBe('No model: stages A0, A2 and A3 used their rules instead.');
    await speak('de');
    expect(t('app.defaults', values)).toContain('A0, A2 und A3');
  });

  it('inserts a value unchanged, whatever it contains', () => {
    const title = '<b>$t(app.name) {{count}} & $1 "$&"';
    expect(t('library.deletedTitle', { title })).toBe(`“${title}” is deleted.`);
  });

  it('is in the language that is spoken from one call to the next', async () => {
    expect([language(), locale(), t('app.close')]).toEqual(['en', 'en-GB', 'Close']);
    await speak('de');
    expect([language(), locale(), t('app.close')]).toEqual(['de', 'de-DE', 'Schließen']);
  });

  it('does not compile with a wrong key, without its values or with others', () => {
    const wrong = () => [
      // @ts-expect-error no such key
      t('app.closed'),
      // @ts-expect-error no sentence
      t('app'),
      // @ts-expect-error the number is missing
      t('library.deleted'),
      // @ts-expect-error the list is missing
      t('app.defaults', { count: 1, cause: 'No model' }),
      // @ts-expect-error a list is needed
      t('app.defaults', { count: 1, cause: 'No model', stages: 'A0' }),
      // @ts-expect-error which of its plurals
      t('chat.checked.quoted', {}),
      // @ts-expect-error nothing is asked for
      t('app.close', { count: 1 }),
    ];
    expect(wrong).toBeTypeOf('function');
  });
});
