import type { ChatServerReport, KeyState, ServerTest, SettingsReport } from '@shared/contract/index';
import type { ErrorReport } from '@shared/errors';
import {
  isNamedServer,
  kindOf,
  newServerId,
  providerIds,
  providers,
  type ServerId,
  serverPresets,
} from '@shared/providers';
import type { Settings } from '@shared/settings';
import { t } from '@shared/words/index';
import { saidKey } from '@shared/words/said';
import { CircleCheck, CircleSlash, type LucideIcon, PlugZap, Plus, Trash2, TriangleAlert } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { host } from '../../bridge/host';
import { removeServer, serverTitle, useSettings } from '../../state/settings';
import { isGranted, toastError } from '../../state/undo';
import { Button } from '../../ui/Button';
import { Form, Select } from '../../ui/fields';
import { ErrorNote } from '../../ui/Notices';
import { formatDuration } from '../../ui/quantities';
import { DecidedBy, Line, PanelEnd, RowPanel, SettingTextField } from './SettingRow';

interface ServersProps {
  readonly report: SettingsReport;
  readonly servers: readonly ChatServerReport[];
  ask(): void;
}

export function Servers({ report, servers, ask }: ServersProps) {
  const leaving = useSettings((state) => state.leaving);
  const [adding, setAdding] = useState(false);
  const [added, setAdded] = useState<ServerId | null>(null);
  const kinds = providerIds.filter((id) => {
    const { setting } = providers[id].address;
    return report.fields[setting].value !== null || report.keys[id]?.hasKey;
  });
  const named = report.fields.servers.value.map(({ id }) => id);
  return (
    <>
      {[...kinds, ...named]
        .filter((id) => !leaving.has(id))
        .map((id) => (
          <ServerCard
            key={id}
            id={id}
            report={report}
            isNew={id === added}
            ask={ask}
            server={servers.find((one) => one.server === id)}
          />
        ))}
      {adding ? (
        <AddServer
          report={report}
          close={(id) => {
            setAdded(id);
            setAdding(false);
          }}
        />
      ) : (
        <Button icon={Plus} className="mt-4" data-testid="add-server" onClick={() => setAdding(true)}>
          {t('settings.addServer')}
        </Button>
      )}
    </>
  );
}

interface ServerCardProps extends Pick<ServersProps, 'ask'> {
  readonly id: ServerId;
  readonly report: SettingsReport;
  readonly server: ChatServerReport | undefined;
  readonly isNew: boolean;
}

function serverIn({ fields, keys }: SettingsReport, id: ServerId) {
  const kind = kindOf(id);
  const named = fields.servers.value.find((one) => one.id === id);
  const field = fields[providers[kind].address.setting];
  return { kind, named, field, url: named ? named.url : (field.value ?? ''), key: keys[id] };
}

function ServerCard({ id, report, server, isNew, ask }: ServerCardProps) {
  const { kind, named, field, url, key } = serverIn(report, id);
  const title = serverTitle(id);
  const { tested, asking, test } = useTest(id, JSON.stringify([url, key]), isNew);
  const removable = named !== undefined || (field.value !== null && field.variable === null && id !== 'ollama');
  return (
    <div className="border-b border-hairline py-3" data-testid={`server-card-${id}`}>
      <div className="flex flex-wrap items-start gap-2">
        <details className="min-w-60 flex-1">
          <summary className="cursor-default rounded-sm">
            <span className="font-medium">{title}</span>{' '}
            <span className="break-all text-12 text-muted">{url || providers[kind].address.standard}</span>
          </summary>
          <div className="pl-4">
            <ServerFields
              id={id}
              report={report}
              keySet={() => {
                ask();
                void test();
              }}
            />
          </div>
        </details>
        <Button
          icon={PlugZap}
          aria-label={t('settings.testOf', { server: title })}
          aria-disabled={asking}
          data-testid={`test-${id}`}
          label={t('settings.testServer')}
          onClick={() => void test()}
        />
        {removable ? (
          <Button
            look="ghost"
            icon={Trash2}
            aria-label={t('settings.removeNamed', { server: title })}
            data-testid={`remove-${id}`}
            label={t('settings.removeServer')}
            onClick={() => removeServer(id, report)}
          />
        ) : null}
      </div>
      <div aria-live="polite">
        {asking ? <p className="mt-2 text-12 text-muted">{t('settings.testingServer')}</p> : null}
        {!asking && tested ? <Tested id={id} tested={tested} /> : null}
        {!asking && !tested && server ? <ServerHealth server={server} /> : null}
      </div>
    </div>
  );
}

const Tested = ({ id, tested }: { readonly id: ServerId; readonly tested: ServerTest }) => (
  <StateLine state={tested.state} testId={`tested-${id}`}>
    {[
      t(`settings.tested.${tested.state}`),
      tested.state === 'ok' ? t('settings.testedModels', { count: tested.models }) : '',
      formatDuration(tested.ms),
    ]
      .filter(Boolean)
      .join(' · ')}
  </StateLine>
);

/** Asks a server once on request, and at once if it is new; the result counts for this address and key. */
function useTest(id: ServerId, settings: string, isNew: boolean) {
  const [last, setLast] = useState<{ readonly of: string; readonly test: ServerTest | null } | null>(null);
  const asking = last?.of === settings && last.test === null;
  async function test(): Promise<void> {
    if (asking) return;
    setLast({ of: settings, test: null });
    const answer = await host().request('models.testServer', { server: id });
    if (!answer.ok) toastError(answer.error);
    setLast(answer.ok ? { of: settings, test: answer.data } : null);
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it has been added
  useEffect(() => {
    if (isNew) void test();
  }, [isNew]);
  return { tested: last?.of === settings ? last.test : null, asking, test };
}

function ServerFields({ id, report, keySet }: Pick<ServerCardProps, 'id' | 'report'> & { keySet(): void }) {
  const { change } = useSettings.getState();
  const { kind, named, field, url, key } = serverIn(report, id);
  const { address, compatible, name } = providers[kind];
  const { value: servers } = report.fields.servers;
  const help = t(compatible ? 'settings.compatibleHelp' : 'settings.serviceHelp', { name });
  const put = (changed: object) =>
    change({ servers: servers.map((one) => (one.id === id ? { ...one, ...changed } : one)) });
  const putAddress = (text: string) =>
    change({ [address.setting]: text.trim() === '' && !address.always ? null : text } as Partial<Settings>);
  return (
    <>
      {named ? (
        <SettingTextField
          label={t('app.itsName')}
          value={named.name}
          testId={`setting-name-${id}`}
          commit={(text) => put({ name: text })}
        />
      ) : null}
      <SettingTextField
        label={t('settings.serverAddress', { server: serverTitle(id) })}
        help={named || address.always ? undefined : help}
        value={url}
        inputMode="url"
        testId={`setting-${id}`}
        commit={(text) => (named ? put({ url: text }) : putAddress(text))}
        note={named ? null : <DecidedBy variable={field.variable} />}
      />
      {key ? <KeyField id={id} state={key} address={url} keySet={keySet} /> : null}
    </>
  );
}

interface KeyFieldProps {
  readonly id: ServerId;
  readonly state: KeyState;
  /** Address of the server, as set; empty for none. */
  readonly address: string;
  keySet(): void;
}

/** Takes a key and passes it on; a stored key is never shown. */
function KeyField({ id, state, address, keySet }: KeyFieldProps) {
  const kind = kindOf(id);
  const goes = state.origin === null ? '' : whereTo(state, state.origin, address, providers[kind].name);
  return (
    <SettingTextField
      label={t('settings.apiKey')}
      help={[saidKey(kind, state), goes].filter(Boolean).join(' ')}
      type="password"
      value=""
      placeholder={t('settings.keyEnter')}
      testId={`setting-key-${id}`}
      commit={async (key) => {
        const error = await setKey(id, key);
        if (!error) keySet();
        return error;
      }}
      action={
        state.hasKey && state.kept !== 'environment' ? (
          <Button
            data-testid={`forget-key-${id}`}
            label={t('settings.keyForget')}
            onClick={() => void isGranted(setKey(id, null))}
          />
        ) : null
      }
    />
  );
}

const setKey = (provider: ServerId, key: string | null): Promise<ErrorReport | null> =>
  useSettings.getState().take(host().request('settings.setKey', { provider, key }));

/**
 * The target of the key; without one nothing is sent, and without an address a key means the provider's own service.
 */
function whereTo({ hasKey }: KeyState, origin: string, address: string, name: string): string {
  if (address !== '') return t(hasKey ? 'settings.keyFor' : 'settings.keyWouldGo', { origin });
  return t(hasKey ? 'settings.keyWithoutAddress' : 'settings.keyNeedsAddress', { name, origin });
}

function ServerHealth({ server }: { readonly server: ChatServerReport }) {
  const { state } = server;
  return (
    <StateLine state={state} testId={`health-${server.server}`}>
      <span className="font-medium text-ink">{t(`settings.serverState.${state}`)}</span>
      {' · '}
      {server.staysHere ? t('settings.here') : t('settings.elsewhere')}
      {'. '}
      {t(`settings.serverHint.${state}`)}
    </StateLine>
  );
}

interface StateLineProps {
  readonly state: ServerTest['state'];
  readonly testId: string;
  readonly children: ReactNode;
}

const stateLooks: Partial<Record<ServerTest['state'], readonly [LucideIcon, string]>> = {
  ok: [CircleCheck, 'text-accent'],
  'refused-offline': [CircleSlash, 'text-muted'],
};

function StateLine({ state, testId, children }: StateLineProps) {
  const [Icon, tone] = stateLooks[state] ?? [TriangleAlert, 'text-caution'];
  return (
    <div className="content mt-2 flex gap-2 text-12" data-testid={testId} data-state={state}>
      <Icon size={14} aria-hidden className={`mt-px shrink-0 ${tone}`} />
      <p className="text-soft">{children}</p>
    </div>
  );
}

const offers: readonly ServerId[] = [...serverPresets.map(({ id }) => id), ...providerIds];

function AddServer({ report, close }: { readonly report: SettingsReport; close(added: ServerId | null): void }) {
  const { change } = useSettings.getState();
  const { value: servers } = report.fields.servers;
  const isFree = (id: string) => servers.every((one) => one.id !== id);
  const [draft, setDraft] = useState(() => draftOf(offers.find(isFree) ?? 'openai'));
  const [error, setError] = useState<ErrorReport | null>(null);
  const { offer, name, url, key } = draft;
  const ready = name.trim() !== '' && url.trim() !== '';
  const put = (field: 'name' | 'url' | 'key') => (text: string) => setDraft({ ...draft, [field]: text });

  async function add(): Promise<void> {
    const id = isNamedServer(offer) && isFree(offer) ? offer : newServerId(kindOf(offer), name, servers);
    const refused = await change({ servers: [...servers, { id, name, url }] });
    setError(refused);
    if (refused) return;
    if (key !== '') await isGranted(setKey(id, key));
    close(id);
  }

  return (
    <RowPanel title={t('settings.addServer')} testId="add-server-panel" close={() => close(null)}>
      <Form className="mt-3 space-y-3" submit={() => void (ready && add())}>
        <Select
          label={t('settings.serverKind')}
          data-testid="new-server-kind"
          value={offer}
          options={offers}
          nameOf={serverTitle}
          choose={(next) => setDraft({ ...draftOf(next), key })}
        />
        <Line label={t('app.itsName')} data-testid="new-server-name" value={name} write={put('name')} />
        <Line
          label={t('settings.serverUrl')}
          data-testid="new-server-url"
          inputMode="url"
          placeholder={providers[kindOf(offer)].address.standard}
          value={url}
          write={put('url')}
        />
        <Line
          label={t('settings.apiKey')}
          data-testid="new-server-key"
          type="password"
          value={key}
          write={put('key')}
        />
        <ErrorNote error={error} />
        <PanelEnd yes={t('settings.add')} testId="new-server-add" disabled={!ready} close={() => close(null)} />
      </Form>
    </RowPanel>
  );
}

function draftOf(offer: ServerId) {
  const preset = serverPresets.find(({ id }) => id === offer);
  return { offer, name: preset?.name ?? serverTitle(offer), url: preset?.url ?? '', key: '' };
}
