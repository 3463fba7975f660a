import type { ModelSummary } from '@shared/contract/index';
import { ChevronRight } from 'lucide-react';
import { useSearchModels } from '../../state/search-models';
import { t } from '../../strings/index';
import { ModelRow } from './ModelRow';

interface OtherModelsProps {
  readonly slowest: number;
  /** The embedding model in use. */
  readonly current: ModelSummary | null;
}

/** What a server has besides, where nobody says whether it makes embeddings: folded away, and to be tried. */
export function OtherModels({ slowest, current }: OtherModelsProps) {
  const others = useSearchModels(({ servers }) => servers)?.flatMap((server) => server.others) ?? [];
  if (others.length === 0) return null;
  return (
    <details data-testid="other-models" className="group/others py-2">
      <summary className="flex w-fit cursor-pointer items-center gap-1 rounded-sm text-soft">
        <ChevronRight size={14} aria-hidden className="shrink-0 transition-transform group-open/others:rotate-90" />
        <span>{t('searchModels.others', { count: others.length })}</span>
      </summary>
      <p className="mt-1 text-12 text-muted">{t('searchModels.othersHelp')}</p>
      <ul aria-label={t('searchModels.others', { count: others.length })}>
        {others.map((model) => (
          <ModelRow key={model.id} model={model} slowest={slowest} current={current} />
        ))}
      </ul>
    </details>
  );
}
