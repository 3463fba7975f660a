import type { OverviewTopic } from '@shared/contract/index';
import { t } from '@shared/words/index';
import { ListChecks } from 'lucide-react';
import { useLibrary } from '../../../state/library/library';
import { showSource, stopOf } from '../../../state/shell';
import { Button } from '../../../ui/Button';
import { formatCount } from '../../../ui/quantities';
import { TopicMark } from './topic-marks';

interface TopicListProps {
  readonly topics: readonly OverviewTopic[];
  readonly names: readonly string[];
  readonly through: ReadonlySet<string>;
  readonly chosen: number | null;
  readonly note: string;
  choose(topic: number | null): void;
}

export function TopicList({ topics, names, through, chosen, note, choose }: TopicListProps) {
  const counted = topics
    .map((topic, at) => ({ topic, at, ids: topic.documentIds.filter((id) => through.has(id)) }))
    .filter(({ ids }) => ids.length > 0);
  return (
    <section
      aria-label={t('overview.topics')}
      className="relative h-2/5 shrink-0 overflow-y-auto border-hairline px-2 py-2 @3xl:h-full @3xl:w-80 @3xl:border-r"
    >
      <ul>
        {counted.map(({ topic, at, ids }) => (
          <li key={names[at]}>
            <button
              type="button"
              data-testid="topic"
              aria-pressed={chosen === at}
              onClick={() => choose(chosen === at ? null : at)}
              className="flex w-full items-center gap-2.5 rounded-md px-2 py-2 text-start text-14 hover:bg-raised aria-pressed:bg-accent-wash"
            >
              <TopicMark topic={at} />
              <span className="min-w-0 flex-1 font-medium wrap-anywhere">{names[at]}</span>
              <span className="tabular shrink-0 text-12 text-muted">
                <span aria-hidden>{formatCount(ids.length)}</span>
                <span className="sr-only">{t('quantity.documents', { count: ids.length })}</span>
              </span>
            </button>
            <Sentences topic={topic} whole={chosen === at} />
            {chosen === at ? (
              <Button
                look="ghost"
                icon={ListChecks}
                data-testid="select-topic"
                className="mb-2 ml-6"
                onClick={() => useLibrary.getState().select(ids)}
              >
                {t('overview.selectTopic')}
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      {note === '' ? null : (
        <p data-testid="overview-without" className="content px-2 py-2 text-12 text-muted">
          {note}
        </p>
      )}
    </section>
  );
}

function Sentences({ topic, whole }: { readonly topic: OverviewTopic; readonly whole: boolean }) {
  const shown = whole ? topic.sentences : topic.sentences.slice(0, 1);
  return (
    <ul className="mb-2 ml-6">
      {shown.map(({ documentId, title, text, startChar, endChar }) => (
        <li key={documentId}>
          <button
            type="button"
            data-testid="topic-sentence"
            title={title}
            onClick={() => showSource(stopOf({ documentId, title, startChar, endChar, pages: [] }))}
            className="block w-full rounded-sm px-2 py-1 text-start text-14 text-soft hover:bg-raised hover:text-ink"
          >
            <span dir="auto" className={`font-serif ${whole ? 'line-clamp-4' : 'line-clamp-2'}`}>
              {text}
            </span>
            {whole ? (
              <span dir="auto" className="block truncate text-12 text-muted">
                {title}
              </span>
            ) : null}
          </button>
        </li>
      ))}
    </ul>
  );
}
