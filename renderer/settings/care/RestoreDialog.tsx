import { Dialog } from 'radix-ui';
import { useId, useState } from 'react';
import { Button } from '../../components/Button';
import { fileName } from '../../state/file-name';
import { useCare } from '../../state/library-care';
import { t } from '../../strings/index';

type Where = 'here' | 'new-folder';

/** Where a backup that was chosen goes: asked before anything happens. */
export function RestoreDialog() {
  const { chosen, forgetChosen } = useCare();
  return (
    <Dialog.Root open={chosen !== null} onOpenChange={(open) => (open ? undefined : forgetChosen())}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-veil" />
        <Dialog.Content
          data-testid="restore-dialog"
          // The window closes the case on Esc; here it closes only the dialog.
          onKeyDown={(event) => event.key === 'Escape' && event.stopPropagation()}
          className="fixed top-1/2 left-1/2 z-50 max-h-[calc(100vh-32px)] w-120 max-w-[calc(100vw-32px)] -translate-x-1/2 -translate-y-1/2 overflow-y-auto rounded-md border border-hairline bg-case p-5 shadow-float"
        >
          {chosen === null ? null : <Places path={chosen} />}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Places({ path }: { readonly path: string }) {
  const { restore, forgetChosen } = useCare();
  const [where, setWhere] = useState<Where>('new-folder');
  const name = useId();
  const places = [
    { where: 'new-folder', label: t('care.newFolder'), help: t('care.newFolderHelp') },
    { where: 'here', label: t('care.here'), help: t('care.hereHelp') },
  ] as const;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void restore(where);
      }}
    >
      <Dialog.Title className="text-16 font-semibold">{t('care.restoreTitle')}</Dialog.Title>
      <Dialog.Description className="content mt-2 break-words text-soft">
        {t('care.restoreFile', { name: fileName(path) })}
      </Dialog.Description>
      <fieldset className="mt-4 space-y-3">
        <legend className="sr-only">{t('care.restoreTitle')}</legend>
        {places.map((place) => (
          <div key={place.where} className="flex gap-3">
            {/* The system's own: with one that a script draws, an arrow pressed shortly moved the focus and not the choice. */}
            <input
              type="radio"
              name={name}
              id={`restore-${place.where}`}
              data-testid={`restore-${place.where}`}
              aria-describedby={`restore-${place.where}-help`}
              className="mt-0.5 size-4 shrink-0 accent-accent"
              checked={where === place.where}
              onChange={() => setWhere(place.where)}
            />
            <div>
              <label htmlFor={`restore-${place.where}`} className="font-medium">
                {place.label}
              </label>
              <p id={`restore-${place.where}-help`} className="text-12 text-muted">
                {place.help}
              </p>
            </div>
          </div>
        ))}
      </fieldset>
      <div className="mt-5 flex justify-end gap-2">
        <Button onClick={forgetChosen}>{t('care.cancel')}</Button>
        <Button look="primary" type="submit" data-testid="restore-start">
          {where === 'here' ? t('care.restoreHere') : t('care.chooseFolder')}
        </Button>
      </div>
    </form>
  );
}
