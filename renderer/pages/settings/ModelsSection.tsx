import type { ChatModelInfo, ChatModelsReport } from '@shared/contract/index';
import { addressSettingPaths } from '@shared/providers';
import { t } from '@shared/words/index';
import { RefreshCw } from 'lucide-react';
import { useId } from 'react';
import { useAnswer } from '../../bridge/use-answer';
import { usePull } from '../../state/model-pull';
import { changeSetting, serverTitle, useSettings } from '../../state/settings';
import { Button } from '../../ui/Button';
import { ErrorNote } from '../../ui/Notices';
import { formatBytes } from '../../ui/quantities';
import { AnsweringLimits } from './LimitsSection';
import { PullModel } from './PullModel';
import { Servers } from './Servers';
import { DecidedBy, SettingGroup } from './SettingRow';

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
      fields?.servers,
      fields?.offline,
      fields?.chatModel,
    ]),
  );
  if (!report) return null;
  return (
    <>
      <SettingGroup title={t('settings.waitingUse.chatModel')} help={t('settings.chatModelHelp')}>
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
        <Servers report={report} servers={data?.servers ?? []} ask={() => void ask()} />
      </SettingGroup>
      <SettingGroup title={t('settings.writing')} help={t('settings.writingHelp')}>
        <AnsweringLimits />
      </SettingGroup>
      <PullModel title={t('settings.pull')} help={t('settings.pullHelp')} />
    </>
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
      <legend className="sr-only">{t('settings.waitingUse.chatModel')}</legend>
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

const noteOf = ({ server, bytes, contextTokens, loaded }: ChatModelInfo): string =>
  [
    serverTitle(server),
    bytes === null ? '' : formatBytes(bytes),
    contextTokens === null ? '' : t('settings.contextTokens', { count: contextTokens }),
    loaded ? t('settings.loaded') : '',
  ]
    .filter(Boolean)
    .join(' · ');
