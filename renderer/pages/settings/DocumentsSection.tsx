import { type OcrLanguage, ocrLanguages } from '@shared/settings';
import { t } from '@shared/words/index';
import { ScanText } from 'lucide-react';
import { useEffect } from 'react';
import { useQueue } from '../../state/library/ingest-queue';
import { useLibrary } from '../../state/library/library';
import { changeSetting, useSettings } from '../../state/settings';
import { Button } from '../../ui/Button';
import { FieldHelp } from '../../ui/fields';
import { choiceLook, DecidedBy, SettingGroup, SettingSwitch } from './SettingRow';

export function DocumentsSection() {
  const fields = useSettings((state) => state.report?.fields);
  if (!fields) return null;
  const ocr = fields['ingest.ocr'];
  const { value: chosen, variable } = fields['ingest.ocrLanguages'];
  return (
    <SettingGroup title={t('settings.ocr')} help={t('settings.ocrHelp')}>
      <SettingSwitch
        path="ingest.ocr"
        label={t('settings.ocrSwitch')}
        help={t('settings.ocrCost')}
        testId="setting-ocr"
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
          onClick={() => void again(waiting.map(({ documentId }) => documentId))}
        >
          {t('settings.ocrRead')}
        </Button>
      ) : null}
    </div>
  );
}
