import { type ModelSummary, type ReadingJob, readingJobs } from '@shared/contract/index';
import { addressSettingPaths } from '@shared/providers';
import { t } from '@shared/words/index';
import { ChevronRight } from 'lucide-react';
import { useEffect } from 'react';
import { useLibrary } from '../../../state/library/library';
import { useRebuild } from '../../../state/library/library-care';
import { usePull } from '../../../state/model-pull';
import { nameOf, useSearchModels } from '../../../state/search-models';
import { useSettings } from '../../../state/settings';
import { Button } from '../../../ui/Button';
import { Awaited } from '../../../ui/Notices';
import { SettingGroup } from '../SettingRow';
import { EmbeddingServers, GoneModel, ImportModels, PullEmbedding } from './EmbeddingServers';
import { InUse, isOffered, ModelRow } from './ModelRow';
import { RebuildProgress } from './RebuildGroup';

const jobs = ['embedding', ...readingJobs] as const;

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
    addressSettingPaths.map((path) => fields?.[path]),
    fields?.servers,
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
      <Awaited error={error} waits={!models} text={t('searchModels.looking')} around="pt-4" />
      {models ? (
        <>
          {jobs.map((job) => (
            <JobGroup key={job} job={job} models={models.filter((model) => model.job === job)} />
          ))}
          <PullEmbedding />
          <ImportModels models={models} />
        </>
      ) : null}
    </>
  );
}

interface JobGroupProps {
  readonly job: (typeof jobs)[number];
  readonly models: readonly ModelSummary[];
}

function JobGroup({ job, models }: JobGroupProps) {
  const slowest = Math.max(0, ...models.map(({ cost }) => cost?.msPerText ?? 0));
  const current = models.find(({ active }) => active) ?? null;
  // How the engine lists to do without, where there is a model to do without.
  const none = models.find(({ store, location }) => !store && location === null);
  const indexed = useLibrary((state) => state.status?.model.id);
  const gone = job === 'embedding' && current === null ? (indexed ?? null) : null;
  return (
    <SettingGroup title={t(`searchModels.job.${job}`)} help={t(`searchModels.jobHelp.${job}`)}>
      {job === 'embedding' ? <RebuildRow models={models} /> : null}
      {gone ? <GoneModel id={gone} /> : null}
      <ul aria-label={t(`searchModels.job.${job}`)}>
        {job === 'embedding' ? null : (
          <NoModelRow job={job} active={current === null || current === none} model={none} />
        )}
        {models
          .toSorted((one, other) => Number(isOffered(other)) - Number(isOffered(one)))
          .map((model) =>
            model === none ? null : <ModelRow key={model.id} model={model} slowest={slowest} current={current} />,
          )}
      </ul>
      {job === 'embedding' ? <OtherModels slowest={slowest} current={current} /> : null}
      {job === 'embedding' ? <EmbeddingServers besides={gone} /> : null}
    </SettingGroup>
  );
}

/** Other models of a server that does not say whether they make embeddings: folded away, to be tried. */
function OtherModels({ slowest, current }: { readonly slowest: number; readonly current: ModelSummary | null }) {
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

/** The rebuild of the index, if it has no row: otherwise it is beside its model. */
function RebuildRow({ models }: Pick<JobGroupProps, 'models'>) {
  const others = useSearchModels(({ servers }) => servers)?.flatMap((server) => server.others) ?? [];
  const shown = useRebuild(({ rebuild, refused }) =>
    rebuild === null ? refused !== null : ![...models, ...others].some(({ id }) => id === rebuild.model),
  );
  return shown ? (
    <div className="mb-2">
      <RebuildProgress />
    </div>
  ) : null;
}

interface NoModelRowProps {
  readonly job: ReadingJob;
  readonly active: boolean;
  readonly model?: ModelSummary | undefined;
}

function NoModelRow({ job, active, model }: NoModelRowProps) {
  const { use, busy } = useSearchModels();
  return (
    <li
      data-testid="no-search-model"
      data-job={job}
      data-active={active}
      className="flex flex-wrap items-start gap-3 border-b border-hairline py-4 last:border-b-0"
    >
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-x-2 font-medium">
          {t('settings.noModel')}
          {active ? <InUse /> : null}
        </p>
        <p className="text-12 text-soft">{t(`searchModels.without.${job}`)}</p>
      </div>
      {active || !model ? null : (
        <Button
          data-testid="use-none"
          aria-disabled={busy !== null}
          label={t('searchModels.stopUsing')}
          onClick={() => void use(model)}
        />
      )}
    </li>
  );
}
