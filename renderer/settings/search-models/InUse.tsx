import { Check } from 'lucide-react';
import { t } from '../../strings/index';

/** Marks what is in use, by a word and not by colour alone. */
export function InUse() {
  return (
    <span className="inline-flex items-center gap-1 rounded-sm bg-accent-wash px-1.5 text-12 font-medium text-accent">
      <Check size={12} aria-hidden />
      {t('searchModels.inUse')}
    </span>
  );
}
