import { host } from '../state/host';
import { changeSetting, useSettings } from '../state/settings';
import { t } from '../strings/index';
import { DecidedBy, SettingGroup } from './SettingRow';
import { Switch } from './Switch';

/** What Vitrine does outside of its window; both are off until a person turns them on. A browser tab has neither. */
export function DesktopGroup() {
  const fields = useSettings((state) => state.report?.fields);
  if (!fields || host().host !== 'desktop') return null;
  const { 'desktop.tray': tray, 'desktop.notifications': notifications } = fields;
  return (
    <SettingGroup title={t('settings.desktop')}>
      <Switch
        label={t('settings.tray')}
        help={t('settings.trayHelp')}
        on={tray.value}
        testId="setting-tray"
        turn={(on) => void changeSetting({ 'desktop.tray': on })}
        note={<DecidedBy variable={tray.variable} />}
      />
      <Switch
        label={t('settings.notifications')}
        help={t('settings.notificationsHelp')}
        on={notifications.value}
        testId="setting-notifications"
        turn={(on) => void changeSetting({ 'desktop.notifications': on })}
        note={<DecidedBy variable={notifications.variable} />}
      />
    </SettingGroup>
  );
}
