import { X } from 'lucide-react';
import { Button } from '../../components/Button';
import { useSearchModels } from '../../state/search-models';
import { t } from '../../strings/index';

/** A model is being measured. */
export function MeasuringRow({ name }: { readonly name: string }) {
  const cancel = useSearchModels((state) => state.cancel);
  return (
    <div className="mt-3" data-testid="measuring" aria-live="polite">
      <div className="flex items-center gap-2">
        <span className="min-w-0 flex-1 break-words">{t('searchModels.measuring', { model: name })}</span>
        <Button look="ghost" data-testid="measure-cancel" icon={<X size={14} aria-hidden />} onClick={cancel}>
          {t('searchModels.cancel')}
        </Button>
      </div>
      <progress aria-label={t('searchModels.measuring', { model: name })} className="mt-1 h-1 w-full accent-accent" />
      <p className="text-12 text-muted">{t('searchModels.measuringHelp')}</p>
    </div>
  );
}
