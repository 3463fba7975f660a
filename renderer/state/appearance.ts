import type { SettingsReport } from '@shared/contract/index';
import { useLanguage } from './language';
import { applyTheme } from './theme';

const key = 'vitrine.look';

/** Draws the window as the settings say, and remembers it for the first picture of the next start. */
export function applyAppearance({ fields }: SettingsReport): void {
  const language = fields['appearance.language'].value;
  applyTheme(fields['appearance.theme'].value);
  applyLook(fields['appearance.textSize'].value, fields['appearance.contrast'].value);
  localStorage.setItem(key, `${fields['appearance.textSize'].value} ${fields['appearance.contrast'].value}`);
  if (useLanguage.getState().choice !== language) useLanguage.getState().choose(language);
}

/** The text size and contrast of the last time, before the engine has answered. */
export function applyRememberedLook(): void {
  const [size = '', contrast = 'system'] = (localStorage.getItem(key) ?? '100 system').split(' ');
  applyLook(Number(size) || 100, contrast);
  moreContrast.addEventListener('change', () => showContrast(wantedContrast));
}

const moreContrast = matchMedia('(prefers-contrast: more)');
let wantedContrast = 'system';

/** Sizes are in rem: the root's size scales them all. */
function applyLook(textSize: number, contrast: string): void {
  document.documentElement.style.fontSize = textSize === 100 ? '' : `${textSize}%`;
  wantedContrast = contrast;
  showContrast(contrast);
}

function showContrast(contrast: string): void {
  const more = contrast === 'more' || (contrast === 'system' && moreContrast.matches);
  if (more) document.documentElement.dataset.contrast = 'more';
  else delete document.documentElement.dataset.contrast;
}
