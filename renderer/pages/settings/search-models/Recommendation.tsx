import type { ModelSummary, RebuildEstimate } from '@shared/contract/index';
import { t } from '@shared/words/index';
import { Download } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { useAnswer } from '../../../bridge/use-answer';
import { isBusy, useQueue } from '../../../state/library/ingest-queue';
import { useLibrary } from '../../../state/library/library';
import { useRebuild } from '../../../state/library/library-care';
import { nameOf, useModelNames, useSearchModels } from '../../../state/search-models';
import { useSettings } from '../../../state/settings';
import { Button } from '../../../ui/Button';
import { useReturnedFocus } from '../../../ui/focus';
import { ErrorNote } from '../../../ui/Notices';
import { formatBytes, languageName } from '../../../ui/quantities';
import { Figures } from '../SettingRow';
import { FromFolder, NoRoom, timeOf } from './RebuildGroup';

interface RecommendationProps {
  readonly model: ModelSummary;
  readonly current: ModelSummary | null;
}

export function Recommendation({ model, current }: RecommendationProps) {
  const { data: estimate, error } = useAnswer('library.rebuildEstimate', { model: model.id });
  const start = useRebuild((state) => state.start);
  const load = useSearchModels((state) => state.load);
  const adding = useQueue(({ jobs }) => isBusy(jobs));
  const heading = useRef<HTMLHeadingElement>(null);
  const id = useId();
  const name = nameOf(model);
  const isHere = model.installed;

  useReturnedFocus();

  // The measuring that an estimate may begin with belongs in the rows' figures.
  useEffect(() => {
    if (estimate) void load();
  }, [estimate, load]);

  useEffect(() => {
    if (!useSettings.getState().led) return;
    useSettings.setState({ led: false });
    heading.current?.focus();
    heading.current?.closest('section')?.scrollIntoView({ block: 'nearest' });
  }, []);

  return (
    <section aria-labelledby={id} data-testid="recommendation" className="mt-4 rounded-md bg-raised px-4 py-3">
      <h4 id={id} ref={heading} tabIndex={-1} className="break-words font-medium outline-none">
        {t('searchModels.offer.title', { model: name })}
      </h4>
      <Gain model={model} current={current} />
      <div className="mt-3" aria-live="polite">
        {estimate ? <Price model={model} estimate={estimate} /> : null}
        {estimate || error ? null : (
          <p className="text-muted">{t(adding ? 'searchModels.estimateWaits' : 'searchModels.estimating')}</p>
        )}
      </div>
      <ErrorNote error={error} around="mt-2" />
      <div className="mt-3 flex flex-wrap gap-2">
        <Button
          look="primary"
          data-testid="get-recommended"
          icon={isHere ? undefined : Download}
          aria-disabled={!estimate && !error && !adding}
          label={isHere ? t('searchModels.rebuild', { model: name }) : t('searchModels.offer.get')}
          onClick={() => void start({ model: model.id, from: '' })}
        />
        {isHere ? null : <FromFolder model={model.id} />}
      </div>
    </section>
  );
}

function Price({ model, estimate }: { readonly model: ModelSummary; readonly estimate: RebuildEstimate }) {
  const modelName = useModelNames();
  return (
    <>
      <Figures
        rows={[
          ['offer-disk', t('searchModels.disk'), formatBytes(model.installed ? model.bytes : estimate.fetchBytes)],
          ['offer-time', t('rebuild.time'), timeOf(estimate)],
        ]}
      />
      {estimate.judgedBy === undefined ? null : (
        <p className="mt-2 text-12 text-muted">
          {t('searchModels.offer.judged', { model: modelName(estimate.judgedBy) })}
        </p>
      )}
      <NoRoom estimate={estimate} />
    </>
  );
}

function Gain({ model, current }: RecommendationProps) {
  const documents = useLibrary((state) => state.documents) ?? [];
  const reads = current?.languages ?? [];
  const unread = documents.filter(
    ({ language }) => language.length === 3 && language !== 'und' && !reads.includes(language),
  );
  const count = reads.length === 0 ? 0 : unread.length;
  const gains = Object.entries(model.rightAnswers ?? {}).flatMap(([language, share]) => {
    const before = current?.rightAnswers?.[language];
    const percent = (part: number): number => Math.round(100 * part);
    return before === undefined
      ? []
      : t('searchModels.offer.rightIn', {
          now: percent(share),
          before: percent(before),
          language: languageName(language),
        });
  });
  return (
    <p data-testid="model-gain" className="mt-1 text-14 text-soft">
      {t('searchModels.gain')} {gains.length === 0 ? '' : t('searchModels.offer.right', { gains })}{' '}
      {count === 0 ? '' : t('searchModels.gainHere', { count, all: documents.length })}
    </p>
  );
}
