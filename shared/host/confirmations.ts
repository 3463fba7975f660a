import { type EngineClient, type RequestOf, type RouteName, type SettingsReport, teamRoles } from '../contract';
import { type Result, VitrineError } from '../errors';
import { addressSettingPaths, providerIds, providers, serverPresets } from '../providers';
import { visibleText } from '../visible-text';
import { t } from '../words/index';

/**
 * Requests that a page cannot make alone, because a script may have taken it over. A person confirms them outside of the
 * page: in a box of the system, or in the terminal that runs the host (docs/adr/0059). No schema here: the engine parses
 * the input.
 */

/** Asks a person outside of the page; true for a yes. */
export type Confirm = (question: string, detail: string) => Promise<boolean>;

type Members = Readonly<Record<string, unknown>>;
type Questions = (input: Members, engine: EngineClient) => Promise<readonly string[]> | readonly string[];

/** Longer texts of a page would hide the question. A host name, at most 253 characters, is shown to its end. */
const mostShown = 300;
/** More questions would not fit the screen, and a person would allow what they cannot see. */
const mostQuestions = 10;

const shown = (said: unknown): string =>
  visibleText(String(said ?? ''))
    .replace(/\s+/gu, ' ')
    .slice(0, mostShown);
const membersOf = (value: unknown): Members => Object(value) as Members;
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
/** Shows an address without its user name, which could push the host out of sight. */
const toServer = (address: unknown): string =>
  t('native.confirm.server', { address: shown(String(address ?? '').replace(/^(\w+:\/\/)[^/?#\\]*@/u, '$1')) });

/** Addresses where Vitrine looks for servers on its own. */
const standard: readonly string[] = [
  ...providerIds.map((id) => providers[id].address.standard),
  ...serverPresets.map(({ url }) => url),
];

async function settingsOf(engine: EngineClient): Promise<SettingsReport | null> {
  const report = await engine.request('settings.get', {});
  return report.ok ? report.data : null;
}

/** Asks about new addresses, and about offline mode switched off. If the settings cannot be read, every address is new. */
async function ofSettings({ values, reset }: Members, engine: EngineClient): Promise<readonly string[]> {
  const { servers, offline, ...others } = membersOf(values);
  const named = [...addressSettingPaths, 'hubEndpoint'].map((path) => others[path]);
  const given = [...named, ...listOf(servers).map((server) => membersOf(server).url)];
  const goesOnline = (offline !== undefined && offline !== true) || listOf(reset).includes('offline');
  const addresses = given.filter((address) => address !== undefined && address !== null);
  if (addresses.length === 0 && !goesOnline) return [];
  const fields = (await settingsOf(engine))?.fields;
  const inForce = fields ? [...addressSettingPaths.map((path) => fields[path].value), fields.hubEndpoint.value] : [];
  const known = new Set<unknown>([...standard, ...inForce, ...(fields?.servers.value ?? []).map(({ url }) => url)]);
  const unknown = addresses.filter((address) => !known.has(address));
  return [
    ...unknown.map(toServer),
    ...(goesOnline && fields?.offline.value !== false ? [t('native.confirm.online')] : []),
  ];
}

async function ofStoreKeys({ keys }: Members, engine: EngineClient): Promise<readonly string[]> {
  const { endpoint } = membersOf(keys);
  if (endpoint === undefined) return [];
  const entered = (await settingsOf(engine))?.storeKeys.entered ?? [];
  return entered.some((store) => store.endpoint === endpoint) ? [] : [toServer(endpoint)];
}

async function ofInvitation(input: Members, engine: EngineClient): Promise<readonly string[]> {
  const looked = await engine.request('team.look', input as RequestOf<'team.look'>);
  if (!looked.ok) return [t('native.confirm.place', { place: '?' })];
  const { place, others } = looked.data;
  // The address first: the place's maker chooses the length of its name.
  return [t('native.confirm.place', { place: `${shown(place.url)}, ${shown(place.name)}` }), ...others.map(toServer)];
}

/** Asks about the rights of the role. If the role is unknown, about those of an owner. */
function ofInviting({ name, role }: Members): readonly string[] {
  const known = teamRoles.find((one) => one === role) ?? 'owner';
  return [t(`native.confirm.invite.${known}`, { name: shown(name) })];
}

/** The questions of each route. A new route that opens a way out, or gives access, belongs here. */
const questions: Readonly<Partial<Record<RouteName, Questions>>> = {
  'settings.set': ofSettings,
  'settings.setStoreKeys': ofStoreKeys,
  'settings.allow': ({ uses, allow }) =>
    allow === false ? [] : listOf(uses).map((use) => t('native.confirm.trust', { what: shown(membersOf(use).value) })),
  'api.addToken': ({ name, scope }) => [
    scope === 'read'
      ? t('native.confirm.token', { name: shown(name) })
      : t('native.confirm.wideToken', { name: shown(name) }),
  ],
  'team.join': ofInvitation,
  'team.invite': ofInviting,
  'team.share': ({ catalogue, admin, files }) =>
    [catalogue, membersOf(admin).url, membersOf(files).endpoint ?? membersOf(files).uri].map(toServer),
  'rebuild.start': ({ place }) => (place === undefined || place === '' ? [] : [toServer(place)]),
};

export class Confirmations {
  #asking = false;

  /** @param confirm absent if no person can be asked: then requests that need a yes are refused */
  constructor(
    private readonly engine: EngineClient,
    private readonly confirm: Confirm | undefined,
  ) {}

  /** Returns whether a route has questions. Other requests need no wait, in which a cancel could overtake them. */
  concerns(route: RouteName): boolean {
    return Object.hasOwn(questions, route);
  }

  /** Errors: `not-allowed` without a yes, with another open question, or with too many at once. */
  async check(route: RouteName, input: unknown): Promise<Result<null>> {
    const find = this.concerns(route) ? questions[route] : undefined;
    const texts = (await find?.(membersOf(input), this.engine)) ?? [];
    if (texts.length === 0) return { ok: true, data: null };
    if (!this.#asking && this.confirm && texts.length <= mostQuestions) {
      this.#asking = true;
      try {
        if (await this.confirm(texts.join('\n'), t('native.confirm.detail'))) return { ok: true, data: null };
      } finally {
        this.#asking = false;
      }
    }
    return { ok: false, error: new VitrineError('not-allowed', { why: 'unconfirmed' }).report() };
  }
}
