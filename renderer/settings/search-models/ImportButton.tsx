import { FolderInput } from 'lucide-react';
import { Button } from '../../components/Button';
import { host } from '../../state/host';
import { useSearchModels } from '../../state/search-models';
import { t } from '../../strings/index';

/** The other way to have a model, where it is wanted: from a folder. A browser cannot name one. */
export function ImportButton({ testId, className = '' }: { readonly testId: string; readonly className?: string }) {
  const { importing, importFolder } = useSearchModels();
  if (host().host !== 'desktop') return null;
  return (
    <Button
      className={className}
      data-testid={testId}
      icon={<FolderInput size={14} aria-hidden />}
      disabled={importing !== null}
      onClick={() => void importFolder()}
    >
      {t('searchModels.import')}
    </Button>
  );
}
