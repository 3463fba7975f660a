import type { DocumentSummary, Overview } from '@shared/contract/index';
import { t } from '@shared/words/index';
import { LibraryBig, MessageSquareText, Table2, X } from 'lucide-react';
import { useMemo } from 'react';
import { useAnswer, useSettled } from '../../../bridge/use-answer';
import { everywhere } from '../../../state/chat/question-draft';
import { useSurveys } from '../../../state/chat/surveys';
import { askAnew } from '../../../state/library/added-files';
import { useLibrary } from '../../../state/library/library';
import { startTable } from '../../../state/tables';
import { Button, IconButton } from '../../../ui/Button';
import { Awaited, Nothing } from '../../../ui/Notices';
import { DocumentMap } from './DocumentMap';
import { TopicList } from './TopicList';
import { topicName } from './topic-marks';

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

function TooFew({ withoutVectors }: { readonly withoutVectors: number }) {
  return (
    <Nothing title={t('overview.few')} hint={t('overview.fewHint')} testId="overview-few" around="content px-4 py-6">
      {withoutVectors > 0 ? <p className="text-muted">{t('overview.without', { count: withoutVectors })}</p> : null}
    </Nothing>
  );
}

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
        names={names}
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
  return (
    <section
      data-testid="map-selection"
      aria-label={t('library.selected', { count: ids.length })}
      className="absolute bottom-3 left-1/2 flex w-max -translate-x-1/2 items-center gap-1 rounded-md border border-hairline bg-case py-1 pr-1 pl-3 shadow-float"
    >
      <span className="tabular mr-1 shrink-0 text-14 font-medium whitespace-nowrap">
        {t('library.selected', { count: ids.length })}
      </span>
      <Button
        look="ghost"
        brief
        iconSize={14}
        icon={MessageSquareText}
        data-testid="ask-selected"
        onClick={() => askAnew(ids)}
      >
        {t(ids.length === 1 ? 'library.askAbout' : 'library.askAboutThem')}
      </Button>
      <Button
        look="ghost"
        brief
        iconSize={14}
        icon={Table2}
        data-testid="table-of-selected"
        onClick={() => startTable({ documentIds: ids })}
      >
        {t('tables.openAs')}
      </Button>
      <Button
        look="ghost"
        brief
        iconSize={14}
        icon={LibraryBig}
        data-testid="survey-of-selected"
        onClick={() => useSurveys.getState().begin({ scope: { ...everywhere, documentIds: ids } })}
      >
        {t('survey.ask')}
      </Button>
      <IconButton icon={X} label={t('overview.clear')} onClick={() => select([])} />
    </section>
  );
}
