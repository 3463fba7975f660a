import type { ModelSummary } from '@shared/contract/index';
import { t } from '@shared/words/index';
import { FolderInput } from 'lucide-react';
import { host } from '../../../bridge/host';
import { nameOf, useSearchModels } from '../../../state/search-models';
import { Button } from '../../../ui/Button';
import { scrollIntoView } from '../../../ui/focus';
import { ErrorNote } from '../../../ui/Notices';
import { formatBytes } from '../../../ui/quantities';
import { byteProgress, TaskProgress } from '../../../ui/TaskProgress';
import { SettingGroup } from '../SettingRow';

export function ImportModels({ models }: { readonly models: readonly ModelSummary[] }) {
  const { importing, imported, refused, cancel } = useSearchModels();
  const bytes = models.reduce((sum, model) => sum + bytesHere(model), 0);
  const copied = models.find(({ id }) => id === importing?.model);
  const label = t('searchModels.importing', { model: copied ? nameOf(copied) : (importing?.model ?? '') });
  return (
    <SettingGroup
      title={t('searchModels.import')}
      help={t('searchModels.importHelp')}
      action={<ImportButton testId="import-models" />}
    >
      {importing ? (
        <div data-testid="import-progress">
          <TaskProgress
            name={label}
            cancelTestId="import-cancel"
            cancel={cancel}
            {...byteProgress(importing.done, importing.total)}
          />
        </div>
      ) : null}
      {refused && refused.model === null ? (
        <div ref={scrollIntoView} className="scroll-mb-6">
          <ErrorNote error={refused.error} />
        </div>
      ) : null}
      {imported.length > 0 ? (
        <p ref={scrollIntoView} data-testid="imported" aria-live="polite" className="scroll-mb-12">
          {t(imported.length === 1 ? 'searchModels.importedOne' : 'searchModels.importedMany', {
            models: imported.map((title) => nameOf({ title })),
          })}
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

const bytesHere = ({ store, bytes }: ModelSummary): number => (store?.removable ? bytes : (store?.partialBytes ?? 0));

/** The other way to have a model, where it is wanted: from a folder. A browser cannot name one. */
export function ImportButton({ testId, className = '' }: { readonly testId: string; readonly className?: string }) {
  const { importing, importFolder } = useSearchModels();
  if (host().host !== 'desktop') return null;
  return (
    <Button
      className={className}
      data-testid={testId}
      icon={FolderInput}
      disabled={importing !== null}
      onClick={() => void importFolder()}
    >
      {t('searchModels.import')}
    </Button>
  );
}
