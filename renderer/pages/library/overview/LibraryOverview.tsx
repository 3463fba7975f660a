import type { DocumentSummary, Overview, OverviewTopic } from '@shared/contract/index';
import { t } from '@shared/words/index';
import { LibraryBig, ListChecks, MessageSquareText, Table2, X } from 'lucide-react';
import { useMemo } from 'react';
import { useAnswer, useSettled } from '../../../bridge/use-answer';
import { everywhere } from '../../../state/chat/question-draft';
import { useSurveys } from '../../../state/chat/surveys';
import { askAnew } from '../../../state/library/added-files';
import { useLibrary } from '../../../state/library/library';
import { showSource, stopOf } from '../../../state/shell';
import { startTable } from '../../../state/tables';
import { Button, Buttons, IconButton } from '../../../ui/Button';
import { Awaited, Nothing } from '../../../ui/Notices';
import { formatCount } from '../../../ui/quantities';
import { DocumentMap } from './DocumentMap';
import { TopicMark, topicName } from './topic-marks';

const fewest = 3;
/** The library changes once a file while documents come in: the overview follows after this much quiet, ms. */
const quietMs = 1500;

interface LibraryOverviewProps {
  readonly documents: readonly DocumentSummary[];
}

export function LibraryOverview({ documents }: LibraryOverviewProps) {
  const collection = useLibrary((state) => state.collection);
  const version = useSettled(
    useLibrary((state) => state.documents),
    quietMs,
  );
  const asked = collection === null ? {} : { scope: { collections: [collection] } };
  const { data, error, current } = useAnswer('overview.get', asked, version);
  if (error || !data || !current) {
    return <Awaited waits error={error} text={t('overview.loading')} around="p-4" testId="overview-loading" />;
  }
  if (data.places.length < fewest) return <TooFew withoutVectors={data.withoutVectors} />;
  return <TopicsAndMap overview={data} documents={documents} />;
}

const TooFew = ({ withoutVectors }: { readonly withoutVectors: number }) => (
  <Nothing title={t('overview.few')} hint={t('overview.fewHint')} testId="overview-few" around="content px-4 py-6">
    {withoutVectors > 0 ? <p className="text-muted">{t('overview.without', { count: withoutVectors })}</p> : null}
  </Nothing>
);

function TopicsAndMap({ overview, documents }: LibraryOverviewProps & { readonly overview: Overview }) {
  const { topic, leaving, setTopic } = useLibrary();
  const { topics, places, withoutVectors } = overview;
  const names = useMemo(() => topics.map(topicName), [topics]);
  const chosen = topic === null ? -1 : names.indexOf(topic.name);
  const through = useMemo(() => new Set(documents.map(({ documentId }) => documentId)), [documents]);
  const known = useMemo(
    () =>
      places
        .filter(({ documentId }) => !leaving.has(documentId))
        .map((place) => ({ ...place, shown: through.has(place.documentId) && (chosen < 0 || place.topic === chosen) })),
    [places, leaving, through, chosen],
  );
  return (
    <section
      data-testid="library-overview"
      aria-label={t('overview.title')}
      className="flex min-h-0 flex-1 flex-col-reverse @3xl:flex-row"
    >
      <TopicList
        topics={topics}
        through={through}
        chosen={chosen < 0 ? null : chosen}
        choose={(at) => {
          const name = at === null ? undefined : names[at];
          setTopic(name === undefined || at === null ? null : { name, documentIds: topics[at]?.documentIds ?? [] });
        }}
        note={withoutVectors > 0 ? t('overview.without', { count: withoutVectors }) : ''}
      />
      <div className="@container relative flex min-h-56 flex-1 flex-col border-hairline border-b @3xl:border-b-0">
        <DocumentMap documents={known} topics={names} topic={chosen < 0 ? null : chosen} />
        <SelectionBar />
      </div>
    </section>
  );
}

function SelectionBar() {
  const { selected, select } = useLibrary();
  if (selected.size === 0) return null;
  const ids = [...selected];
  const scope = { ...everywhere, documentIds: ids };
  const survey = useSurveys.getState().begin;
  return (
    <section
      data-testid="map-selection"
      aria-label={t('library.selected', { count: ids.length })}
      className="absolute bottom-3 left-1/2 flex w-max -translate-x-1/2 items-center gap-1 rounded-md border border-hairline bg-case py-1 pr-1 pl-3 shadow-float"
    >
      <span className="tabular mr-1 shrink-0 text-14 font-medium whitespace-nowrap">
        {t('library.selected', { count: ids.length })}
      </span>
      <Buttons
        look="ghost"
        brief
        iconSize={14}
        acts={[
          {
            id: 'ask-selected',
            icon: MessageSquareText,
            label: t(ids.length === 1 ? 'library.askAbout' : 'library.askAboutThem'),
            run: () => askAnew(ids),
          },
          { id: 'table-of-selected', icon: Table2, label: t('tables.openAs'), run: () => startTable(scope) },
          { id: 'survey-of-selected', icon: LibraryBig, label: t('survey.ask'), run: () => survey({ scope }) },
        ]}
      />
      <IconButton icon={X} label={t('overview.clear')} onClick={() => select([])} />
    </section>
  );
}

interface TopicListProps {
  readonly topics: readonly OverviewTopic[];
  readonly through: ReadonlySet<string>;
  readonly chosen: number | null;
  readonly note: string;
  choose(topic: number | null): void;
}

function TopicList({ topics, through, chosen, note, choose }: TopicListProps) {
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
          <li key={topicName(topic)}>
            <button
              type="button"
              data-testid="topic"
              aria-pressed={chosen === at}
              onClick={() => choose(chosen === at ? null : at)}
              className="flex w-full items-center gap-2.5 rounded-md px-2 py-2 text-start text-14 hover:bg-raised aria-pressed:bg-accent-wash"
            >
              <TopicMark topic={at} />
              <span className="min-w-0 flex-1 font-medium wrap-anywhere">{topicName(topic)}</span>
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
                label={t('overview.selectTopic')}
                onClick={() => useLibrary.getState().select(ids)}
              />
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
