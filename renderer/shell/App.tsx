import { t } from '@shared/words/index';
import {
  Layers,
  LibraryBig,
  MessageSquareText,
  Monitor,
  Moon,
  Scale,
  Search,
  Settings2,
  Sun,
  Table2,
  TextSearch,
  TriangleAlert,
} from 'lucide-react';
import { Toast, Tooltip } from 'radix-ui';
import { type ComponentType, Suspense, useEffect } from 'react';
import { ChatRoom } from '../pages/chat/ChatRoom';
import { LazyExchange } from '../pages/chat/ConversationText';
import { LazyScopeFields } from '../panels/scope/ScopePicker';
import { LazyCellPanel, LazyInspector, LazySourceViewer } from '../panels/Workspace';
import { nextTheme, rememberedTheme } from '../state/appearance';
import { useSurveys } from '../state/chat/surveys';
import { runCommand } from '../state/commands';
import { useLibrary } from '../state/library/library';
import { useSettings } from '../state/settings';
import { firstScreenStands, type Room, rooms, usePalette, useShell } from '../state/shell';
import { useToasts } from '../state/toasts';
import { Hint } from '../ui/Button';
import { keyText } from '../ui/key-text';
import { lazyPart } from '../ui/lazy-part';
import { ErrorNote } from '../ui/Notices';
import { DropTarget, usePastedFiles } from './DropTarget';
import { StatusLine } from './StatusLine';
import { useShortcuts } from './use-shortcuts';

export function App() {
  const room = useShell((state) => state.room);
  const Page = pages[room];
  const engineDown = useShell((state) => state.engineDown);
  const finding = usePalette((state) => state.used);
  const surveying = useSurveys((state) => state.draft !== null);
  useShortcuts();
  useUsableMark();
  usePastedFiles();
  return (
    <Tooltip.Provider delayDuration={500} skipDelayDuration={200}>
      <div className="flex h-full">
        <Rail />
        <main className="flex min-w-0 flex-1 flex-col">
          <ErrorNote error={engineDown} around="border-b border-hairline p-3" />
          <Suspense>
            <Page />
          </Suspense>
          <StatusLine />
        </main>
      </div>
      <DropTarget />
      <Suspense>{surveying ? <SurveyDialog /> : null}</Suspense>
      <Suspense>{finding ? <Palette /> : null}</Suspense>
      <Toasts />
    </Tooltip.Provider>
  );
}

/** A page that is not shown never has a picture. */
const patienceMs = 250;

/**
 * Marks in the page's timeline, once, the first screen with the library's content: the bench reads it. After its
 * picture the rest of the page is fetched, and deferred data is requested: the index is opened then.
 */
function useUsableMark(): void {
  const known = useLibrary((state) => state.documents !== null);
  useEffect(() => {
    if (!known || performance.getEntriesByName('usable').length > 0) return;
    // The task after the next frame's: the drawing has been painted.
    requestAnimationFrame(() =>
      setTimeout(() => {
        performance.mark('usable');
        void firstPicture().then(() => {
          firstScreenStands();
          void fetchLazyParts();
        });
      }),
    );
  }, [known]);
}

const firstPicture = (): Promise<void> =>
  new Promise((there) => {
    const observer = new PerformanceObserver((seen) => {
      if (seen.getEntriesByName('first-contentful-paint').length > 0) over();
    });
    const timer = setTimeout(over, patienceMs);
    function over(): void {
      clearTimeout(timer);
      observer.disconnect();
      there();
    }
    observer.observe({ type: 'paint', buffered: true });
  });

/*
 * Parts that the first screen does not need, fetched at their first use or after the first screen: half of the page's
 * script is not read before a question can be written.
 */
const pages = {
  chat: ChatRoom,
  stages: lazyPart(() => import('../pages/stages/StagesRoom').then((part) => part.StagesRoom)),
  library: lazyPart(() => import('../pages/library/LibraryRoom').then((part) => part.LibraryRoom)),
  search: lazyPart(() => import('../pages/search/SearchRoom').then((part) => part.SearchRoom)),
  evaluate: lazyPart(() => import('../pages/evaluate/EvaluateRoom').then((part) => part.EvaluateRoom)),
  tables: lazyPart(() => import('../pages/tables/TablesRoom').then((part) => part.TablesRoom)),
  settings: lazyPart(() => import('../pages/settings/SettingsRoom').then((part) => part.SettingsRoom)),
} satisfies Record<Room, ComponentType>;
const SurveyDialog = lazyPart(() => import('../panels/survey/SurveyDialog').then((part) => part.SurveyDialog));
const Palette = lazyPart(() => import('./Palette').then((part) => part.Palette));

/** The letters of prompts; a prompt drawn without them would be laid out twice. Without them it has the system's. */
const letters = { fetch: () => document.fonts.load('1em "JetBrains Mono Variable"', 'a').catch(() => []) };

async function fetchLazyParts(): Promise<void> {
  const parts = [
    LazyExchange,
    pages.library,
    pages.stages,
    LazyInspector,
    LazySourceViewer,
    letters,
    LazyScopeFields,
    pages.search,
    pages.evaluate,
    pages.tables,
    LazyCellPanel,
    pages.settings,
    Palette,
  ];
  for (const part of parts) {
    await new Promise<unknown>((idle) => requestIdleCallback(idle));
    await part.fetch();
  }
}

function Toasts() {
  const { toasts, dismiss } = useToasts();
  // The toast that the key takes back.
  const latest = toasts.findLast(({ action }) => action?.undoes);
  return (
    <Toast.Provider label={t('app.notifications')} swipeDirection="down">
      {toasts.map((toast) => (
        <Toast.Root
          key={toast.id}
          duration={toast.life}
          onOpenChange={(stays) => (stays ? undefined : dismiss(toast.id))}
          // A failure interrupts a listener; a success waits for its turn.
          type={toast.tone === 'danger' ? 'foreground' : 'background'}
          data-tone={toast.tone}
          className="flex items-center gap-4 rounded-md bg-ink py-2 pr-2 pl-4 text-14 text-ground shadow-float data-[tone=danger]:bg-danger"
        >
          {toast.tone === 'danger' ? <TriangleAlert size={16} aria-hidden className="shrink-0" /> : null}
          <Toast.Description className="min-w-0 flex-1 wrap-anywhere">{toast.text}</Toast.Description>
          {[toast.other, toast.action].map((action) =>
            action ? (
              <Toast.Action key={action.label} asChild altText={action.label}>
                <button
                  type="button"
                  onClick={action.run}
                  className={`h-7 rounded-sm px-3 underline underline-offset-4 focus-visible:outline-ground ${action === toast.action ? 'font-semibold' : ''}`}
                >
                  {action.label}
                  {toast === latest && action === toast.action ? (
                    <kbd aria-hidden className="ms-2 inline-block font-sans text-12 font-normal">
                      {keyText('take-back')}
                    </kbd>
                  ) : null}
                </button>
              </Toast.Action>
            ) : null,
          )}
          {toast.action ? null : (
            <Toast.Close className="h-7 rounded-sm px-3 underline underline-offset-4 focus-visible:outline-ground">
              {t('app.dismiss')}
            </Toast.Close>
          )}
        </Toast.Root>
      ))}
      <Toast.Viewport
        data-notifications
        // The key of the table takes one here, not one of Radix's own.
        hotkey={[]}
        label={t('app.notifications')}
        className="fixed left-1/2 z-50 flex w-110 max-w-[calc(100vw-32px)] -translate-x-1/2 flex-col gap-2"
      />
    </Toast.Provider>
  );
}

const icons: Record<Room, typeof Layers> = {
  chat: MessageSquareText,
  stages: Layers,
  library: LibraryBig,
  search: TextSearch,
  evaluate: Scale,
  tables: Table2,
  settings: Settings2,
};
const themeIcons = { system: Monitor, light: Sun, dark: Moon };

/** Seven rooms and the look fit the smallest window. */
const low = '[@media(max-height:40rem)]:gap-0.5 [@media(max-height:40rem)]:py-1.5';

function Rail() {
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
      <Hint text={t('commands.find-anything')} command="find-anything">
        <button
          type="button"
          data-testid="find-anything"
          aria-label={`${t('commands.find-anything')}, ${keyText('find-anything')}`}
          onClick={() => runCommand('find-anything')}
          className="mb-2 flex w-15 flex-col items-center gap-1 rounded-md border border-edge bg-case py-1.5 text-12 text-muted transition-colors duration-120 hover:bg-raised hover:text-ink"
        >
          <Search size={16} strokeWidth={1.6} aria-hidden />
          <kbd className="font-sans">{keyText('find-anything')}</kbd>
        </button>
      </Hint>
      {rooms.map((name) => {
        const Icon = icons[name];
        const here = name === room;
        return (
          <Hint key={name} text={t(`app.rooms.${name}`)} command={`go-${name}`}>
            <button
              type="button"
              data-testid={`nav-${name}`}
              aria-current={here ? 'page' : undefined}
              onClick={() => go(name)}
              className={`relative flex w-15 flex-col items-center gap-1 rounded-md py-2 text-12 transition-colors duration-120 ${low} ${
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

function ThemeSwitch() {
  const theme = useSettings((state) => state.report?.fields['appearance.theme'].value) ?? rememberedTheme();
  const Icon = themeIcons[theme];
  const next = nextTheme(theme);
  const now = t(`app.theme.${theme}`);
  const label = t('app.lookButton', { now, next: t(`app.theme.${next}`) });
  return (
    <Hint text={label}>
      <button
        type="button"
        data-testid="theme"
        data-choice={theme}
        aria-label={label}
        onClick={() => runCommand('next-theme')}
        className={`flex w-15 flex-col items-center gap-1 rounded-md py-2 text-12 text-muted transition-colors duration-120 hover:bg-raised hover:text-ink ${low}`}
      >
        <Icon size={18} strokeWidth={1.6} aria-hidden />
        <span className="text-center">{t('app.look', { now })}</span>
      </button>
    </Hint>
  );
}

/** Vitrine's mark, as resources/icons/icon-small.svg has it: eight panes of glass, and the one thread through them. */
const Mark = () => (
  <svg viewBox="0 0 32 32" aria-hidden className="size-8">
    <rect width="32" height="32" rx="7" fill="#1B1D20" />
    <path
      d="M4 6h2v20h-2zM7 6h2v20h-2zM10 6h2v20h-2zM13 6h2v20h-2zM16 6h2v20h-2zM19 6h2v20h-2zM22 6h2v20h-2zM25 6h2v20h-2z"
      fill="#FAF9F6"
      fillOpacity=".6"
    />
    <path d="M2 14h28v4H2z" fill="#2DD4BF" />
  </svg>
);
