import { Lock } from 'lucide-react';
import { useLibrary, whyReadOnly } from '../state/library';
import { t } from '../strings/index';

/** One line while nothing can be changed here: it says why, and what can be done. */
export function OtherWriter() {
  const why = useLibrary(whyReadOnly);
  return (
    <div aria-live="polite" className="shrink-0">
      {why ? (
        <p
          data-testid="other-writer"
          className="flex items-start gap-3 border-b border-hairline px-4 py-3 text-14 text-soft"
        >
          <Lock size={16} aria-hidden className="mt-0.5 shrink-0 text-caution" />
          <span className="content min-w-0">{t(`library.readOnly.${why}`)}</span>
        </p>
      ) : null}
    </div>
  );
}
