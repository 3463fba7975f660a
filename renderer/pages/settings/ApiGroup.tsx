import type { ApiReport, ApiScope, RequestOf } from '@shared/contract/index';
import type { ErrorReport } from '@shared/errors';
import { t } from '@shared/words/index';
import { KeyRound, Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { host } from '../../bridge/host';
import { useAnswer } from '../../bridge/use-answer';
import { askOrSay } from '../../state/undo';
import { Button, CopyButton } from '../../ui/Button';
import { Form, Select } from '../../ui/fields';
import { RowPanel, SettingGroup, Switch } from './SettingRow';
import { SettingTextField } from './SettingTextField';

const scopes: readonly ApiScope[] = ['read', 'change'];

/** Refused in the field that it was typed into. */
async function set(input: RequestOf<'api.set'>): Promise<ErrorReport | null> {
  const answer = await host().request('api.set', input);
  return answer.ok ? null : answer.error;
}

export function ApiGroup() {
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

function TokenRow({ token }: { readonly token: ApiReport['tokens'][number] }) {
  return (
    <li className="flex flex-wrap items-center gap-2">
      <span className="content min-w-40 flex-1 font-medium break-all">
        {token.name}
        <span className="block text-12 font-normal text-muted">{t(`settings.api.scope.${token.scope}`)}</span>
      </span>
      <Button
        icon={Trash2}
        aria-label={t('settings.api.revokeOf', { name: token.name })}
        onClick={() => void askOrSay('api.revokeToken', { tokenId: token.tokenId })}
      >
        {t('settings.api.revoke')}
      </Button>
    </li>
  );
}

function MadeToken({ token, close }: { readonly token: string; close(): void }) {
  return (
    <RowPanel title={t('settings.api.once')} testId="api-token-once" close={close}>
      <div className="mt-2 flex flex-wrap items-center gap-2">
        <code className="content font-mono text-12 break-all" data-testid="api-token">
          {token}
        </code>
        <CopyButton text={() => token} label={t('commands.copy')} />
        <Button look="ghost" onClick={close}>
          {t('settings.api.done')}
        </Button>
      </div>
    </RowPanel>
  );
}

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
          <TokenRow key={token.tokenId} token={token} />
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
