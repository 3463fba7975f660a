import { rooms } from '../state/shell';
import { t } from '../strings/index';

/** The keys that work everywhere, as use-shortcuts.ts and the lists know them. */
export function ShortcutsSection() {
  const command = navigator.userAgent.includes('Mac') ? '⌘' : t('app.controlKey');
  const rows: readonly (readonly [string, string])[] = [
    [`${command} 1 – ${command} ${rooms.length}`, t('settings.keyRooms')],
    [`${command} ,`, t('settings.keySettings')],
    [`${command} N`, t('settings.keyNewChat')],
    [`${command} F`, t('settings.keyFind')],
    [`${command} O`, t('settings.keyAdd')],
    ['F6', t('settings.keyPanes')],
    ['1 – 8', t('settings.keyStage')],
    ['Esc', t('settings.keyClose')],
    ['↵', t('settings.keySend')],
    ['⇧ ↵', t('settings.keyBreak')],
    ['↑ ↓', t('settings.keyList')],
    ['Del', t('settings.keyDelete')],
  ];
  return (
    <table className="my-6 w-full text-left">
      <thead>
        <tr className="border-b border-hairline text-12 text-muted">
          <th className="py-2 font-medium">{t('settings.shortcut')}</th>
          <th className="py-2 font-medium">{t('settings.shortcutDoes')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([keys, does]) => (
          <tr key={does} className="border-b border-hairline">
            <td className="w-40 py-2 pr-4">
              <kbd className="rounded-sm border border-edge bg-raised px-2 py-0.5 font-sans text-12">{keys}</kbd>
            </td>
            <td className="py-2">{does}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
