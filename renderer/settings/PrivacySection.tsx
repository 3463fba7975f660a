import type { NetworkConnection } from '@shared/contract/index';
import { useEffect } from 'react';
import { ErrorNote } from '../components/ErrorNote';
import { formatBytes, formatClock } from '../components/quantities';
import { host } from '../state/host';
import { changeSetting, useSettings } from '../state/settings';
import { t } from '../strings/index';
import { QuestionLogGroup } from './question-log/QuestionLogGroup';
import { DecidedBy, SettingGroup } from './SettingRow';
import { Switch } from './Switch';
import { useAnswer } from './use-answer';

/** Many tokens and connections end in the same moment: the list is asked for once, ms after the first. */
const settleMs = 200;

/** Whether anything leaves this computer, what did, and what is kept of what was asked. */
export function PrivacySection() {
  const offline = useSettings((state) => state.report?.fields.offline);
  const { data, error, ask } = useAnswer('network.connections', { limit: 200 });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | null = null;
    const end = host().subscribe((event) => {
      if (event.type !== 'network.connection' || timer !== null) return;
      timer = setTimeout(() => {
        timer = null;
        void ask();
      }, settleMs);
    });
    return () => {
      end();
      if (timer !== null) clearTimeout(timer);
    };
  }, [ask]);
  if (!offline) return null;
  const totals = data?.totals;
  return (
    <>
      <div className="border-b border-hairline py-4">
        <Switch
          label={t('settings.offline')}
          help={t('settings.offlineHelp')}
          on={offline.value}
          testId="setting-offline"
          turn={(on) => void changeSetting({ offline: on })}
          note={<DecidedBy variable={offline.variable} />}
        />
      </div>
      <QuestionLogGroup />
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
        {error ? <ErrorNote error={error} /> : null}
        {data && data.connections.length === 0 ? (
          <>
            <p className="font-medium">{t('settings.noConnections')}</p>
            <p className="mt-1 text-muted">{t('settings.noConnectionsHint')}</p>
          </>
        ) : null}
        {data && data.connections.length > 0 ? <Connections connections={data.connections} /> : null}
      </SettingGroup>
    </>
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
