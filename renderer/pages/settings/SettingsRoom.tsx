import { commandIds, commands, type Place, places } from '@shared/commands';
import { contrasts, type OcrLanguage, ocrLanguages, themes } from '@shared/settings';
import { t } from '@shared/words/index';
import { languageChoices, languageTable } from '@shared/words/languages';
import { saidRemark } from '@shared/words/said';
import { ScanText } from 'lucide-react';
import { type ComponentType, useEffect, useRef } from 'react';
import { host } from '../../bridge/host';
import { FoldedListButton, PaneHeader, Workspace } from '../../panels/Workspace';
import { commandTitle, textSizes } from '../../state/commands';
import { settingWords } from '../../state/finding/setting-places';
import { useQueue } from '../../state/library/ingest-queue';
import { useLibrary } from '../../state/library/library';
import { changeSetting, type Section, useSettings } from '../../state/settings';
import { Button } from '../../ui/Button';
import { FieldHelp } from '../../ui/fields';
import { keyTexts } from '../../ui/key-text';
import { Awaited } from '../../ui/Notices';
import { SideList } from '../../ui/SideList';
import { AboutSection } from './AboutSection';
import { AgentsSection } from './AgentsSection';
import { FindSettings, FoundSettings, useListedSections, useSought } from './FindSettings';
import { LimitsSection } from './LimitsSection';
import { ModelsSection } from './ModelsSection';
import { PrivacySection } from './PrivacySection';
import { choiceLook, DecidedBy, SettingChoice, SettingGroup, SettingSwitch } from './SettingRow';
import { StorageSection } from './StorageSection';
import { SearchModelsSection } from './search-models/SearchModelsSection';

export function SettingsRoom() {
  const { section, open, report, error, query } = useSettings();
  const listed = useListedSections();
  const scroller = useRef<HTMLElement>(null);
  useSought(scroller);
  const isFinding = query.trim() !== '';
  const Shown = shown[section];
  const list = (
    <>
      <PaneHeader title={t('palette.groups.settings')} />
      <FindSettings />
      <HowMany />
      <SideList
        label={t('settings.sections')}
        testId="settings-section"
        current={section}
        empty=""
        items={listed.map((id) => ({
          id,
          title: t(`settings.sectionTitle.${id}`),
          note: t(`settings.sectionNote.${id}`),
        }))}
        open={open}
      />
    </>
  );
  return (
    <Workspace list={list} listLabel={t('settings.sections')}>
      <PaneHeader
        title={isFinding ? t('settings.find') : t(`settings.sectionTitle.${section}`)}
        lead={<FoldedListButton />}
      />
      <section
        ref={scroller}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled by keys, where a section has nothing to focus
        tabIndex={0}
        aria-label={t(`settings.sectionTitle.${section}`)}
        className="relative min-h-0 flex-1 overflow-y-auto px-6 pb-10 [scrollbar-gutter:stable] focus-visible:outline-offset-[-3px]"
        data-testid={`settings-${section}`}
      >
        <div className="mx-auto max-w-180">
          <Awaited error={error} waits={!report} text={t('settings.loading')} around="pt-6" />
          {report?.problems.map(saidRemark).map((said) => (
            <p key={said} role="alert" className="content mt-6 rounded-md bg-caution-wash px-4 py-3">
              {said}
            </p>
          ))}
          {report && isFinding ? <FoundSettings query={query} /> : null}
          {report && !isFinding ? <Shown /> : null}
        </div>
      </section>
    </Workspace>
  );
}

const amounts = ['basic', 'all'] as const;

function HowMany() {
  const field = useSettings((state) => state.report?.fields['appearance.allSettings']);
  return (
    <fieldset className="flex shrink-0 gap-1 px-4 pt-2">
      <legend className="sr-only">{t('settings.amount')}</legend>
      {amounts.map((amount) => (
        <label key={amount} data-testid={`settings-${amount}`} className={choiceLook}>
          <input
            type="radio"
            name="settings-amount"
            className="sr-only"
            checked={(field?.value === true) === (amount === 'all')}
            onChange={() => void changeSetting({ 'appearance.allSettings': amount === 'all' })}
          />
          {t(`settings.amounts.${amount}`)}
        </label>
      ))}
    </fieldset>
  );
}

function ShortcutsSection() {
  const inBrowser = host().host === 'web';
  const listed = (place: Place) =>
    commandIds.filter((id) => {
      const { where, role } = commands[id];
      return where === place && keyTexts(id).length > 0 && !(inBrowser && role);
    });
  return places
    .map((place) => [place, listed(place)] as const)
    .filter(([, ids]) => ids.length > 0)
    .map(([place, ids]) => (
      <SettingGroup key={place} title={t(`settings.keysWork.${place}`)}>
        <dl data-testid={`keys-${place}`}>
          {ids.map((id) => (
            <div key={id} className="flex items-baseline gap-4 border-b border-hairline py-2 last:border-b-0">
              <dt className="min-w-0 flex-1">{commandTitle(id)}</dt>
              <dd className="flex flex-wrap justify-end gap-x-3 gap-y-1">{keyTexts(id).map(drawnKeys)}</dd>
            </div>
          ))}
        </dl>
      </SettingGroup>
    ));
}

const drawnKeys = (keys: readonly string[]) => (
  <span key={keys.join('+')} className="flex gap-1">
    {keys.map((key) => (
      <kbd
        key={key}
        className="inline-flex min-w-6 items-center justify-center rounded-sm border border-edge bg-raised px-1.5 py-0.5 font-sans text-12"
      >
        {key}
      </kbd>
    ))}
  </span>
);

const AppearanceSection = () => (
  <>
    <div className="py-4">
      <SettingChoice
        {...settingWords('theme')}
        path="appearance.theme"
        options={themes}
        name={(theme) => t(`app.theme.${theme}`)}
      />
      <SettingChoice
        {...settingWords('textSize')}
        path="appearance.textSize"
        options={textSizes}
        name={(percent) => t('app.percent', { percent })}
      />
      <SettingChoice
        {...settingWords('contrast')}
        path="appearance.contrast"
        options={contrasts}
        name={(contrast) => t(`settings.contrastChoice.${contrast}`)}
      />
      <SettingChoice
        {...settingWords('language')}
        path="appearance.language"
        options={languageChoices}
        name={(choice) => (choice === 'system' ? t('app.language.system') : languageTable[choice].name)}
      />
    </div>
    {/* Vitrine's work outside its window is off until a person switches it on. A browser tab has none. */}
    {host().host === 'desktop' ? (
      <SettingGroup title={t('settings.desktop')}>
        <SettingSwitch {...settingWords('tray')} path="desktop.tray" />
        <SettingSwitch {...settingWords('notifications')} path="desktop.notifications" />
      </SettingGroup>
    ) : null}
  </>
);

const shown: Readonly<Record<Section, ComponentType>> = {
  models: ModelsSection,
  search: SearchModelsSection,
  privacy: PrivacySection,
  documents: DocumentsSection,
  agents: AgentsSection,
  appearance: AppearanceSection,
  limits: LimitsSection,
  storage: StorageSection,
  shortcuts: ShortcutsSection,
  about: AboutSection,
};

function DocumentsSection() {
  const fields = useSettings((state) => state.report?.fields);
  if (!fields) return null;
  const ocr = fields['ingest.ocr'];
  const { value: chosen, variable } = fields['ingest.ocrLanguages'];
  return (
    <SettingGroup title={t('settings.ocr')} help={t('settings.ocrHelp')}>
      <SettingSwitch
        {...settingWords('ocr')}
        label={t('settings.ocrSwitch')}
        help={t('settings.ocrCost')}
        path="ingest.ocr"
      />
      <fieldset className="py-2" aria-describedby="ocr-languages-help">
        <legend className="contents font-medium">{t('settings.ocrLanguages')}</legend>
        <FieldHelp id="ocr-languages-help">{t('settings.ocrLanguagesHelp')}</FieldHelp>
        <div className="mt-2 flex flex-wrap gap-1">
          {ocrLanguages.map((language) => (
            <Language key={language} language={language} chosen={chosen} />
          ))}
        </div>
        <DecidedBy variable={variable} />
      </fieldset>
      <WaitingScans on={ocr.value} />
    </SettingGroup>
  );
}

function Language({ language, chosen }: { readonly language: OcrLanguage; readonly chosen: readonly OcrLanguage[] }) {
  const isChosen = chosen.includes(language);
  const next = ocrLanguages.filter((known) => (known === language ? !isChosen : chosen.includes(known)));
  return (
    <label className={choiceLook}>
      <input
        type="checkbox"
        className="sr-only"
        data-testid={`setting-ocr-${language}`}
        checked={isChosen}
        // One at least: nothing can be read in no language.
        disabled={isChosen && next.length === 0}
        onChange={() => void changeSetting({ 'ingest.ocrLanguages': next })}
      />
      {t(`settings.ocrLanguage.${language}`)}
    </label>
  );
}

function WaitingScans({ on }: { readonly on: boolean }) {
  const { documents, load } = useLibrary();
  const again = useQueue((state) => state.again);
  useEffect(() => {
    if (documents === null) void load();
  }, [documents, load]);
  const waiting = documents?.filter(({ state, error }) => state === 'failed' && error?.details?.needsOcr) ?? [];
  if (waiting.length === 0) return null;
  return (
    <div className="mt-2 flex flex-wrap items-center gap-4 rounded-md bg-raised px-4 py-3" data-testid="waiting-scans">
      <p className="min-w-0 flex-1">
        {t(on ? 'settings.ocrWaiting' : 'settings.ocrWaitingOff', { count: waiting.length })}
      </p>
      {on ? (
        <Button
          look="primary"
          data-testid="read-scans"
          icon={ScanText}
          iconSize={16}
          label={t('settings.ocrRead')}
          onClick={() => void again(waiting.map(({ documentId }) => documentId))}
        />
      ) : null}
    </div>
  );
}
