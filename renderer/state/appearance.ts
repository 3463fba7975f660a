import type { SettingsReport } from '@shared/contract/index';
import { speak } from '@shared/words/index';
import { type Language, type LanguageChoice, languageChoices, systemLanguage } from '@shared/words/languages';
import { slice } from './slice';

const lookKey = 'vitrine.look';

export function applyAppearance({ fields }: SettingsReport): void {
  const language = fields['appearance.language'].value;
  applyTheme(fields['appearance.theme'].value);
  applyLook(fields['appearance.textSize'].value, fields['appearance.contrast'].value);
  localStorage.setItem(lookKey, `${fields['appearance.textSize'].value} ${fields['appearance.contrast'].value}`);
  if (useLanguage.getState().choice !== language) void useLanguage.getState().choose(language);
}

/** The text size and contrast of the last time, before the engine has answered. */
export function applyRememberedLook(): void {
  const [size = '', contrast = 'system'] = (localStorage.getItem(lookKey) ?? '100 system').split(' ');
  applyLook(Number(size) || 100, contrast);
  moreContrast().addEventListener('change', () => showContrast(wantedContrast));
}

const moreContrast = () => matchMedia('(prefers-contrast: more)');
let wantedContrast = 'system';

/** Sizes are in rem: the root's size scales them all. */
function applyLook(textSize: number, contrast: string): void {
  document.documentElement.style.fontSize = textSize === 100 ? '' : `${textSize}%`;
  wantedContrast = contrast;
  showContrast(contrast);
}

function showContrast(contrast: string): void {
  const more = contrast === 'more' || (contrast === 'system' && moreContrast().matches);
  if (more) document.documentElement.dataset.contrast = 'more';
  else delete document.documentElement.dataset.contrast;
}

const themes = ['system', 'light', 'dark'] as const;
type Theme = (typeof themes)[number];

const themeKey = 'vitrine.theme';

export function rememberedTheme(): Theme {
  const stored = localStorage.getItem(themeKey);
  return themes.find((theme) => theme === stored) ?? 'system';
}

export function applyTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  localStorage.setItem(themeKey, theme);
}

export const nextTheme = (theme: Theme): Theme => themes[(themes.indexOf(theme) + 1) % themes.length] ?? 'system';

const languageKey = 'vitrine.language';

const first = { choice: 'system' as LanguageChoice, language: 'en' as Language };

export const useLanguage = slice(first, (set, get) => ({
  /** Speaks another language and remembers the choice; the drawn page has to be drawn again. */
  async choose(choice: LanguageChoice) {
    const language = choice === 'system' ? systemLanguage(navigator.languages) : choice;
    localStorage.setItem(languageKey, choice);
    set({ choice });
    await speak(language);
    // Another choice may have been made since.
    if (get().choice !== choice) return;
    document.documentElement.lang = language;
    set({ language });
  },
}));

export function applyRememberedLanguage(): Promise<void> {
  const stored = localStorage.getItem(languageKey);
  return useLanguage.getState().choose(languageChoices.find((choice) => choice === stored) ?? 'system');
}
