import type { ErrorReport } from '@shared/errors';
import { bucketOf } from '@shared/store-bucket';
import { useState } from 'react';
import { Button } from '../../components/Button';
import { ErrorNote } from '../../components/ErrorNote';
import { host } from '../../state/host';
import { useSettings } from '../../state/settings';
import { t } from '../../strings/index';

const fields = ['endpoint', 'region', 'accessKeyId', 'secretAccessKey'] as const;
type Values = { readonly [F in (typeof fields)[number]]: string };
const empty: Values = { endpoint: '', region: '', accessKeyId: '', secretAccessKey: '' };

/** Takes the keys of the store that an address names and hands them on; what is kept is never shown. */
export function StoreKeyFields({ address }: { readonly address: string }) {
  const { report, take } = useSettings();
  const [values, setValues] = useState(empty);
  const [error, setError] = useState<ErrorReport | null>(null);
  const bucket = bucketOf(address);
  if (!report || bucket === null) return null;
  const { fromEnvironment, entered } = report.storeKeys;
  const held = entered.find((state) => state.bucket === bucket);

  async function hand(keys: Values | null): Promise<void> {
    const given = keys && {
      accessKeyId: keys.accessKeyId.trim(),
      secretAccessKey: keys.secretAccessKey.trim(),
      ...(keys.region.trim() ? { region: keys.region.trim() } : {}),
      ...(keys.endpoint.trim() ? { endpoint: keys.endpoint.trim() } : {}),
    };
    const refused = await take(host().request('settings.setStoreKeys', { address: bucket ?? '', keys: given }));
    setError(refused);
    if (!refused) setValues(empty);
  }

  return (
    <form
      className="my-2"
      data-testid="store-keys"
      onSubmit={(event) => {
        event.preventDefault();
        void hand(values);
      }}
    >
      <p className="font-medium">{t('indexPlace.keys')}</p>
      <p data-testid="store-keys-state" className="mt-0.5 break-words text-12 text-muted">
        {fromEnvironment
          ? t('indexPlace.keysOfEnvironment')
          : held
            ? t(`indexPlace.keysKept.${held.kept}`, { bucket })
            : t('indexPlace.keysNone', { bucket })}
      </p>
      {fromEnvironment ? null : (
        <>
          <div className="my-2 grid grid-cols-[repeat(auto-fit,minmax(14rem,1fr))] gap-2">
            {fields.map((field) => (
              <label key={field} className="text-12 text-muted">
                {t(`indexPlace.${field}`)}
                <input
                  data-testid={`store-${field}`}
                  type={field === 'secretAccessKey' ? 'password' : 'text'}
                  className="content mt-1 h-8 w-full min-w-0 rounded-md border border-edge bg-case px-3 text-14"
                  autoComplete="off"
                  spellCheck={false}
                  value={values[field]}
                  onChange={({ target: { value } }) => setValues({ ...values, [field]: value })}
                />
              </label>
            ))}
          </div>
          <div className="flex gap-2">
            <Button
              type="submit"
              data-testid="store-keys-keep"
              disabled={values.accessKeyId.trim() === '' || values.secretAccessKey.trim() === ''}
            >
              {t('indexPlace.keepKeys')}
            </Button>
            {held ? (
              <Button data-testid="store-keys-forget" onClick={() => void hand(null)}>
                {t('indexPlace.forgetKeys')}
              </Button>
            ) : null}
          </div>
        </>
      )}
      {error ? <ErrorNote error={error} /> : null}
    </form>
  );
}
