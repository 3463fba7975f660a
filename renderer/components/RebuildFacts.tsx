import type { RebuildEstimate } from '@shared/contract/index';
import { hasTime } from '@shared/rebuild-time';
import { t } from '../strings/index';
import { formatBytes, formatCount, formatDuration } from './quantities';

/** What a rebuild of the index would take, measured on this library and this computer. */
export function RebuildFacts({ estimate }: { readonly estimate: RebuildEstimate }) {
  const { chunksNow, chunks, toEmbed, cached, exact, roomBytes, indexBytesAfter, freeBytes } = estimate;
  const guessed = (what: string) => (exact ? what : t('rebuild.about', { what }));
  const facts = [
    ['to-embed', t('rebuild.toEmbed'), guessed(formatCount(toEmbed))],
    ['cached', t('rebuild.cached'), guessed(formatCount(cached))],
    ['time', t('rebuild.time'), timeOf(estimate)],
    ['room', t('rebuild.room'), t('rebuild.about', { what: formatBytes(roomBytes) })],
    ['after', t('rebuild.after'), t('rebuild.about', { what: formatBytes(indexBytesAfter) })],
  ] as const;
  return (
    <div data-testid="rebuild-estimate" className="rounded-md bg-raised px-4 py-3">
      <p className="font-medium">
        {guessed(
          chunks === chunksNow
            ? t('rebuild.sameChunks', { to: chunks })
            : t('rebuild.chunks', { from: chunksNow, to: chunks }),
        )}
      </p>
      <dl className="tabular mt-2 grid grid-cols-[minmax(0,1fr)_auto] gap-y-1">
        {facts.map(([id, name, value]) => (
          <div key={id} className="contents">
            <dt className="text-soft">{name}</dt>
            <dd className="text-right" data-testid={`estimate-${id}`}>
              {value}
            </dd>
          </div>
        ))}
      </dl>
      {freeBytes !== null && freeBytes < roomBytes ? (
        <p role="alert" className="mt-2 text-caution" data-testid="estimate-no-room">
          {t('rebuild.noRoom', { free: formatBytes(freeBytes) })}
        </p>
      ) : null}
      <p className="tabular mt-2 text-12 text-muted">{partsOf(estimate).join(' ')}</p>
    </div>
  );
}

function timeOf(estimate: RebuildEstimate): string {
  if (!hasTime(estimate)) return t('rebuild.timeUnknown');
  return t('rebuild.about', { what: formatDuration(estimate.ms) });
}

function partsOf({ msPerText, msLoading, opensInThreads, msWriting }: RebuildEstimate): string[] {
  return [
    t('rebuild.timeEach', { ms: formatDuration(msPerText) }),
    t(opensInThreads ? 'rebuild.timeLoadingInThreads' : 'rebuild.timeLoading', { time: formatDuration(msLoading) }),
    msWriting === null ? t('rebuild.writingUntimed') : t('rebuild.timeWriting', { time: formatDuration(msWriting) }),
  ];
}
