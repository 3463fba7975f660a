import type { ModelSummary } from '@shared/contract/index';
import { FolderInput } from 'lucide-react';
import { Button } from '../../components/Button';
import { host } from '../../state/host';
import { useSearchModels } from '../../state/search-models';
import { t } from '../../strings/index';
import { ofServer } from './model-facts';

/** Under the row of a model that was chosen and has no files: what works without it, and how to have it back. */
export function MissingModel({ model }: { readonly model: ModelSummary }) {
  const { job, store } = model;
  if (job === 'chat') return null;
  const from = store?.from === 'bundled' ? 'bundled' : 'hub';
  return (
    <div role="status" className="mt-3 rounded-md bg-caution-wash px-4 py-3" data-testid="missing-model">
      <p>
        {t(`searchModels.missing.${job}`)} {t(`searchModels.getBack.${from}`)}
      </p>
      {from === 'hub' ? <ImportButton /> : null}
    </div>
  );
}

/** In the place of its row: the model that the library was indexed with is not even known any more. */
export function GoneModel({ id }: { readonly id: string }) {
  const elsewhere = ofServer(id);
  return (
    <div role="status" className="mb-2 rounded-md bg-caution-wash px-4 py-3" data-testid="model-gone">
      <p className="break-words">{t(elsewhere ? 'searchModels.gone' : 'searchModels.goneHere', { model: id })}</p>
      {elsewhere ? null : <ImportButton />}
    </div>
  );
}

function ImportButton() {
  const { importing, importFolder } = useSearchModels();
  if (host().host !== 'desktop') return null;
  return (
    <Button
      className="mt-2"
      data-testid="import-missing"
      icon={<FolderInput size={14} aria-hidden />}
      disabled={importing !== null}
      onClick={() => void importFolder()}
    >
      {t('searchModels.import')}
    </Button>
  );
}
