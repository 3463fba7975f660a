import { Languages, Layers, LibraryBig, MessageSquareText, Monitor, Moon, Sun } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Hint } from '../components/Hint';
import { nextLanguage, useLanguage } from '../state/language';
import { type Room, rooms, useShell } from '../state/shell';
import { applyTheme, nextTheme, rememberedTheme } from '../state/theme';
import { t } from '../strings/index';
import { Mark } from './Mark';

const icons: Record<Room, typeof Layers> = { chat: MessageSquareText, stages: Layers, library: LibraryBig };
const themeIcons = { system: Monitor, light: Sun, dark: Moon };

/** The rooms of the app, its language, and the light in it. */
export function Rail() {
  const { room, go } = useShell();
  const modifier = navigator.userAgent.includes('Mac') ? '⌘' : `${t('app.controlKey')}+`;
  return (
    <nav
      aria-label={t('app.rail')}
      data-pane="rail"
      tabIndex={-1}
      className="flex w-18 shrink-0 flex-col items-center gap-1 border-r border-hairline bg-ground py-3"
    >
      <div className="mb-3 flex h-8 items-center text-accent">
        <Mark size={26} />
        <h1 className="sr-only">{t('app.name')}</h1>
      </div>
      {rooms.map((name, index) => {
        const Icon = icons[name];
        const here = name === room;
        return (
          <Hint key={name} text={`${t(`app.rooms.${name}`)}  ${modifier}${index + 1}`}>
            <button
              type="button"
              data-testid={`nav-${name}`}
              aria-current={here ? 'page' : undefined}
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
        <LanguageSwitch />
        <ThemeSwitch />
      </div>
    </nav>
  );
}

function ThemeSwitch() {
  const [theme, setTheme] = useState(rememberedTheme);
  const Icon = themeIcons[theme];
  const next = nextTheme(theme);
  return (
    <Switch
      testId="theme"
      choice={theme}
      label={t('app.themeButton', { now: t(`app.theme.${theme}`), next: t(`app.theme.${next}`) })}
      onClick={() => {
        applyTheme(next);
        setTheme(next);
      }}
    >
      <Icon size={18} strokeWidth={1.6} aria-hidden />
      {t(`app.theme.${theme}`)}
    </Switch>
  );
}

function LanguageSwitch() {
  const { choice, choose } = useLanguage();
  const next = nextLanguage(choice);
  return (
    <Switch
      testId="language"
      choice={choice}
      label={t('app.languageButton', { now: t(`app.language.${choice}`), next: t(`app.language.${next}`) })}
      onClick={() => choose(next)}
    >
      <Languages size={18} strokeWidth={1.6} aria-hidden />
      {t(`app.language.${choice}`)}
    </Switch>
  );
}

interface SwitchProps {
  readonly testId: string;
  readonly choice: string;
  readonly label: string;
  readonly children: ReactNode;
  onClick(): void;
}

/** One choice of several, each click the next. */
function Switch({ testId, choice, label, children, onClick }: SwitchProps) {
  return (
    <Hint text={label}>
      <button
        type="button"
        data-testid={testId}
        data-choice={choice}
        aria-label={label}
        onClick={onClick}
        className="flex w-15 flex-col items-center gap-1 rounded-md py-2 text-12 text-muted transition-colors duration-120 hover:bg-raised hover:text-ink"
      >
        {children}
      </button>
    </Hint>
  );
}
