import { Lock } from 'lucide-react';
import { useLibrary } from '../state/library';
import { t } from '../strings/index';

/** One line while another process has the library: until it has ended, nothing can be changed here. */
export function OtherWriter() {
  const otherWrites = useLibrary((state) => state.status?.writable === false);
  return (
    <div aria-live="polite" className="shrink-0">
      {otherWrites ? (
        <p
          data-testid="other-writer"
          className="flex items-start gap-3 border-b border-hairline px-4 py-3 text-14 text-soft"
        >
          <Lock size={16} aria-hidden className="mt-0.5 shrink-0 text-caution" />
          <span className="content min-w-0">{t('library.otherWrites')}</span>
        </p>
      ) : null}
    </div>
  );
}
