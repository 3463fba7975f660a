import type { LibraryStatus } from '@shared/contract/index';
import type { ErrorReport } from '@shared/errors';
import { bucketOf } from '@shared/providers';
import { t } from '@shared/words/index';
import { FolderInput, Gauge } from 'lucide-react';
import { useState } from 'react';
import { host } from '../../bridge/host';
import { isUnderWay, useRebuild } from '../../state/library/library-care';
import { useSettings } from '../../state/settings';
import { Button } from '../../ui/Button';
import { Form } from '../../ui/fields';
import { ErrorNote } from '../../ui/Notices';
import { Line, SettingGroup } from './SettingRow';
import { Estimate } from './search-models/RebuildGroup';

/** The place of the index, and its move to a store or back: after an estimate, as a rebuild that embeds nothing. */
export function IndexPlaceGroup({ status }: { readonly status: LibraryStatus }) {
  const { rebuild, start } = useRebuild();
  const [address, setAddress] = useState('');
  const [isAsked, setAsked] = useState(false);
  const { place } = status.index;
  const target = place === null ? address.trim() : '';
  const mayMove = status.profile && !isUnderWay(rebuild);

  return (
    <SettingGroup title={t('indexPlace.title')} help={t('indexPlace.help')}>
      <p data-testid="index-place" className="break-all">
        {place === null ? t('indexPlace.here') : t('indexPlace.there', { place })}
      </p>
      {mayMove ? (
        <Form className="my-2 flex flex-wrap items-center gap-2" submit={() => setAsked(true)}>
          {place === null ? (
            <input
              aria-label={t('indexPlace.address')}
              data-testid="index-place-address"
              className="content h-8 min-w-0 flex-1 rounded-md border border-edge bg-case px-3 text-14"
              placeholder={t('indexPlace.addressExample')}
              value={address}
              spellCheck={false}
              onChange={({ target: { value } }) => {
                setAddress(value);
                setAsked(false);
              }}
            />
          ) : null}
          <Button
            type="submit"
            data-testid="index-place-estimate"
            icon={Gauge}
            disabled={place === null && target === ''}
            label={place === null ? t('indexPlace.estimateThere') : t('indexPlace.estimateHere')}
          />
        </Form>
      ) : null}
      <StoreKeyFields address={place ?? address.trim()} />
      {mayMove && isAsked ? (
        <Estimate asked={{ place: target }}>
          <Button
            look="primary"
            className="mt-3"
            data-testid="index-place-move"
            icon={FolderInput}
            label={t('indexPlace.move')}
            onClick={() => {
              setAsked(false);
              void start({ place: target });
            }}
          />
        </Estimate>
      ) : null}
    </SettingGroup>
  );
}

const fields = ['endpoint', 'region', 'accessKeyId', 'secretAccessKey'] as const;
type Values = { readonly [F in (typeof fields)[number]]: string };
const empty: Values = { endpoint: '', region: '', accessKeyId: '', secretAccessKey: '' };

const trimmed = (keys: Values) => ({
  accessKeyId: keys.accessKeyId.trim(),
  secretAccessKey: keys.secretAccessKey.trim(),
  ...(keys.region.trim() ? { region: keys.region.trim() } : {}),
  ...(keys.endpoint.trim() ? { endpoint: keys.endpoint.trim() } : {}),
});

/** Takes the keys of an address's store and passes them on; stored keys are never shown. */
function StoreKeyFields({ address }: { readonly address: string }) {
  const { report, take } = useSettings();
  const [values, setValues] = useState(empty);
  const [error, setError] = useState<ErrorReport | null>(null);
  const bucket = bucketOf(address);
  if (!report || bucket === null) return null;
  const { fromEnvironment, entered } = report.storeKeys;
  const held = entered.find((entry) => entry.bucket === bucket);
  const state = held ? t(`indexPlace.keysKept.${held.kept}`, { bucket }) : t('indexPlace.keysNone', { bucket });

  async function hand(keys: Values | null): Promise<void> {
    const given = keys && trimmed(keys);
    const refused = await take(host().request('settings.setStoreKeys', { address: bucket ?? '', keys: given }));
    setError(refused);
    if (!refused) setValues(empty);
  }

  return (
    <Form className="my-2" data-testid="store-keys" submit={() => void hand(values)}>
      <p className="font-medium">{t('indexPlace.keys')}</p>
      <p data-testid="store-keys-state" className="mt-0.5 break-words text-12 text-muted">
        {fromEnvironment ? t('indexPlace.keysOfEnvironment') : state}
      </p>
      {fromEnvironment ? null : (
        <>
          <div className="my-2 grid grid-cols-[repeat(auto-fit,minmax(14rem,1fr))] gap-2">
            {fields.map((field) => (
              <Line
                key={field}
                label={t(`indexPlace.${field}`)}
                around="text-12 text-muted"
                data-testid={`store-${field}`}
                type={field === 'secretAccessKey' ? 'password' : 'text'}
                value={values[field]}
                write={(value) => setValues({ ...values, [field]: value })}
              />
            ))}
          </div>
          <div className="flex gap-2">
            <Button
              type="submit"
              data-testid="store-keys-keep"
              disabled={values.accessKeyId.trim() === '' || values.secretAccessKey.trim() === ''}
              label={t('indexPlace.keepKeys')}
            />
            {held ? (
              <Button data-testid="store-keys-forget" onClick={() => void hand(null)}>
                {t('indexPlace.forgetKeys')}
              </Button>
            ) : null}
          </div>
        </>
      )}
      <ErrorNote error={error} />
    </Form>
  );
}
