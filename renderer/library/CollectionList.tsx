import { PaneHeader } from '../components/PaneHeader';
import { formatBytes, formatCount } from '../components/quantities';
import { useLibrary } from '../state/library';
import { locale, t } from '../strings/index';

/** The collections of the library, and the facts about it. */
export function CollectionList() {
  const { documents, leaving, status, collection, setCollection } = useLibrary();
  const counts = new Map<string, number>();
  for (const document of documents ?? []) {
    if (leaving.has(document.documentId)) continue;
    counts.set(document.collection, (counts.get(document.collection) ?? 0) + 1);
  }
  const total = [...counts.values()].reduce((sum, n) => sum + n, 0);
  const rows: readonly (readonly [string | null, string, number])[] = [
    [null, t('library.all'), total],
    ...[...counts]
      .sort(([a], [b]) => a.localeCompare(b, locale()))
      .map(([name, count]) => [name, name, count] as const),
  ];
  const unhealthy = status?.health.filter((entry) => !entry.ok) ?? [];
  return (
    <>
      <PaneHeader title={t('library.collections')} />
      <ul className="min-h-0 flex-1 overflow-y-auto p-2">
        {rows.map(([id, name, count]) => (
          <li key={id ?? ''}>
            <button
              type="button"
              aria-current={collection === id ? 'true' : undefined}
              onClick={() => setCollection(id)}
              className="flex h-8 w-full items-center gap-2 rounded-md px-3 text-left text-14 hover:bg-raised aria-[current=true]:bg-raised aria-[current=true]:font-medium"
            >
              <span className="min-w-0 flex-1 truncate">{name}</span>
              <span className="tabular text-12 text-muted">{formatCount(count)}</span>
            </button>
          </li>
        ))}
      </ul>
      {status ? (
        <dl className="content shrink-0 space-y-3 border-t border-hairline p-4 text-12">
          {unhealthy.map((entry) => (
            <div key={entry.check}>
              <dt className="font-medium text-danger">{t('library.unhealthy')}</dt>
              <dd className="text-soft">{entry.message}</dd>
            </div>
          ))}
          <div>
            <dt className="text-muted">{t('library.model')}</dt>
            <dd className="break-words text-soft">{status.model.id}</dd>
          </div>
          <div>
            <dt className="text-muted">
              {t('library.location')} · <span className="tabular">{formatBytes(status.bytes)}</span>
            </dt>
            <dd className="break-all text-soft">{status.library}</dd>
          </div>
        </dl>
      ) : null}
    </>
  );
}
