import type { InsightsReport, NetworkConnection, WaitingPermission } from '@shared/contract/index';
import { type AddressSetting, providerIds, providers } from '@shared/providers';
import { t } from '@shared/words/index';
import { ChartColumn, Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { host } from '../../bridge/host';
import { useAnswer } from '../../bridge/use-answer';
import { useQuestionLog } from '../../state/chat/question-log';
import { showInsights } from '../../state/evaluation';
import { serverTitle, useSettings } from '../../state/settings';
import { askOrSay, toastError } from '../../state/undo';
import { Button } from '../../ui/Button';
import { ErrorNote, Nothing } from '../../ui/Notices';
import { formatBytes, formatClock } from '../../ui/quantities';
import { ApiGroup } from './ApiGroup';
import { QuestionLogGroup } from './QuestionLogGroup';
import { PanelEnd, RowPanel, SettingChoice, SettingGroup, SettingSwitch } from './SettingRow';

/** 0: for ever. */
const usualDays = [7, 30, 90, 365, 0];

export function PrivacySection() {
  const { data, error, ask } = useAnswer('network.connections', { limit: 200 });
  useEffect(
    () =>
      host().subscribe((event) => {
        if (event.type === 'network.changed') void ask();
      }),
    [ask],
  );
  const totals = data?.totals;
  return (
    <>
      <div className="border-b border-hairline py-4">
        <SettingSwitch
          path="offline"
          label={t('settings.offline')}
          help={t('settings.offlineHelp')}
          testId="setting-offline"
        />
      </div>
      <KeptFigures />
      <WaitingGroup />
      <div className="border-b border-hairline py-4">
        <KeptDays path="runs.keepDays" label={t('settings.keepRuns')} help={t('settings.keepRunsHelp')} testId="runs" />
      </div>
      <QuestionLogGroup />
      <ApiGroup />
      <SettingGroup
        title={t('settings.connections')}
        help={
          totals
            ? t('settings.connectionTotals', {
                here: totals.onThisComputer,
                elsewhere: totals.elsewhere,
                refused: totals.refused,
              })
            : ''
        }
      >
        <ErrorNote error={error} />
        {data && data.connections.length === 0 ? (
          <Nothing title={t('settings.noConnections')} hint={t('settings.noConnectionsHint')} around="content" />
        ) : null}
        {data && data.connections.length > 0 ? <Connections connections={data.connections} /> : null}
      </SettingGroup>
    </>
  );
}

interface KeptDaysProps {
  readonly path: 'runs.keepDays' | 'log.keepDays';
  readonly label: string;
  readonly help: string;
  readonly testId: string;
}

function KeptDays({ testId, ...row }: KeptDaysProps) {
  const field = useSettings((state) => state.report?.fields[row.path]);
  if (!field) return null;
  const days = [...new Set([...usualDays, field.value])].sort((a, b) => (a || Infinity) - (b || Infinity));
  return (
    <SettingChoice
      {...row}
      testId={`setting-keep-${testId}`}
      options={days}
      name={(count) => (count === 0 ? t('settings.keepRunsAlways') : t('settings.keepRunsDays', { count }))}
    />
  );
}

function KeptFigures() {
  const [asked, setAsked] = useState<InsightsReport | null>(null);
  const ask = async () => setAsked(await askOrSay('insights.get', {}));
  const close = () => setAsked(null);
  return (
    <div className="border-b border-hairline py-4">
      <SettingSwitch
        path="figures.keep"
        label={t('insights.keep')}
        help={t('insights.keepHelp')}
        testId="setting-figures"
      />
      <div className="mt-2 mb-4 flex flex-wrap gap-2">
        <Button data-testid="show-insights" icon={ChartColumn} onClick={showInsights}>
          {t('insights.look')}
        </Button>
        <Button data-testid="figures-delete" icon={Trash2} onClick={() => void ask()}>
          {t('insights.delete')}
        </Button>
      </div>
      <KeptDays
        path="log.keepDays"
        label={t('questionLog.keepLines')}
        help={t('questionLog.keepLinesHelp')}
        testId="log"
      />
      <SettingSwitch
        path="log.withConversation"
        label={t('questionLog.withConversation')}
        help={t('questionLog.withConversationHelp')}
        testId="setting-log-with-conversation"
      />
      {asked ? (
        <RowPanel title={t('insights.deleteSure')} testId="figures-delete-panel" close={close}>
          <p className="mt-1 text-soft">
            {t('insights.deleteWhat', {
              questions: asked.questions,
              ratings: asked.feedback.helpful + asked.feedback.notHelpful,
              opened: asked.feedback.opened,
            })}
          </p>
          <PanelEnd
            quiet
            yes={t('insights.deleteNow')}
            testId="figures-delete-sure"
            run={() => {
              close();
              void useQuestionLog.getState().deleteFigures();
            }}
            no={t('questionLog.keep')}
            close={close}
          />
        </RowPanel>
      ) : null}
    </div>
  );
}

function Connections({ connections }: { readonly connections: readonly NetworkConnection[] }) {
  const bytes = (n: number | null) => (n === null ? t('app.none') : formatBytes(n));
  return (
    <div className="overflow-x-auto">
      <table className="content tabular w-full text-left" data-testid="connections">
        <thead>
          <tr className="border-b border-hairline text-12 text-muted">
            {(
              ['connectionAt', 'connectionPlace', 'connectionPurpose', 'connectionState', 'connectionBytes'] as const
            ).map((head) => (
              <th key={head} className="py-2 pr-4 font-medium">
                {t(`settings.${head}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {connections.map((connection) => (
            <tr key={connection.id} className="border-b border-hairline align-top">
              <td className="py-2 pr-4 whitespace-nowrap">{formatClock(connection.at)}</td>
              <td className="py-2 pr-4">
                <span className="break-all">{connection.place}</span>
                <span className={`block text-12 ${connection.staysHere ? 'text-muted' : 'text-caution'}`}>
                  {connection.staysHere ? t('settings.here') : t('settings.elsewhere')}
                </span>
              </td>
              <td className="py-2 pr-4">{t(`settings.purpose.${connection.purpose}`)}</td>
              <td className="py-2 pr-4">
                {t(`settings.connectionOutcome.${connection.state}`)}
                {connection.status === null ? null : (
                  <span className="block text-12 text-muted">{`HTTP ${connection.status}`}</span>
                )}
              </td>
              <td className="py-2 whitespace-nowrap">
                {bytes(connection.sent)} / {bytes(connection.received)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Outside targets that came with the library: each waits for a yes on this computer. Empty for none. */
function WaitingGroup() {
  const waiting = useSettings((state) => state.report?.waiting) ?? [];
  if (waiting.length === 0) return null;
  return (
    <SettingGroup title={t('settings.waiting')} help={t('settings.waitingHelp')}>
      <ul className="space-y-3" data-testid="waiting-permissions">
        {waiting.map((one) => (
          <li key={`${one.use} ${one.value}`}>
            <Waiting {...one} />
          </li>
        ))}
      </ul>
    </SettingGroup>
  );
}

function useText(use: WaitingPermission['use']): string {
  const provider = providerIds.find((id) => providers[id].address.setting === use);
  return provider ? serverTitle(provider) : t(`settings.waitingUse.${use as Exclude<typeof use, AddressSetting>}`);
}

function Waiting({ use, value, leftOff }: WaitingPermission) {
  const say = async (allow: boolean): Promise<void> => {
    const error = await useSettings
      .getState()
      .take(host().request('settings.allow', { uses: [{ use, value }], allow }));
    if (error) toastError(error);
  };
  return (
    <div className="flex flex-wrap items-start gap-2" data-testid="waiting-permission" data-use={use}>
      <div className="min-w-60 flex-1">
        <p className="content font-medium break-all">{value}</p>
        <p className="text-12 text-muted">
          {useText(use)}
          {leftOff ? ` · ${t('settings.waitingLeftOff')}` : ''}
        </p>
      </div>
      <Button data-testid="waiting-allow" aria-label={t('settings.allowOf', { value })} onClick={() => void say(true)}>
        {t('settings.allow')}
      </Button>
      {leftOff ? null : (
        <Button
          data-testid="waiting-leave"
          aria-label={t('settings.leaveOffOf', { value })}
          onClick={() => void say(false)}
        >
          {t('settings.leaveOff')}
        </Button>
      )}
    </div>
  );
}
