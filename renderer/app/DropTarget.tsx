import { Upload } from 'lucide-react';
import { useEffect, useState } from 'react';
import { collectionName } from '../components/collection-name';
import { useLibrary, whyReadOnly } from '../state/library';
import { useShell } from '../state/shell';
import { t } from '../strings/index';
import { addFiles, isAsking } from './added-files';
import { droppedFiles } from './dropped-files';

/** Takes files dropped anywhere in the window, and says so while they hover. */
export function DropTarget() {
  const [over, setOver] = useState(false);
  useEffect(() => {
    // Enter and leave fire for every element under the pointer; only their balance tells where it is.
    let depth = 0;
    const carriesFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;
    const onEnter = (event: DragEvent) => {
      if (!carriesFiles(event)) return;
      depth += 1;
      setOver(true);
    };
    const onLeave = (event: DragEvent) => {
      if (!carriesFiles(event)) return;
      depth -= 1;
      if (depth <= 0) setOver(false);
    };
    const onOver = (event: DragEvent) => {
      event.preventDefault();
      if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy';
    };
    const onDrop = (event: DragEvent) => {
      event.preventDefault();
      depth = 0;
      setOver(false);
      const transfer = event.dataTransfer;
      if (!transfer || !carriesFiles(event)) return;
      // At once: in a browser it takes a while until all of them are sent.
      if (!isAsking()) useShell.getState().go('library');
      void addFiles(droppedFiles(transfer));
    };
    window.addEventListener('dragenter', onEnter);
    window.addEventListener('dragleave', onLeave);
    window.addEventListener('dragover', onOver);
    window.addEventListener('drop', onDrop);
    return () => {
      window.removeEventListener('dragenter', onEnter);
      window.removeEventListener('dragleave', onLeave);
      window.removeEventListener('dragover', onOver);
      window.removeEventListener('drop', onDrop);
    };
  }, []);
  const collection = useLibrary((state) => state.collection);
  const why = useLibrary(whyReadOnly);
  if (!over) return null;
  return (
    <div data-testid="drop-target" className="pointer-events-none fixed inset-0 z-40 bg-veil p-1">
      <div className="flex h-full items-center justify-center rounded-md border-2 border-accent border-dashed">
        {/* Its own ground, so that no words of the page run through these. */}
        <div className="flex max-w-112 flex-col items-center gap-2 rounded-md bg-case px-10 py-8 text-center shadow-float">
          <Upload size={28} strokeWidth={1.5} aria-hidden className="mb-2 text-accent" />
          <p className="text-20 font-semibold">
            {collection === null ? t('app.dropTitle') : t('library.dropInto', { name: collectionName(collection) })}
          </p>
          <p className="max-w-96 text-14 text-muted">{why ? t(`library.readOnly.${why}`) : t('app.dropHint')}</p>
        </div>
      </div>
    </div>
  );
}
