import { contrasts, languages, themes } from '@shared/settings';
import { textSizes } from '../app/run-command';
import { changeSetting, useSettings } from '../state/settings';
import { t } from '../strings/index';
import { Choice } from './Choice';
import { DesktopGroup } from './DesktopGroup';
import { DecidedBy } from './SettingRow';

const sizes = textSizes.map(String);

/** How the window looks and what it speaks. */
export function AppearanceSection() {
  const fields = useSettings((state) => state.report?.fields);
  if (!fields) return null;
  const size = String(fields['appearance.textSize'].value);
  return (
    <>
      <div className="py-4">
        <Choice
          label={t('settings.theme')}
          testId="setting-theme"
          value={fields['appearance.theme'].value}
          options={themes.map((value) => ({ value, label: t(`app.theme.${value}`) }))}
          choose={(theme) => void changeSetting({ 'appearance.theme': theme })}
          note={<DecidedBy variable={fields['appearance.theme'].variable} />}
        />
        <Choice
          label={t('settings.textSize')}
          help={t('settings.textSizeHelp')}
          testId="setting-text-size"
          value={sizes.find((known) => known === size) ?? null}
          options={sizes.map((value) => ({ value, label: t('app.percent', { percent: Number(value) }) }))}
          choose={(value) => void changeSetting({ 'appearance.textSize': Number(value) })}
          note={<DecidedBy variable={fields['appearance.textSize'].variable} />}
        />
        <Choice
          label={t('settings.contrast')}
          help={t('settings.contrastHelp')}
          testId="setting-contrast"
          value={fields['appearance.contrast'].value}
          options={contrasts.map((value) => ({ value, label: t(`settings.contrastChoice.${value}`) }))}
          choose={(contrast) => void changeSetting({ 'appearance.contrast': contrast })}
          note={<DecidedBy variable={fields['appearance.contrast'].variable} />}
        />
        <Choice
          label={t('settings.language')}
          testId="setting-language"
          value={fields['appearance.language'].value}
          options={languages.map((value) => ({ value, label: t(`app.language.${value}`) }))}
          choose={(language) => void changeSetting({ 'appearance.language': language })}
          note={<DecidedBy variable={fields['appearance.language'].variable} />}
        />
      </div>
      <DesktopGroup />
    </>
  );
}
