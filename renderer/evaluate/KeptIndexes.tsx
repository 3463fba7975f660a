import { X } from 'lucide-react';
import { IconButton } from '../components/Button';
import { useModelNames } from '../components/model-name';
import { formatBytes } from '../components/quantities';
import { useEvaluation } from '../state/evaluation';
import { t } from '../strings/index';

/** The indexes of labelled sets on disk, what each takes, and how to be rid of it. */
export function KeptIndexes() {
  const { sets, leaving, running, removeSet } = useEvaluation();
  const modelName = useModelNames();
  const shown = sets?.sets.filter(({ key }) => !leaving.has(key)) ?? [];
  if (shown.length === 0) return null;
  const total = shown.reduce((sum, { bytes }) => sum + bytes, 0);
  return (
    <section
      aria-label={t('evaluate.sets.title')}
      data-testid="kept-indexes"
      className="mt-auto max-h-48 shrink-0 overflow-y-auto border-t border-hairline px-4 py-3 text-12"
    >
      <h3 className="text-muted">
        {t('evaluate.sets.title')} · <span className="tabular">{formatBytes(total)}</span>
      </h3>
      <ul className="mt-1">
        {shown.map(({ key, name, model, documents, bytes }) => (
          <li key={key} className="flex items-center gap-2">
            <span className="min-w-0 flex-1">
              <span className="block truncate text-ink">{name}</span>
              <span className="tabular block truncate text-muted" title={model}>
                {formatBytes(bytes)} · {t('evaluate.sets.documents', { count: documents })} · {modelName(model)}
              </span>
            </span>
            <IconButton
              label={t('evaluate.sets.remove', { name })}
              data-testid="remove-index"
              disabled={running !== null}
              onClick={() => removeSet(key)}
              className="-mr-2"
            >
              <X size={14} aria-hidden />
            </IconButton>
          </li>
        ))}
      </ul>
    </section>
  );
}
