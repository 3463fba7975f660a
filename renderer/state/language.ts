import { create } from 'zustand';
import { type Language, languages, speak } from '../strings/index';

/** What a person chooses: a language, or the one of the system. */
export const languageChoices = ['system', ...languages] as const;
export type LanguageChoice = (typeof languageChoices)[number];

const key = 'vitrine.language';

interface LanguageState {
  readonly choice: LanguageChoice;
  /** The language that is spoken. */
  readonly language: Language;
  /** Speaks another language and remembers the choice; what is drawn has to be drawn anew. */
  choose(choice: LanguageChoice): void;
}

/** The language of the interface; English until `applyRememberedLanguage`. */
export const useLanguage = create<LanguageState>((set) => ({
  choice: 'system',
  language: 'en',
  choose(choice) {
    const language = choice === 'system' ? systemLanguage(navigator.languages) : choice;
    speak(language);
    document.documentElement.lang = language;
    localStorage.setItem(key, choice);
    set({ choice, language });
  },
}));

/** Speaks the language chosen last time, or that of the system; before anything is drawn. */
export function applyRememberedLanguage(): void {
  const stored = localStorage.getItem(key);
  useLanguage.getState().choose(languageChoices.find((choice) => choice === stored) ?? 'system');
}

/** The first of a system's languages (BCP 47) that Vitrine speaks; English when there is none. */
export function systemLanguage(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const known = languages.find((language) => tag.toLowerCase().split('-')[0] === language);
    if (known) return known;
  }
  return 'en';
}
