import type { ModelSummary } from '@shared/contract/index';
import { Check, Download } from 'lucide-react';
import { Button } from '../components/Button';
import { ErrorNote } from '../components/ErrorNote';
import { formatBytes } from '../components/quantities';
import { usePull } from '../state/model-pull';
import { t } from '../strings/index';
import { PullProgress } from './PullProgress';
import { SettingGroup } from './SettingRow';
import { useAnswer } from './use-answer';

const ofHub = (model: string): boolean => !/^(ollama|openai):/u.test(model);

/** The models that Vitrine itself runs, to find and to rank: which are there, and the others to download. */
export function SearchModels() {
  const { requestId, start } = usePull();
  const { data, error } = useAnswer('models.list', {}, requestId ?? '');
  const models = data?.filter(({ id, job }) => job !== 'chat' && ofHub(id)) ?? [];
  return (
    <SettingGroup title={t('settings.searchModels')} help={t('settings.searchModelsHelp')}>
      {error ? <ErrorNote error={error} /> : null}
      <ul className="rounded-md border border-hairline">
        {models.map((model) => (
          <li
            key={model.id}
            data-testid="search-model"
            data-model={model.id}
            data-installed={model.installed}
            className="flex items-center gap-3 border-b border-hairline px-4 py-2 last:border-b-0"
          >
            <span className="min-w-0 flex-1">
              <span className="block break-words font-medium">{model.title}</span>
              <span className="tabular block text-12 text-soft">{noteOf(model)}</span>
            </span>
            {model.installed ? (
              <span className="flex shrink-0 items-center gap-1 text-12 text-soft">
                <Check size={14} aria-hidden className="text-accent" />
                {model.active ? t('settings.modelActive') : t('settings.modelThere')}
              </span>
            ) : (
              <Button
                aria-label={t('settings.downloadModel', { model: model.title })}
                data-testid="download-model"
                icon={<Download size={14} aria-hidden />}
                disabled={requestId !== null}
                onClick={() => void start(model.id, model.title)}
              >
                {t('settings.download')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <PullProgress isOurs={ofHub} />
    </SettingGroup>
  );
}

function noteOf({ job, licence, bytes, installed }: ModelSummary): string {
  return [
    job === 'nli'
      ? t('settings.modelContradicts')
      : job === 'rerank'
        ? t('settings.modelRanks')
        : t('settings.modelFinds'),
    licence,
    installed && bytes > 0 ? formatBytes(bytes) : '',
  ]
    .filter(Boolean)
    .join(' · ');
}
