import type { RequestOf, SettingsReport } from '@shared/contract/index';
import type { ErrorReport, Result } from '@shared/errors';
import { create } from 'zustand';
import { applyAppearance } from './appearance';
import { host } from './host';
import { sayError } from './undoable-delete';

export const sections = [
  'models',
  'search',
  'privacy',
  'appearance',
  'limits',
  'storage',
  'documents',
  'shortcuts',
  'about',
] as const;
export type Section = (typeof sections)[number];

type Change = NonNullable<RequestOf<'settings.set'>['values']>;

interface SettingsState {
  /** Null until the engine has answered once. */
  readonly report: SettingsReport | null;
  readonly error: ErrorReport | null;
  /** Kept here: the room is drawn anew when the language changes. */
  readonly section: Section;
  open(section: Section): void;
  load(): Promise<void>;
  onChanged(report: SettingsReport): void;
  /** What was refused, or null; the place of the change shows it. */
  change(values: Change): Promise<ErrorReport | null>;
  /** A change by one of the other routes of the settings. */
  take(answer: Promise<Result<SettingsReport>>): Promise<ErrorReport | null>;
}

/** The settings as the engine tells them; every change goes through it and comes back as an event. */
export const useSettings = create<SettingsState>((set, get) => {
  let told = 0;

  /** What was asked for, or null where a change has brought its own report meanwhile: then the answer is old. */
  async function unlessOvertaken(answer: Promise<Result<SettingsReport>>): Promise<Result<SettingsReport> | null> {
    const before = told;
    const result = await answer;
    return told === before ? result : null;
  }

  return {
    report: null,
    error: null,
    section: 'models',
    open: (section) => set({ section }),
    async load() {
      const result = await unlessOvertaken(host().request('settings.get', {}));
      if (result?.ok) get().onChanged(result.data);
      else if (result) set({ error: result.error });
    },
    onChanged(report) {
      told += 1;
      applyAppearance(report);
      set({ report, error: null });
    },
    change: (values) => get().take(host().request('settings.set', { values })),
    async take(answer) {
      const current = unlessOvertaken(answer);
      const result = await answer;
      if (!result.ok) return result.error;
      if (await current) get().onChanged(result.data);
      return null;
    },
  };
});

/** Changes a setting from where there is no room for an error beside it. */
export async function changeSetting(values: Change): Promise<void> {
  const error = await useSettings.getState().change(values);
  if (error) sayError(error);
}
