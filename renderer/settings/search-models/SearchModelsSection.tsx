import type { ModelSummary } from '@shared/contract/index';
import { useEffect } from 'react';
import { ErrorNote } from '../../components/ErrorNote';
import { nameOf } from '../../components/model-name';
import { useLibrary } from '../../state/library';
import { usePull } from '../../state/model-pull';
import { useRebuild } from '../../state/rebuild';
import { useSearchModels } from '../../state/search-models';
import { useSettings } from '../../state/settings';
import { t } from '../../strings/index';
import { SettingGroup } from '../SettingRow';
import { EmbeddingServers, PullEmbedding } from './EmbeddingServers';
import { ImportModels } from './ImportModels';
import { GoneModel } from './MissingModel';
import { ModelRow } from './ModelRow';
import { NoModelRow } from './NoModelRow';
import { OtherModels } from './OtherModels';
import { RebuildRow } from './RebuildRow';

const jobs = ['embedding', 'rerank', 'nli'] as const;
type Job = (typeof jobs)[number];

/** Every model that finds, ranks or tells contradictions: what it costs, how to have it, and which is in use. */
export function SearchModelsSection() {
  const { models, error, chosen, load } = useSearchModels();
  const pulling = usePull((state) => state.requestId);
  const version = useLibrary((state) => state.status?.libraryVersion);
  const rebuilt = useRebuild((state) => state.rebuild?.state);
  const fields = useSettings((state) => state.report?.fields);
  // Another address, folder or library state, or a model that has come, and the list is another.
  const dependsOn = JSON.stringify([
    pulling,
    version,
    rebuilt,
    fields?.ollamaHost,
    fields?.['openai.baseUrl'],
    fields?.modelFolders,
    fields?.offline,
  ]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the answer is another one when `dependsOn` is
  useEffect(() => void load(), [load, dependsOn]);
  // How a download ended is news once.
  useEffect(() => () => usePull.getState().forget(), []);
  return (
    <>
      <p className="pt-6 text-muted">{t('searchModels.intro')}</p>
      <p role="status" className="sr-only">
        {chosen === null ? '' : t('searchModels.chosen', { model: nameOf({ title: chosen }) })}
      </p>
      {error ? (
        <div className="pt-4">
          <ErrorNote error={error} />
        </div>
      ) : null}
      {models ? (
        <>
          {jobs.map((job) => (
            <JobGroup key={job} job={job} models={models.filter((model) => model.job === job)} />
          ))}
          <PullEmbedding />
          <ImportModels models={models} />
        </>
      ) : error ? null : (
        <p className="py-6 text-muted" aria-live="polite">
          {t('searchModels.looking')}
        </p>
      )}
    </>
  );
}

function JobGroup({ job, models }: { readonly job: Job; readonly models: readonly ModelSummary[] }) {
  const slowest = Math.max(0, ...models.map(({ cost }) => cost?.msPerText ?? 0));
  const current = models.find(({ active }) => active) ?? null;
  // How the engine lists to do without, where there is a model to do without.
  const none = models.find(({ store, location }) => !store && location === null);
  const indexed = useLibrary((state) => state.status?.model.id);
  const gone = job === 'embedding' && current === null ? (indexed ?? null) : null;
  return (
    <SettingGroup title={t(`searchModels.job.${job}`)} help={t(`searchModels.jobHelp.${job}`)}>
      {job === 'embedding' ? <RebuildRow /> : null}
      {gone ? <GoneModel id={gone} /> : null}
      <ul aria-label={t(`searchModels.job.${job}`)}>
        {job === 'nli' && models.length > 0 ? <NoModelRow job="nli" active={current === null} /> : null}
        {job === 'rerank' ? (
          <NoModelRow job="rerank" active={current === null || current === none} model={none} />
        ) : null}
        {models.map((model) =>
          model === none ? null : <ModelRow key={model.id} model={model} slowest={slowest} current={current} />,
        )}
      </ul>
      {job === 'embedding' ? <OtherModels slowest={slowest} current={current} /> : null}
      {job === 'embedding' ? <EmbeddingServers besides={gone} /> : null}
    </SettingGroup>
  );
}
