import { TriangleAlert } from 'lucide-react';
import { Toast } from 'radix-ui';
import { useToasts } from '../state/toasts';
import { t } from '../strings/index';

/** What just happened, at the lower edge, with a way back. */
export function Toasts() {
  const { toasts, dismiss } = useToasts();
  return (
    <Toast.Provider label={t('app.notifications')} swipeDirection="down">
      {toasts.map((toast) => (
        <Toast.Root
          key={toast.id}
          duration={toast.life}
          onOpenChange={(open) => {
            if (!open) dismiss(toast.id);
          }}
          // What went wrong interrupts who listens; what went well waits for its turn.
          type={toast.tone === 'danger' ? 'foreground' : 'background'}
          data-tone={toast.tone}
          className="flex items-center gap-4 rounded-md bg-ink py-2 pr-2 pl-4 text-14 text-ground shadow-float data-[tone=danger]:bg-danger"
        >
          {toast.tone === 'danger' ? <TriangleAlert size={16} aria-hidden className="shrink-0" /> : null}
          <Toast.Description className="min-w-0 flex-1 wrap-anywhere">{toast.text}</Toast.Description>
          {toast.action ? (
            <Toast.Action asChild altText={toast.action.label}>
              <button
                type="button"
                onClick={toast.action.run}
                className="h-7 rounded-sm px-3 font-semibold underline underline-offset-4 focus-visible:outline-ground"
              >
                {toast.action.label}
              </button>
            </Toast.Action>
          ) : (
            <Toast.Close className="h-7 rounded-sm px-3 underline underline-offset-4 focus-visible:outline-ground">
              {t('app.dismiss')}
            </Toast.Close>
          )}
        </Toast.Root>
      ))}
      <Toast.Viewport
        data-notifications
        // The key of the table takes one here, not one of Radix's own.
        hotkey={[]}
        label={t('app.notifications')}
        className="fixed left-1/2 z-50 flex w-110 max-w-[calc(100vw-32px)] -translate-x-1/2 flex-col gap-2"
      />
    </Toast.Provider>
  );
}
