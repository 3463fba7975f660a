import type { LibraryStatus } from '@shared/contract/index';
import { FolderInput, Gauge } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../components/Button';
import { ErrorNote } from '../../components/ErrorNote';
import { RebuildFacts } from '../../components/RebuildFacts';
import { isUnderWay, useRebuild } from '../../state/rebuild';
import { t } from '../../strings/index';
import { SettingGroup } from '../SettingRow';
import { useAnswer } from '../use-answer';
import { StoreKeyFields } from './StoreKeyFields';

/** Where the index lies, and its move to a store or back: after an estimate, as a rebuild that embeds nothing. */
export function IndexPlaceGroup({ status }: { readonly status: LibraryStatus }) {
  const { rebuild, start } = useRebuild();
  const [address, setAddress] = useState('');
  const [isAsked, setAsked] = useState(false);
  const place = status.index.place ?? null;
  const target = place === null ? address.trim() : '';
  const mayMove = status.profile && !isUnderWay(rebuild);

  return (
    <SettingGroup title={t('indexPlace.title')} help={t('indexPlace.help')}>
      <p data-testid="index-place" className="break-all">
        {place === null ? t('indexPlace.here') : t('indexPlace.there', { place })}
      </p>
      {mayMove ? (
        <form
          className="my-2 flex flex-wrap items-center gap-2"
          onSubmit={(event) => {
            event.preventDefault();
            setAsked(true);
          }}
        >
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
            icon={<Gauge size={14} aria-hidden />}
            disabled={place === null && target === ''}
          >
            {place === null ? t('indexPlace.estimateThere') : t('indexPlace.estimateHere')}
          </Button>
        </form>
      ) : null}
      <StoreKeyFields address={place ?? address.trim()} />
      {mayMove && isAsked ? (
        <MoveEstimate
          place={target}
          move={() => {
            setAsked(false);
            void start({ place: target });
          }}
        />
      ) : null}
    </SettingGroup>
  );
}

function MoveEstimate({ place, move }: { readonly place: string; readonly move: () => void }) {
  const { data, error } = useAnswer('library.rebuildEstimate', { place });
  if (error) return <ErrorNote error={error} />;
  if (!data) return <p className="text-muted">{t('rebuild.estimating')}</p>;
  return (
    <>
      <RebuildFacts estimate={data} />
      <Button
        look="primary"
        className="mt-3"
        data-testid="index-place-move"
        icon={<FolderInput size={14} aria-hidden />}
        onClick={move}
      >
        {t('indexPlace.move')}
      </Button>
    </>
  );
}
