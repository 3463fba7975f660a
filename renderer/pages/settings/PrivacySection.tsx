import type {
  ApiReport,
  ApiScope,
  InsightsReport,
  NetworkConnection,
  RequestOf,
  WaitingPermission,
} from '@shared/contract/index';
import type { ErrorReport } from '@shared/errors';
import { type AddressSetting, providerIds, providers } from '@shared/providers';
import { t } from '@shared/words/index';
import { ChartColumn, KeyRound, Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { host } from '../../bridge/host';
import { useAnswer } from '../../bridge/use-answer';
import { useQuestionLog } from '../../state/chat/question-log';
import { showInsights } from '../../state/evaluation';
import { settingWords } from '../../state/finding/setting-places';
import { serverTitle, useSettings } from '../../state/settings';
import { askOrSay, isGranted } from '../../state/undo';
import { Button, CopyButton } from '../../ui/Button';
import { Form, Select } from '../../ui/fields';
import { ErrorNote, Nothing } from '../../ui/Notices';
import { formatBytes, formatClock } from '../../ui/quantities';
import { QuestionLogGroup } from './QuestionLogGroup';
import { PanelEnd, RowPanel, SettingChoice, SettingGroup, SettingSwitch, SettingTextField, Switch } from './SettingRow';

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
        <SettingSwitch {...settingWords('offline')} path="offline" />
      </div>
      <KeptFigures />
      <WaitingGroup />
      <div className="border-b border-hairline py-4">
        <KeptDays of="keepRuns" path="runs.keepDays" />
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
  readonly of: 'keepRuns' | 'keepLines';
  readonly path: 'runs.keepDays' | 'log.keepDays';
}

/** A number of days that is set in a terminal is beside the usual ones. */
function KeptDays({ of, path }: KeptDaysProps) {
  const field = useSettings((state) => state.report?.fields[path]);
  if (!field) return null;
  const days = [...new Set([...usualDays, field.value])].sort((a, b) => (a || Infinity) - (b || Infinity));
  return (
    <SettingChoice
      {...settingWords(of)}
      path={path}
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
      <SettingSwitch {...settingWords('figures')} path="figures.keep" />
      <div className="mt-2 mb-4 flex flex-wrap gap-2">
        <Button data-testid="show-insights" icon={ChartColumn} label={t('insights.look')} onClick={showInsights} />
        <Button data-testid="figures-delete" icon={Trash2} label={t('insights.delete')} onClick={() => void ask()} />
      </div>
      <KeptDays of="keepLines" path="log.keepDays" />
      <SettingSwitch {...settingWords('withConversation')} path="log.withConversation" />
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
  const take = useSettings((state) => state.take);
  const say = (allow: boolean) => isGranted(take(host().request('settings.allow', { uses: [{ use, value }], allow })));
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
          label={t('settings.leaveOff')}
          onClick={() => void say(false)}
        />
      )}
    </div>
  );
}

const scopes: readonly ApiScope[] = ['read', 'change'];

/** Refused in the field that it was typed into. */
async function set(input: RequestOf<'api.set'>): Promise<ErrorReport | null> {
  const answer = await host().request('api.set', input);
  return answer.ok ? null : answer.error;
}

function ApiGroup() {
  const { data, ask } = useAnswer('api.get', {});
  useEffect(() => host().subscribe(({ type }) => void (type === 'api.changed' && ask())), [ask]);
  if (!data) return null;
  return (
    <SettingGroup title={t('settings.api.title')} help={t('settings.api.help')}>
      {host().host === 'desktop' ? <Serving api={data} /> : null}
      <SettingTextField
        label={t('settings.api.origins')}
        help={t('settings.api.originsHelp')}
        testId="api-origins"
        value={data.origins.join(' ')}
        commit={(text) => set({ origins: text.split(/[\s,]+/u).filter(Boolean) })}
      />
      <Tokens api={data} />
    </SettingGroup>
  );
}

function Serving({ api: { on, address, failed, port } }: { readonly api: ApiReport }) {
  const state = failed ? t('settings.api.failed', { port: String(port) }) : t('settings.api.off');
  return (
    <>
      <Switch
        label={t('settings.api.on')}
        on={on}
        testId="api-on"
        turn={(next) => void askOrSay('api.set', { on: next })}
        note={
          <p className={`text-12 ${failed ? 'text-danger' : 'text-muted'}`} data-testid="api-state" role="status">
            {address === null ? state : t('settings.api.at', { address })}
          </p>
        }
      />
      <SettingTextField
        beside
        label={t('settings.api.port')}
        testId="api-port"
        inputMode="numeric"
        value={String(port)}
        commit={(text) => set({ port: Number(text) })}
      />
    </>
  );
}

const MadeToken = ({ token, close }: { readonly token: string; close(): void }) => (
  <RowPanel title={t('settings.api.once')} testId="api-token-once" close={close}>
    <div className="mt-2 flex flex-wrap items-center gap-2">
      <code className="content font-mono text-12 break-all" data-testid="api-token">
        {token}
      </code>
      <CopyButton text={() => token} label={t('commands.copy')} />
      <Button look="ghost" label={t('settings.api.done')} onClick={close} />
    </div>
  </RowPanel>
);

function Tokens({ api: { tokens } }: { readonly api: ApiReport }) {
  const [name, setName] = useState('');
  const [scope, setScope] = useState<ApiScope>('read');
  const [made, setMade] = useState<string | null>(null);
  const make = async (): Promise<void> => {
    const answer = await askOrSay('api.addToken', { name: name.trim(), scope });
    if (answer === null) return;
    setMade(answer.token);
    setName('');
  };
  return (
    <>
      <h4 className="mt-4 font-medium">{t('settings.api.tokens')}</h4>
      {tokens.length === 0 ? <p className="mt-1 text-muted">{t('settings.api.noTokens')}</p> : null}
      <ul className="mt-2 space-y-2" data-testid="api-tokens">
        {tokens.map((token) => (
          <li key={token.tokenId} className="flex flex-wrap items-center gap-2">
            <span className="content min-w-40 flex-1 font-medium break-all">
              {token.name}
              <span className="block text-12 font-normal text-muted">{t(`settings.api.scope.${token.scope}`)}</span>
            </span>
            <Button
              icon={Trash2}
              aria-label={t('settings.api.revokeOf', { name: token.name })}
              label={t('settings.api.revoke')}
              onClick={() => void askOrSay('api.revokeToken', { tokenId: token.tokenId })}
            />
          </li>
        ))}
      </ul>
      <Form className="mt-3 flex flex-wrap items-center gap-2" submit={() => void make()}>
        <input
          aria-label={t('app.itsName')}
          placeholder={t('app.itsName')}
          data-testid="api-token-name"
          className="content h-8 min-w-0 flex-1 rounded-md border border-edge bg-case px-3 text-14"
          maxLength={200}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <Select<ApiScope>
          data-testid="api-token-scope"
          label={t('settings.api.may')}
          options={scopes}
          value={scope}
          nameOf={(one) => t(`settings.api.scope.${one}`)}
          choose={setScope}
        />
        <Button type="submit" icon={KeyRound} data-testid="api-token-make" disabled={name.trim() === ''}>
          {t('settings.api.make')}
        </Button>
      </Form>
      {made === null ? null : <MadeToken token={made} close={() => setMade(null)} />}
    </>
  );
}
