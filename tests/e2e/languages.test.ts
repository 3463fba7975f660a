import { beforeAll, describe, expect, it } from 'vitest';
import { inWindows, TestWindow } from './in-windows';
import spoken from './languages.json';
import { noGraveFaults } from './pictures';

inWindows('the window of a system in another language', () => {
  describe.each(spoken)('$language', ({ language, locale, ...words }) => {
    const launched = new TestWindow();
    const { at, locator, request } = launched;

    beforeAll(async () => {
      await launched.open({ args: [`--lang=${language}`], env: { LANGUAGE: language, LANG: locale } });
    });

    it('is spoken from the first picture on, in the menu too', async () => {
      await at('try-sample').waitFor();
      expect(await locator('html').getAttribute('lang')).toBe(language);
      expect(await at('try-sample').textContent()).toBe(words.sample);
      const labels = await launched.app.evaluate(({ Menu }) =>
        Menu.getApplicationMenu()?.items.map(({ label }) => label.replace('&', '')),
      );
      expect(labels).toEqual(expect.arrayContaining(words.menu));
    });

    // Every word of the others is in their catalogues (unit/shared/words/catalogues), and in one place of the page.
    if (language !== 'de') return;

    it('says how well an answer is supported, what differed, and names stages, library and limits', async () => {
      await at('try-sample').click();
      await at('suggestion').nth(1).click();
      await locator('[data-testid="answer"][data-outcome="answered"]').waitFor();
      expect(await at('rests-on').textContent()).toMatch(/S(atz|ätze) aus /);
      await at('more').first().click();
      expect(await at('about-answer').textContent()).toContain('Regeln');
      await noGraveFaults(launched);
      await launched.window.keyboard.press('Escape');
      await at('why').first().click();
      await at('why-line').waitFor();
      await noGraveFaults(launched);
      await at('open-in-stages').click();
      const built = locator('[data-testid="stage-Prompt_Builder"][data-state="done"]');
      await built.waitFor();
      expect(await built.getAttribute('aria-label')).toMatch(/^Stufe 8, Bauen: .* → .*, fertig$/);
      await noGraveFaults(launched);
      await at('nav-library').click();
      await at('document-row').first().waitFor();
      for (const [name, shown] of Object.entries({ Library: 'Unsortiert', Sample: 'Beispiel' })) {
        const collection = locator(`[data-testid="collection"][data-name="${name}"]`);
        expect(await collection.textContent()).toContain(shown);
      }
      expect(await at('library-model').textContent()).toBe('Universal Sentence Encoder lite');
      expect(await at('library-model').getAttribute('title')).toBe('use-lite');
      await request('settings.set', { values: { 'appearance.allSettings': true } });
      await at('nav-settings').click();
      await launched.window.getByText('Jede Zahl der Pipeline').click();
      await locator('details', { hasText: 'N0: Teile einer Frage' }).locator('summary').first().click();
      await launched.window.getByText('N0: Teile einer Frage').waitFor();
      await noGraveFaults(launched);
      expect(launched.pageErrors).toEqual([]);
    });
  });
});
