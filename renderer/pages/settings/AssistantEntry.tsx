import { t } from '@shared/words/index';
import { useAnswer } from '../../bridge/use-answer';
import { CopyButton } from '../../ui/Button';
import { SettingGroup } from './SettingRow';

/** What other assistants take among their servers to ask this library from this very installation. */
export function AssistantEntry() {
  const { data } = useAnswer('app.about', {});
  if (!data?.mcp) return null;
  const entry = JSON.stringify({ mcpServers: { vitrine: data.mcp } }, null, 2);
  return (
    <SettingGroup
      title={t('agents.others')}
      help={t('agents.othersHelp')}
      action={<CopyButton text={() => entry} label={t('agents.copyEntry')} />}
    >
      <pre
        data-testid="assistant-entry"
        className="content rounded-md bg-raised p-3 font-mono text-12 break-all whitespace-pre-wrap"
      >
        {entry}
      </pre>
    </SettingGroup>
  );
}
