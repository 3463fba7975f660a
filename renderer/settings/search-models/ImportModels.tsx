import type { ModelSummary } from '@shared/contract/index';
import { FolderInput, X } from 'lucide-react';
import { Button } from '../../components/Button';
import { ErrorNote } from '../../components/ErrorNote';
import { intoSight } from '../../components/into-sight';
import { nameOf } from '../../components/model-name';
import { formatBytes } from '../../components/quantities';
import { host } from '../../state/host';
import { useSearchModels } from '../../state/search-models';
import { t } from '../../strings/index';
import { SettingGroup } from '../SettingRow';
import { ByteProgress } from './ByteProgress';

/** Takes models in from a folder, and says what all of them take on disk. */
export function ImportModels({ models }: { readonly models: readonly ModelSummary[] }) {
  const { importing, imported, refused, importFolder, cancel } = useSearchModels();
  const bytes = models.reduce((sum, model) => sum + bytesHere(model), 0);
  const copied = models.find(({ id }) => id === importing?.model);
  const label = t('searchModels.importing', { model: copied ? nameOf(copied) : (importing?.model ?? '') });
  return (
    <SettingGroup
      title={t('searchModels.import')}
      help={t('searchModels.importHelp')}
      action={
        host().host === 'desktop' ? (
          <Button
            data-testid="import-models"
            icon={<FolderInput size={14} aria-hidden />}
            disabled={importing !== null}
            onClick={() => void importFolder()}
          >
            {t('searchModels.import')}
          </Button>
        ) : null
      }
    >
      {importing ? (
        <div data-testid="import-progress">
          <div className="flex items-center gap-2">
            <span className="min-w-0 flex-1 break-words" aria-live="polite">
              {label}
            </span>
            <Button look="ghost" data-testid="import-cancel" icon={<X size={14} aria-hidden />} onClick={cancel}>
              {t('searchModels.cancel')}
            </Button>
          </div>
          <ByteProgress label={label} done={importing.done} total={importing.total} perSecond={null} />
        </div>
      ) : null}
      {refused && refused.model === null ? (
        <div ref={intoSight} className="scroll-mb-6">
          <ErrorNote error={refused.error} />
        </div>
      ) : null}
      {imported.length > 0 ? (
        <p ref={intoSight} data-testid="imported" aria-live="polite" className="scroll-mb-12">
          {imported.length === 1
            ? t('searchModels.importedOne', { models: imported.map((title) => nameOf({ title })) })
            : t('searchModels.importedMany', { models: imported.map((title) => nameOf({ title })) })}
        </p>
      ) : null}
      {bytes > 0 ? (
        <p className="tabular text-12 text-muted" data-testid="models-on-disk">
          {t('searchModels.onDisk', { size: formatBytes(bytes) })}
        </p>
      ) : null}
    </SettingGroup>
  );
}

/** Bytes where Vitrine keeps what it downloads. */
const bytesHere = ({ store, bytes }: ModelSummary): number => (store?.removable ? bytes : (store?.partialBytes ?? 0));
