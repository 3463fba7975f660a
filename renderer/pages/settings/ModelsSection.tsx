import type {
  ChatModelInfo,
  ChatModelsReport,
  ChatServerReport,
  KeyState,
  SettingsReport,
} from '@shared/contract/index';
import { addressSettingPaths, type ProviderId, providerIds, providers } from '@shared/providers';
import type { Settings } from '@shared/settings';
import { t } from '@shared/words/index';
import { saidKey } from '@shared/words/said';
import { CircleCheck, CircleSlash, RefreshCw, TriangleAlert } from 'lucide-react';
import { useId } from 'react';
import { host } from '../../bridge/host';
import { useAnswer } from '../../bridge/use-answer';
import { usePull } from '../../state/model-pull';
import { changeSetting, useSettings } from '../../state/settings';
import { sayError } from '../../state/undo';
import { Button } from '../../ui/Button';
import { ErrorNote } from '../../ui/Notices';
import { serverTitle } from '../../ui/names';
import { formatBytes } from '../../ui/quantities';
import { AnsweringLimits } from './LimitsSection';
import { PullModel } from './PullModel';
import { DecidedBy, SettingGroup } from './SettingRow';
import { TextField } from './TextField';

export function ModelsSection() {
  const report = useSettings((state) => state.report);
  const pulling = usePull((state) => state.requestId);
  const fields = report?.fields;
  // Another address, key or switch, or a model that has come, and the servers have something else to say.
  const { data, error, asking, ask } = useAnswer(
    'models.chat',
    {},
    JSON.stringify([
      pulling,
      report?.keys,
      addressSettingPaths.map((path) => fields?.[path]),
      fields?.offline,
      fields?.chatModel,
    ]),
  );
  if (!report) return null;
  return (
    <>
      <SettingGroup title={t('settings.chatModel')} help={t('settings.chatModelHelp')}>
        <ErrorNote error={error} />
        <ChatModels report={data} />
        <DecidedBy variable={report.fields.chatModel.variable} />
      </SettingGroup>
      <SettingGroup
        title={t('settings.servers')}
        help={t('settings.serversHelp')}
        action={
          <Button icon={RefreshCw} disabled={asking} data-testid="check-servers" onClick={() => void ask()}>
            {asking ? t('settings.checkingServers') : t('settings.checkServers')}
          </Button>
        }
      >
        {providerIds.map((id) => (
          <ServerFields
            key={id}
            provider={id}
            report={report}
            server={data?.servers.find((one) => one.provider === id)}
          />
        ))}
      </SettingGroup>
      <SettingGroup title={t('settings.writing')} help={t('settings.writingHelp')}>
        <AnsweringLimits />
      </SettingGroup>
      <PullModel title={t('settings.pull')} help={t('settings.pullHelp')} />
    </>
  );
}

interface ServerFieldsProps {
  readonly provider: ProviderId;
  readonly report: SettingsReport;
  readonly server: ChatServerReport | undefined;
}

function ServerFields({ provider, report, server }: ServerFieldsProps) {
  const { change } = useSettings.getState();
  const { address, compatible, name } = providers[provider];
  const field = report.fields[address.setting];
  const key = report.keys[provider];
  const help = address.always
    ? undefined
    : t(compatible ? 'settings.compatibleHelp' : 'settings.serviceHelp', { name });
  const addressIn = (text: string) => (text.trim() === '' && !address.always ? null : text);
  return (
    <>
      <TextField
        label={t('settings.serverAddress', { server: serverTitle(provider) })}
        help={help}
        value={field.value ?? ''}
        inputMode="url"
        testId={`setting-${provider}`}
        commit={(text) => change({ [address.setting]: addressIn(text) } as Partial<Settings>)}
        note={
          <>
            <ServerHealth server={server} />
            <DecidedBy variable={field.variable} />
          </>
        }
      />
      {key ? <KeyField provider={provider} state={key} address={field.value ?? ''} /> : null}
    </>
  );
}

interface KeyFieldProps {
  readonly provider: ProviderId;
  readonly state: KeyState;
  /** Of the server, as it is set; empty for none. */
  readonly address: string;
}

/** Takes a key and hands it on; what is kept is never shown. */
function KeyField({ provider, state, address }: KeyFieldProps) {
  const take = useSettings((settings) => settings.take);
  const set = (key: string | null) => take(host().request('settings.setKey', { provider, key }));
  const goes = state.origin === null ? '' : whereTo(state, state.origin, address, providers[provider].name);
  return (
    <TextField
      label={t('settings.keyOf', { server: serverTitle(provider) })}
      help={[saidKey(provider, state), goes].filter(Boolean).join(' ')}
      type="password"
      value=""
      placeholder={t('settings.keyEnter')}
      testId={`setting-key-${provider}`}
      commit={set}
      action={
        state.hasKey && state.kept !== 'environment' ? (
          <Button
            data-testid={`forget-key-${provider}`}
            onClick={() =>
              void set(null).then((error) => {
                if (error) sayError(error);
              })
            }
          >
            {t('settings.keyForget')}
          </Button>
        ) : null
      }
    />
  );
}

/** Where the key goes; without one nothing goes anywhere, and without an address a key means the provider's own service. */
function whereTo({ hasKey }: KeyState, origin: string, address: string, name: string): string {
  if (address !== '') return t(hasKey ? 'settings.keyFor' : 'settings.keyWouldGo', { origin });
  return t(hasKey ? 'settings.keyWithoutAddress' : 'settings.keyNeedsAddress', { name, origin });
}

function ServerHealth({ server }: { readonly server: ChatServerReport | undefined }) {
  if (!server) return null;
  const { state } = server;
  const Icon = state === 'ok' ? CircleCheck : state === 'refused-offline' ? CircleSlash : TriangleAlert;
  const tone = state === 'ok' ? 'text-accent' : state === 'refused-offline' ? 'text-muted' : 'text-caution';
  return (
    <div
      className="content col-span-2 mt-2 flex gap-2 text-12"
      data-testid={`health-${server.provider}`}
      data-state={state}
    >
      <Icon size={14} aria-hidden className={`mt-px shrink-0 ${tone}`} />
      <p className="text-soft">
        <span className="font-medium text-ink">{t(`settings.serverState.${state}`)}</span>
        {' · '}
        {server.staysHere ? t('settings.here') : t('settings.elsewhere')}
        {'. '}
        {t(`settings.serverHint.${state}`)}
      </p>
    </div>
  );
}

interface Row {
  readonly id: string | null;
  readonly name: string;
  readonly note: string;
}

function ChatModels({ report }: { readonly report: ChatModelsReport | null }) {
  const name = useId();
  const setting = useSettings((state) => state.report?.fields.chatModel.value ?? null);
  const models = report?.servers.flatMap((server) => server.models) ?? [];
  const chosen = report ? report.chosen : setting;
  const missing = chosen !== null && report !== null && !models.some(({ id }) => id === chosen);
  const rows: readonly Row[] = [
    { id: null, name: t('settings.noModel'), note: t('settings.noModelNote') },
    ...(missing ? [{ id: chosen, name: chosen, note: t('settings.missingModel') }] : []),
    ...models.map((model) => ({ id: model.id, name: model.name, note: noteOf(model) })),
  ];
  return (
    <fieldset className="max-h-80 overflow-y-auto rounded-md border border-hairline">
      <legend className="sr-only">{t('settings.chatModel')}</legend>
      {rows.map((row) => (
        <label
          key={row.id ?? ''}
          data-testid="chat-model"
          data-model={row.id ?? ''}
          className="flex items-center gap-3 border-b border-hairline px-4 py-2 last:border-b-0 hover:bg-raised has-checked:bg-accent-wash"
        >
          <input
            type="radio"
            name={name}
            className="size-4 shrink-0 accent-accent"
            checked={row.id === chosen}
            onChange={() => void changeSetting({ chatModel: row.id })}
          />
          <span className="min-w-0 flex-1">
            <span className="block break-words font-medium">{row.name}</span>
            <span className="tabular block text-12 text-soft">{row.note}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

function noteOf({ provider, bytes, contextTokens, loaded }: ChatModelInfo): string {
  return [
    serverTitle(provider),
    bytes === null ? '' : formatBytes(bytes),
    contextTokens === null ? '' : t('settings.contextTokens', { count: contextTokens }),
    loaded ? t('settings.loaded') : '',
  ]
    .filter(Boolean)
    .join(' · ');
}
