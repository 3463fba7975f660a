import { t } from '../strings/index';

export type SourceView = 'page' | 'text' | 'chunks';

interface ViewSwitchProps {
  readonly views: readonly SourceView[];
  readonly view: SourceView;
  choose(view: SourceView): void;
}

/** A document as its pages, as the text that was read from it, or as what is known about it and its chunks. */
export function ViewSwitch({ views, view, choose }: ViewSwitchProps) {
  const names = { page: t('source.asPage'), text: t('source.asText'), chunks: t('source.asChunks') };
  return (
    <fieldset className="flex h-10 shrink-0 gap-4">
      <legend className="sr-only">{t('source.views')}</legend>
      {views.map((name) => (
        <button
          key={name}
          type="button"
          data-testid={`source-as-${name}`}
          aria-pressed={view === name}
          onClick={() => choose(name)}
          className="h-10 border-b-2 border-transparent text-14 text-muted transition-colors duration-120 hover:text-ink focus-visible:outline-offset-[-2px] aria-pressed:border-accent aria-pressed:font-medium aria-pressed:text-ink"
        >
          {names[name]}
        </button>
      ))}
    </fieldset>
  );
}
