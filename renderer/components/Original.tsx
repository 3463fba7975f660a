import { ChevronRight } from 'lucide-react';
import { t } from '../strings/index';

/** The engine's own words behind a translation, folded away; nothing where there are none. */
export function Original({ text }: { readonly text: string | null }) {
  if (text === null) return null;
  return (
    <details data-testid="original" className="group/original text-12 text-muted open:basis-full">
      <summary className="flex w-fit list-none items-center gap-0.5 rounded-sm underline decoration-edge decoration-dotted underline-offset-3 hover:text-ink">
        {t('app.details')}
        <ChevronRight size={12} aria-hidden className="group-open/original:rotate-90" />
      </summary>
      <p lang="en" className="mt-1 break-words">
        {text}
      </p>
    </details>
  );
}
