import type { ModelSummary } from '@shared/contract/index';
import { serverName } from '@shared/providers';
import { t } from '@shared/words/index';
import type { ReactNode } from 'react';
import { serverTitle } from '../../../state/settings';
import { formatBytes, formatDecimals, formatDuration, formatWhen, languageName } from '../../../ui/quantities';

interface ModelFiguresProps {
  readonly model: ModelSummary;
  /** Milliseconds of the slowest model of its kind that was measured: the bars are drawn to it. */
  readonly slowest: number;
}

export function ModelFigures({ model, slowest }: ModelFiguresProps) {
  const { cost } = model;
  const memory = cost?.memoryBytes ? formatBytes(cost.memoryBytes) : unknown(model);
  return (
    <>
      <dl className="tabular mt-2 grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_minmax(0,1.6fr)] gap-x-4 text-12">
        <Figure name={t('searchModels.disk')} testId="model-disk">
          {diskOf(model)}
        </Figure>
        <Figure name={t('searchModels.memory')} testId="model-memory">
          {runsElsewhere(model) ? t('searchModels.elsewhere') : memory}
        </Figure>
        <Figure name={t('searchModels.time')} testId="model-time">
          {cost ? timeText(model, cost.msPerText) : unknown(model)}
          {cost && slowest > 0 ? (
            <span aria-hidden className="mt-1 block h-1 overflow-hidden rounded-sm bg-raised">
              <span
                className="block h-full rounded-sm bg-accent"
                style={{ width: `${Math.max(2, (100 * cost.msPerText) / slowest)}%` }}
              />
            </span>
          ) : null}
        </Figure>
      </dl>
      {cost ? (
        <p className="tabular mt-1 text-12 text-muted">
          {t('searchModels.measured', {
            when: formatWhen(cost.measuredAt, new Date()),
            count: cost.texts,
            characters: cost.characters,
            load: formatDuration(cost.loadMs),
          })}
        </p>
      ) : null}
    </>
  );
}

interface FigureProps {
  readonly name: string;
  readonly testId: string;
  readonly children: ReactNode;
}

const Figure = ({ name, testId, children }: FigureProps) => (
  <div className="min-w-0" data-testid={testId}>
    <dt className="text-muted">{name}</dt>
    <dd className="break-words text-14 text-ink">{children}</dd>
  </div>
);

const unknown = ({ installed }: ModelSummary) => (
  <span className="text-muted">{t(installed ? 'searchModels.unknown' : 'searchModels.unknownYet')}</span>
);

function diskOf(model: ModelSummary): string {
  const { installed, bytes, store } = model;
  if (runsElsewhere(model)) return bytes > 0 ? t('searchModels.onServerDisk', { size: formatBytes(bytes) }) : '–';
  if (installed) return formatBytes(bytes);
  if (store && store.partialBytes > 0) {
    const done = formatBytes(store.partialBytes);
    return store.downloadBytes ? t('app.doneOf', { done, total: formatBytes(store.downloadBytes) }) : done;
  }
  return store?.downloadBytes
    ? t('searchModels.toDownload', { size: formatBytes(store.downloadBytes) })
    : t('searchModels.sizeUnknown');
}

const preciseBelowMs = 20;

function timeText({ job }: ModelSummary, ms: number): string {
  const time = ms < preciseBelowMs ? `${formatDecimals(ms, 1)} ms` : formatDuration(ms);
  return t(job === 'embedding' ? 'searchModels.perChunk' : 'searchModels.perPair', { time });
}

const runsElsewhere = ({ store }: Pick<ModelSummary, 'store'>): boolean => store === undefined;

export const ofServer = (id: string): boolean => serverName(id) !== null;

export function noteOf(model: ModelSummary): string {
  const { licence, dimension, window, languages } = model;
  return [
    languages?.length === 0 ? t('searchModels.readsMany') : '',
    languages?.length ? t('searchModels.reads', { languages: languages.map(languageName) }) : '',
    originOf(model),
    // A server's model and an unknown one have no facts.
    model.store && licence !== 'unknown' ? licence : '',
    dimension ? t('searchModels.numbers', { count: dimension }) : '',
    window ? t('searchModels.window', { count: window }) : '',
  ]
    .filter(Boolean)
    .join(' · ');
}

function originOf({ id, store, location }: ModelSummary): string {
  if (!store) {
    const server = serverName(id)?.server;
    return t('searchModels.onServer', { server: server ? serverTitle(server) : '', place: serverHost(location ?? '') });
  }
  if (store.from === 'bundled') return t('searchModels.bundled');
  if (location !== null && !store.removable) return t('searchModels.fromFolder', { folder: location });
  return store.repository ?? '';
}

export const serverHost = (address: string): string => (URL.canParse(address) ? new URL(address).host : address);
