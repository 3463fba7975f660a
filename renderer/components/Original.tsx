import { t } from '../strings/index';

/** The engine's own words behind a translation, folded away; nothing where there are none. */
export function Original({ text }: { readonly text: string | null }) {
  if (text === null) return null;
  return (
    <details data-testid="original" className="mt-1 text-12 text-muted">
      <summary className="w-fit cursor-pointer rounded-sm hover:text-ink">{t('app.details')}</summary>
      <p lang="en" className="mt-1 break-words">
        {text}
      </p>
    </details>
  );
}
