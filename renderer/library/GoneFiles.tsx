import { FileX } from 'lucide-react';
import { Button } from '../components/Button';
import { fileName } from '../state/file-name';
import { useLibrary } from '../state/library';
import { useWatch } from '../state/watched-folders';
import { t } from '../strings/index';

/** Names drawn at once. */
const namesShown = 5;

/** Documents whose files are gone from a watched folder: offered to be deleted, never deleted by themselves. */
export function GoneFiles() {
  const { folders, leaving, keep } = useWatch();
  const { leaving: deleted, remove } = useLibrary();
  const offers = folders
    .filter(({ folderId }) => !leaving.has(folderId))
    .map((folder) => ({ ...folder, gone: folder.gone.filter(({ documentId }) => !deleted.has(documentId)) }))
    .filter(({ gone }) => gone.length > 0);
  return offers.map(({ folderId, path, gone }) => (
    <section
      key={folderId}
      data-testid="gone-files"
      aria-live="polite"
      className="flex shrink-0 items-start gap-3 border-b border-hairline px-4 py-3"
    >
      <FileX size={16} aria-hidden className="mt-2 shrink-0 text-caution" />
      <div className="content min-w-0 flex-1 text-14">
        <p className="mt-1.5">{t('watch.gone', { count: gone.length, name: fileName(path) })}</p>
        <p className="text-12 break-words text-muted">
          {[
            ...gone.slice(0, namesShown).map((document) => fileName(document.path)),
            ...(gone.length > namesShown ? [t('watch.goneMore', { count: gone.length - namesShown })] : []),
          ].join(', ')}
        </p>
      </div>
      <Button look="ghost" data-testid="gone-keep" onClick={() => void keep(folderId)}>
        {t('watch.goneKeep')}
      </Button>
      <Button data-testid="gone-delete" onClick={() => remove(gone.map(({ documentId }) => documentId))}>
        {t('watch.goneDelete', { count: gone.length })}
      </Button>
    </section>
  ));
}
