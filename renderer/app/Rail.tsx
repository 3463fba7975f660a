import { Layers, LibraryBig, MessageSquareText, Monitor, Moon, Scale, Settings2, Sun } from 'lucide-react';
import { Hint } from '../components/Hint';
import { ariaKeys, keyText } from '../components/key-text';
import { useSettings } from '../state/settings';
import { type Room, rooms, useShell } from '../state/shell';
import { nextTheme, rememberedTheme } from '../state/theme';
import { t } from '../strings/index';
import { Mark } from './Mark';
import { runCommand } from './run-command';

const icons: Record<Room, typeof Layers> = {
  chat: MessageSquareText,
  stages: Layers,
  library: LibraryBig,
  evaluate: Scale,
  settings: Settings2,
};
const themeIcons = { system: Monitor, light: Sun, dark: Moon };

/** The rooms of the app, and the light in it. */
export function Rail() {
  const { room, go } = useShell();
  return (
    <nav
      aria-label={t('app.rail')}
      data-pane="rail"
      tabIndex={-1}
      className="flex w-18 shrink-0 flex-col items-center gap-1 overflow-x-hidden overflow-y-auto border-r border-hairline bg-ground py-3 [scrollbar-width:none]"
    >
      <div className="mb-3 flex h-8 items-center text-accent">
        <Mark />
        <h1 className="sr-only">{t('app.name')}</h1>
      </div>
      {rooms.map((name) => {
        const Icon = icons[name];
        const here = name === room;
        return (
          <Hint key={name} text={`${t(`app.rooms.${name}`)}  ${keyText(`go-${name}`)}`}>
            <button
              type="button"
              data-testid={`nav-${name}`}
              aria-current={here ? 'page' : undefined}
              aria-keyshortcuts={ariaKeys(`go-${name}`)}
              onClick={() => go(name)}
              className={`relative flex w-15 flex-col items-center gap-1 rounded-md py-2 text-12 transition-colors duration-120 ${
                here ? 'bg-raised font-medium text-ink' : 'text-muted hover:bg-raised hover:text-ink'
              }`}
            >
              {here ? <span aria-hidden className="absolute inset-y-3 -left-1.5 w-0.5 rounded-full bg-accent" /> : null}
              <Icon size={20} strokeWidth={1.6} aria-hidden className={here ? 'text-accent' : ''} />
              {t(`app.rooms.${name}`)}
            </button>
          </Hint>
        );
      })}
      <div className="mt-auto">
        <ThemeSwitch />
      </div>
    </nav>
  );
}

/** The next of three themes with each click; the same setting as in the room of the settings. */
function ThemeSwitch() {
  const theme = useSettings((state) => state.report?.fields['appearance.theme'].value) ?? rememberedTheme();
  const Icon = themeIcons[theme];
  const next = nextTheme(theme);
  const label = t('app.themeButton', { now: t(`app.theme.${theme}`), next: t(`app.theme.${next}`) });
  return (
    <Hint text={label}>
      <button
        type="button"
        data-testid="theme"
        data-choice={theme}
        aria-label={label}
        onClick={() => runCommand('next-theme')}
        className="flex w-15 flex-col items-center gap-1 rounded-md py-2 text-12 text-muted transition-colors duration-120 hover:bg-raised hover:text-ink"
      >
        <Icon size={18} strokeWidth={1.6} aria-hidden />
        {t(`app.theme.${theme}`)}
      </button>
    </Hint>
  );
}
