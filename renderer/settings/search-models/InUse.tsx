import { Check, TriangleAlert } from 'lucide-react';
import { t } from '../../strings/index';

/** Marks what is in use, by a word and not by colour alone; what was chosen and has no files is not in use. */
export function InUse({ missing = false }: { readonly missing?: boolean }) {
  const look = missing ? 'bg-caution-wash text-caution' : 'bg-accent-wash text-accent';
  const Icon = missing ? TriangleAlert : Check;
  return (
    <span
      data-testid={missing ? 'model-missing' : 'model-in-use'}
      className={`inline-flex items-center gap-1 rounded-sm px-1.5 text-12 font-medium ${look}`}
    >
      <Icon size={12} aria-hidden />
      {missing ? t('searchModels.isMissing') : t('searchModels.inUse')}
    </span>
  );
}
