import type { KeyState } from '@shared/contract/index';
import { Button } from '../components/Button';
import { host } from '../state/host';
import { useSettings } from '../state/settings';
import { sayError } from '../state/undoable-delete';
import { t } from '../strings/index';
import { TextField } from './TextField';

interface KeyFieldProps {
  readonly state: KeyState;
  /** Of the server, as it is set; empty for none. */
  readonly address: string;
}

/** Takes a key and hands it on; what is kept is never shown. */
export function KeyField({ state, address }: KeyFieldProps) {
  const take = useSettings((settings) => settings.take);
  const set = (key: string | null) => take(host().request('settings.setKey', { provider: 'openai', key }));
  const kept = state.kept === null ? t('settings.keyNone') : t(`settings.keyKept.${state.kept}`);
  return (
    <TextField
      label={t('settings.key')}
      help={[kept, state.origin === null ? '' : whereTo(state, state.origin, address)].filter(Boolean).join(' ')}
      type="password"
      value=""
      placeholder={t('settings.keyEnter')}
      testId="setting-key"
      commit={set}
      action={
        state.hasKey && state.kept !== 'environment' ? (
          <Button
            data-testid="forget-key"
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

/** Where the key goes; without one nothing goes anywhere, and without an address a key means OpenAI's own service. */
function whereTo({ hasKey }: KeyState, origin: string, address: string): string {
  if (address !== '') return t(hasKey ? 'settings.keyFor' : 'settings.keyWouldGo', { origin });
  return t(hasKey ? 'settings.keyWithoutAddress' : 'settings.keyNeedsAddress', { origin });
}
