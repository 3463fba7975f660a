import { FoldedListButton } from '../app/FoldedListButton';
import { Workspace } from '../app/Workspace';
import { ErrorNote } from '../components/ErrorNote';
import { PaneHeader } from '../components/PaneHeader';
import { SideList } from '../components/SideList';
import { type Section, sections, useSettings } from '../state/settings';
import { useShell } from '../state/shell';
import { t } from '../strings/index';
import { saidRemark } from '../strings/remarks';
import { AboutSection } from './AboutSection';
import { AppearanceSection } from './AppearanceSection';
import { DocumentsSection } from './DocumentsSection';
import { LimitsSection } from './LimitsSection';
import { ModelsSection } from './ModelsSection';
import { PrivacySection } from './PrivacySection';
import { ShortcutsSection } from './ShortcutsSection';
import { StorageSection } from './StorageSection';
import { SearchModelsSection } from './search-models/SearchModelsSection';

/** Everything that can be set up, a section at a time. */
export function SettingsRoom() {
  const { section, open, report, error } = useSettings();
  const setListOpen = useShell((state) => state.setListOpen);
  const list = (
    <>
      <PaneHeader title={t('settings.title')} />
      <SideList
        label={t('settings.sections')}
        testId="settings-section"
        current={section}
        empty=""
        items={sections.map((id) => ({
          id,
          title: t(`settings.sectionTitle.${id}`),
          note: t(`settings.sectionNote.${id}`),
        }))}
        open={(id) => {
          const found = sections.find((known) => known === id);
          if (found) open(found);
          setListOpen(false);
        }}
      />
    </>
  );
  return (
    <Workspace list={list} listLabel={t('settings.sections')}>
      <PaneHeader title={t(`settings.sectionTitle.${section}`)} lead={<FoldedListButton />} />
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled by keys, where a section has nothing to focus
        tabIndex={0}
        aria-label={t(`settings.sectionTitle.${section}`)}
        className="relative min-h-0 flex-1 overflow-y-auto px-6 pb-10 [scrollbar-gutter:stable] focus-visible:outline-offset-[-3px]"
        data-testid={`settings-${section}`}
      >
        <div className="mx-auto max-w-180">
          {error ? (
            <div className="pt-6">
              <ErrorNote error={error} />
            </div>
          ) : null}
          {report?.problems.map(({ path, message }) => (
            <p key={path} role="alert" className="content mt-6 rounded-md bg-caution-wash px-4 py-3">
              {t('settings.problem', { path, message: saidRemark(message) })}
            </p>
          ))}
          {report ? <Shown section={section} /> : null}
          {!report && !error ? (
            <p className="py-6 text-muted" aria-live="polite">
              {t('settings.loading')}
            </p>
          ) : null}
        </div>
      </section>
    </Workspace>
  );
}

function Shown({ section }: { readonly section: Section }) {
  switch (section) {
    case 'models':
      return <ModelsSection />;
    case 'search':
      return <SearchModelsSection />;
    case 'privacy':
      return <PrivacySection />;
    case 'documents':
      return <DocumentsSection />;
    case 'appearance':
      return <AppearanceSection />;
    case 'limits':
      return <LimitsSection />;
    case 'storage':
      return <StorageSection />;
    case 'shortcuts':
      return <ShortcutsSection />;
    case 'about':
      return <AboutSection />;
  }
}
