import { RefreshCw } from 'lucide-react';
import { Button } from '../components/Button';
import { ErrorNote } from '../components/ErrorNote';
import { usePull } from '../state/model-pull';
import { useSettings } from '../state/settings';
import { t } from '../strings/index';
import { ChatModels } from './ChatModels';
import { KeyField } from './KeyField';
import { PullModel } from './PullModel';
import { ServerHealth } from './ServerHealth';
import { DecidedBy, SettingGroup } from './SettingRow';
import { TextField } from './TextField';
import { useAnswer } from './use-answer';

/** Who writes the answers, and the servers that could. */
export function ModelsSection() {
  const report = useSettings((state) => state.report);
  const change = useSettings((state) => state.change);
  const pulling = usePull((state) => state.requestId);
  const fields = report?.fields;
  // Another address, key or switch, or a model that has come, and the servers have something else to say.
  const { data, error, asking, ask } = useAnswer(
    'models.chat',
    {},
    JSON.stringify([
      pulling,
      report?.keys,
      fields?.ollamaHost,
      fields?.['openai.baseUrl'],
      fields?.offline,
      fields?.chatModel,
    ]),
  );
  if (!report) return null;
  const { ollamaHost, 'openai.baseUrl': baseUrl } = report.fields;
  return (
    <>
      <SettingGroup title={t('settings.chatModel')} help={t('settings.chatModelHelp')}>
        {error ? <ErrorNote error={error} /> : null}
        <ChatModels report={data} />
        <DecidedBy variable={report.fields.chatModel.variable} />
      </SettingGroup>
      <SettingGroup
        title={t('settings.servers')}
        action={
          <Button
            icon={<RefreshCw size={14} aria-hidden />}
            disabled={asking}
            data-testid="check-servers"
            onClick={() => void ask()}
          >
            {asking ? t('settings.checkingServers') : t('settings.checkServers')}
          </Button>
        }
      >
        <TextField
          label={t('settings.ollamaAddress')}
          value={ollamaHost.value}
          inputMode="url"
          testId="setting-ollama"
          commit={(text) => change({ ollamaHost: text })}
          note={
            <>
              <ServerHealth server={data?.servers.find(({ provider }) => provider === 'ollama')} />
              <DecidedBy variable={ollamaHost.variable} />
            </>
          }
        />
        <TextField
          label={t('settings.openaiAddress')}
          help={t('settings.openaiAddressHelp')}
          value={baseUrl.value ?? ''}
          inputMode="url"
          testId="setting-openai"
          commit={(text) => change({ 'openai.baseUrl': text.trim() === '' ? null : text })}
          note={
            <>
              <ServerHealth server={data?.servers.find(({ provider }) => provider === 'openai')} />
              <DecidedBy variable={baseUrl.variable} />
            </>
          }
        />
        <KeyField state={report.keys.openai} address={baseUrl.value ?? ''} />
      </SettingGroup>
      <PullModel title={t('settings.pull')} help={t('settings.pullHelp')} />
    </>
  );
}
