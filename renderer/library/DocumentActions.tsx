import type { DocumentSummary } from '@shared/contract/index';
import { FilePlus, FolderPlus, RotateCw, Trash2 } from 'lucide-react';
import { Button, IconButton } from '../components/Button';
import { useQueue } from '../state/ingest-queue';
import { useLibrary } from '../state/library';
import { t } from '../strings/index';
import { failedIds } from './document-menu';
import { MoveMenu } from './MoveMenu';

/** What can be done with the chosen documents, and how to add others. */
export function DocumentActions({ chosen }: { readonly chosen: readonly DocumentSummary[] }) {
  const { selected, choose, remove } = useLibrary();
  const retry = useQueue((state) => state.again);
  const failed = failedIds(chosen);
  return (
    <>
      {failed.length > 0 ? (
        <Button
          look="ghost"
          brief
          data-testid="retry-documents"
          icon={<RotateCw size={16} aria-hidden />}
          onClick={() => void retry(failed)}
        >
          {t('library.retry')}
        </Button>
      ) : null}
      <MoveMenu documents={chosen} />
      <Button
        look="ghost"
        brief
        icon={<Trash2 size={16} aria-hidden />}
        disabled={selected.size === 0}
        onClick={() => remove([...selected])}
      >
        {t('library.delete')}
      </Button>
      <IconButton label={t('library.addFolder')} onClick={() => void choose('folder')}>
        <FolderPlus size={16} aria-hidden />
      </IconButton>
      <Button
        brief
        data-testid="add-files"
        icon={<FilePlus size={16} aria-hidden />}
        onClick={() => void choose('files')}
      >
        {t('library.addFiles')}
      </Button>
    </>
  );
}
