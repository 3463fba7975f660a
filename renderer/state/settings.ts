import type { RequestOf, SettingsReport } from '@shared/contract/index';
import type { ErrorReport, Result } from '@shared/errors';
import { isNamedServer, kindOf, providers, type ServerId, serverPresets } from '@shared/providers';
import { t } from '@shared/words/index';
import { host } from '../bridge/host';
import { applyAppearance } from './appearance';
import { useShell } from './shell';
import { slice } from './slice';
import { noticeLife, useToasts } from './toasts';
import { deleteWithUndo, isGranted, leavingIn } from './undo';

export const sections = [
  'models',
  'search',
  'privacy',
  'appearance',
  'documents',
  'storage',
  'limits',
  'agents',
  'shortcuts',
  'about',
] as const;
export type Section = (typeof sections)[number];

export const furtherSections: readonly Section[] = ['limits', 'agents'];

type Change = NonNullable<RequestOf<'settings.set'>['values']>;

const first = {
  /** Null until the engine has answered once. */
  report: null as SettingsReport | null,
  error: null as ErrorReport | null,
  /** Kept here: the room is drawn again when the language changes. */
  section: 'models' as Section,
  /** Whether a link led to the recommended search model, which then takes the focus once. */
  led: false,
  leaving: new Set() as ReadonlySet<string>,
  query: '',
  /** The heading, or the test id, of the link's target, which then takes the focus once. */
  sought: null as string | null,
};

let told = false;

function sayWaiting({ waiting }: SettingsReport): void {
  const count = waiting.filter(({ leftOff }) => !leftOff).length;
  if (count === 0 || told) return;
  told = true;
  useToasts.getState().show({
    text: t('settings.waitingNotice', { count }),
    action: { label: t('settings.waitingLook'), run: () => goToSettings('privacy') },
    life: noticeLife,
  });
}

/** The settings as the engine tells them; every change goes through it and comes back as an event. */
export const useSettings = slice(first, (set, get) => {
  /** Requests are numbered as they are made; `shown` is the number of the shown state. */
  let asked = 0;
  let shown = 0;

  function show(report: SettingsReport, asOf: number): void {
    shown = asOf;
    applyAppearance(report);
    set({ report, error: null });
    sayWaiting(report);
  }

  /**
   * A change by any route of the settings: shows its answer, unless the answer to a later request is already shown.
   * Resolves to the error of a refused request, overtaken or not.
   */
  async function take(answer: Promise<Result<SettingsReport>>): Promise<ErrorReport | null> {
    asked += 1;
    const own = asked;
    const result = await answer;
    if (!result.ok) return result.error;
    if (own > shown) show(result.data, own);
    return null;
  }

  return {
    take,
    open: (section: Section, sought: string | null = null) => set({ section, sought, query: '' }),
    async load() {
      const before = get().report;
      const error = await take(host().request('settings.get', {}));
      if (error && get().report === before) set({ error });
    },
    onChanged: (report: SettingsReport) => show(report, asked),
    /** The refusal, or null; the place of the change shows it. */
    change: (values: Change) => take(host().request('settings.set', { values })),
  };
});

export function goToRecommended(): void {
  useSettings.setState({ led: true });
  goToSettings('search');
}

export function goToSettings(section: Section, sought: string | null = null): void {
  useSettings.getState().open(section, sought);
  useShell.getState().go('settings');
}

/** Changes a setting from where there is no room for an error beside it; resolves to whether it was changed. */
export const changeSetting = (values: Change): Promise<boolean> => isGranted(useSettings.getState().change(values));

const nameOf = (id: ServerId): string | undefined =>
  [...(useSettings.getState().report?.fields.servers.value ?? []), ...serverPresets].find((one) => one.id === id)?.name;

/** A server by name; null for an interface that others have too, which is then any server with it. */
function serverNamed(id: ServerId): string | null {
  const { name, compatible } = providers[kindOf(id)];
  return nameOf(id) ?? (compatible ? null : name);
}

export const serverTitle = (id: ServerId): string =>
  serverNamed(id) ?? t('settings.compatibleServer', { name: providers[kindOf(id)].name });

/** The same where a sentence begins with it. */
export const serverSubject = (id: ServerId): string =>
  serverNamed(id) ?? t('settings.theCompatibleServer', { name: providers[kindOf(id)].name });

/** On their way out of the settings: servers that go at once, with the window, know of each other. */
const going = new Set<ServerId>();

/** Takes a server from the list, finally after the undo's time: its key goes with it. */
export function removeServer(id: ServerId, report: SettingsReport): void {
  async function carryOut(): Promise<Result<unknown>> {
    const key = report.keys[id];
    if (key?.hasKey && key.kept !== 'environment') {
      const forgotten = await host().request('settings.setKey', { provider: id, key: null });
      if (!forgotten.ok) return forgotten;
    }
    const now = useSettings.getState().report ?? report;
    const servers = now.fields.servers.value.filter((one) => !going.has(one.id));
    const values = isNamedServer(id) ? { servers } : { [providers[kindOf(id)].address.setting]: null };
    // The shown list has lost it before another count starts from it.
    const error = await useSettings.getState().change(values as Change);
    return error ? { ok: false, error } : { ok: true, data: null };
  }
  deleteWithUndo({
    text: t('settings.serverRemoved', { server: serverTitle(id) }),
    ...leavingIn((change) => useSettings.setState(change), [id]),
    carryOut() {
      going.add(id);
      return carryOut().finally(() => going.delete(id));
    },
  });
}
