import type { Catalogue } from './typed-words';

/** The files of a language but English, each by its name. */
type LanguageFiles = typeof import('./de/index');

/** A language of the interface: what it is called in itself, its locale for Intl, and its catalogue. */
interface LanguageEntry {
  readonly name: string;
  readonly locale: string;
  readonly read: () => Promise<Catalogue>;
}

/** Put together as English is; what a language lacks, the compiler names. */
function catalogueOf(files: LanguageFiles): Catalogue {
  const { app, desktop, library, chat, source, stages, inspector, journey, evaluate, settings } = files;
  const { tables, insights, care, searchModels, terminal, notices, remarks, health, reasons, limits, named } = files;
  const { contract, ingest, store, models, controller, chatErrors, evaluation, settingsErrors } = files;
  const rooms = { ...app, ...desktop, ...library, ...chat, ...source, ...stages, ...inspector, ...journey };
  return {
    words: { ...rooms, ...evaluate, ...settings, ...insights, ...care, ...searchModels, ...tables, ...terminal },
    said: {
      errors: {
        ...contract,
        ...ingest,
        ...store,
        ...models,
        ...controller,
        ...chatErrors,
        ...evaluation,
        ...settingsErrors,
      },
      notices,
      remarks,
      health,
      reasons,
      limits,
      named,
    },
  };
}

/** Every language of the interface. A new one is its own folder beside `en` and its entry here. */
export const languageTable = {
  en: { name: 'English', locale: 'en-GB', read: () => import('./en/index') },
  de: { name: 'Deutsch', locale: 'de-DE', read: async () => catalogueOf(await import('./de/index')) },
  es: { name: 'Español', locale: 'es-ES', read: async () => catalogueOf(await import('./es/index')) },
} as const satisfies Readonly<Record<string, LanguageEntry>>;

export type Language = keyof typeof languageTable;
export const languages = Object.keys(languageTable) as readonly Language[];

/** What a person chooses: a language, or the one of the system. */
export const languageChoices = ['system', ...languages] as const;
export type LanguageChoice = (typeof languageChoices)[number];

/** The first of a system's languages (BCP 47) that Vitrine speaks; English when there is none. */
export function systemLanguage(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const known = languages.find((language) => tag.toLowerCase().split(/[-_]/u)[0] === language);
    if (known) return known;
  }
  return 'en';
}
