import type { KeyState } from '@shared/contract/index';
import { Button } from '../components/Button';
import { host } from '../state/host';
import { useSettings } from '../state/settings';
import { sayError } from '../state/undoable-delete';
import { t } from '../strings/index';
import { TextField } from './TextField';

/** Takes a key and hands it on; what is kept is never shown. */
export function KeyField({ state }: { readonly state: KeyState }) {
  const take = useSettings((settings) => settings.take);
  const set = (key: string | null) => take(host().request('settings.setKey', { provider: 'openai', key }));
  const kept = state.kept === null ? t('settings.keyNone') : t(`settings.keyKept.${state.kept}`);
  return (
    <TextField
      label={t('settings.key')}
      help={[kept, state.origin ? t('settings.keyFor', { origin: state.origin }) : ''].filter(Boolean).join(' ')}
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
