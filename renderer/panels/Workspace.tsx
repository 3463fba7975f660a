import { t } from '@shared/words/index';
import { PanelLeft } from 'lucide-react';
import { type MouseEvent, type ReactNode, type RefObject, Suspense, useEffect, useLayoutEffect, useRef } from 'react';
import { Group, Panel, Separator } from 'react-resizable-panels';
import { type SidePanelView, useShell } from '../state/shell';
import { IconButton } from '../ui/Button';
import { useReturnedFocus } from '../ui/focus';
import { lazyPart } from '../ui/lazy-part';
import { useWide } from '../ui/window-size';

/** Below this width the list folds and the side panel becomes a sheet over the centre. */
export const wideFrom = 1100;

interface WorkspaceProps {
  readonly list: ReactNode;
  readonly listLabel: string;
  readonly children: ReactNode;
}

/** A pane beside the others fills its panel; one over the centre extends out of its panel, which is closed. */
const beside = 'h-full';
const sheet = 'absolute inset-y-0 z-30 border-hairline shadow-float';

/**
 * The three panes of a room: list, centre, case. They are one tree in every window: nothing in them is lost when the
 * window becomes narrow. There, list and case only lie over the centre.
 */
export function Workspace({ list, listLabel, children }: WorkspaceProps) {
  const wide = useWide(wideFrom);
  const room = useShell((state) => state.room);
  const panelView = useShell((state) => state.sidePanels[state.room]);
  const reading = useShell((state) => state.wideSource) && panelView?.kind === 'source';
  const listOpen = useShell((state) => state.listOpen);
  const setListOpen = useShell((state) => state.setListOpen);
  const listPane = useRef<HTMLElement>(null);
  const narrowPlace = listOpen ? 'over' : 'folded';
  const place = wide ? 'beside' : narrowPlace;
  useFoldedFocus(listPane, place);
  useEffect(() => {
    if (wide) setListOpen(false);
  }, [wide, setListOpen]);

  return (
    <div
      data-narrow={wide ? undefined : 'true'}
      data-reading={reading ? 'true' : undefined}
      className="workspace relative min-h-0 flex-1"
    >
      <Group id={`room-${room}`} disabled={!wide || reading}>
        <Panel
          id="pane-list"
          defaultSize={248}
          minSize={200}
          maxSize={360}
          groupResizeBehavior="preserve-pixel-size"
          style={unclipped}
        >
          <div
            className={
              wide ? beside : `${sheet} left-0 w-72 max-w-[calc(100%-56px)] border-r ${listOpen ? '' : 'invisible'}`
            }
          >
            <ListPane ref={listPane} label={listLabel}>
              {list}
            </ListPane>
          </div>
        </Panel>
        <Divider />
        <Panel id="pane-centre" minSize={440}>
          <CentrePane>{children}</CentrePane>
        </Panel>
        {panelView ? <SideDock view={panelView} isBeside={wide || reading} /> : null}
      </Group>
      {place === 'over' ? (
        <button
          type="button"
          aria-label={t('app.close')}
          className="absolute inset-0 z-20 bg-veil"
          onClick={() => setListOpen(false)}
        />
      ) : null}
    </div>
  );
}

interface SideDockProps {
  readonly view: SidePanelView;
  /** Whether it is beside the centre, not over it. */
  readonly isBeside: boolean;
}

/** The panel of the case, with its divider. */
function SideDock({ view, isBeside }: SideDockProps) {
  return (
    <>
      <Divider />
      <Panel
        key={view.kind}
        id={`pane-${view.kind}`}
        defaultSize={panelSizes[view.kind]}
        minSize={320}
        maxSize={900}
        groupResizeBehavior="preserve-pixel-size"
        style={unclipped}
      >
        <div className={isBeside ? beside : `${sheet} right-0 w-[min(560px,calc(100%-56px))] border-l`}>
          <SidePanel view={view} />
        </div>
      </Panel>
    </>
  );
}

interface ListPaneProps {
  readonly ref: RefObject<HTMLElement | null>;
  readonly label: string;
  readonly children: ReactNode;
}

function ListPane({ ref, label, children }: ListPaneProps) {
  /** A list over the centre closes when something is opened behind it. */
  function leaveList({ target }: MouseEvent): void {
    const isOpened = target instanceof Element && target.closest('[data-open]:not([aria-expanded])');
    if (isOpened) useShell.getState().setListOpen(false);
  }
  return (
    <>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: what leads somewhere is a button, and answers to the keys */}
      <section
        ref={ref}
        onClick={leaveList}
        aria-label={label}
        data-pane="list"
        tabIndex={-1}
        className="flex h-full min-h-0 flex-col bg-ground"
      >
        {children}
      </section>
    </>
  );
}

function CentrePane({ children }: { readonly children: ReactNode }) {
  const room = useShell((state) => state.room);
  return (
    <section
      aria-label={t(`app.rooms.${room}`)}
      data-pane="centre"
      tabIndex={-1}
      className="@container relative flex h-full min-h-0 min-w-0 flex-col bg-case"
    >
      {children}
    </section>
  );
}

/** Pixels at first; a person draws them as wide as they like. */
const panelSizes = { source: 480, inspector: 420, why: 520 } as const;

/** The panes inside scroll themselves; its panel must not cut off a sheet. */
const unclipped = { overflow: 'visible' } as const;

function Divider() {
  return (
    <Separator
      aria-label={t('app.resize')}
      className="workspace-divider group relative z-10 w-px bg-hairline before:absolute before:inset-y-0 before:-left-1 before:w-2 data-[separator=active]:bg-accent data-[separator=hover]:bg-edge focus-visible:bg-accent focus-visible:outline-none"
    />
  );
}

export function FoldedListButton() {
  const wide = useWide(wideFrom);
  const { listOpen, setListOpen } = useShell();
  if (wide) return null;
  return (
    <IconButton
      icon={PanelLeft}
      label={t('app.showList')}
      aria-expanded={listOpen}
      onClick={() => setListOpen(!listOpen)}
      className="-ml-2"
    />
  );
}

/** The place of the list: beside the centre, over it, or folded away. */
type ListPlace = 'beside' | 'over' | 'folded';

/**
 * The list takes the focus when it unfolds and returns it when it folds. If a narrower window folds it away with the
 * focus in it, the centre takes it: no key is lost.
 */
function useFoldedFocus(list: RefObject<HTMLElement | null>, place: ListPlace): void {
  const before = useRef<ListPlace>(place);
  useLayoutEffect(() => {
    const narrowed = before.current === 'beside' && place === 'folded';
    before.current = place;
    // Now, because a hidden element loses the focus to the body before the next frame.
    if (narrowed && list.current?.contains(document.activeElement)) focusCentre();
  }, [list, place]);

  useEffect(() => {
    const pane = list.current;
    if (place !== 'over' || !pane) return;
    const opener = document.activeElement;
    pane.focus();
    return () => {
      const now = document.activeElement;
      // Still seen, it keeps the focus; anything else outside of it was focused on purpose.
      const lost = now === document.body || (pane.contains(now) && !pane.checkVisibility({ visibilityProperty: true }));
      if (!lost) return;
      if (opener instanceof HTMLElement && opener.isConnected && opener !== document.body) opener.focus();
      else focusCentre();
    };
  }, [list, place]);
}

function focusCentre(): void {
  document.querySelector<HTMLElement>('[data-pane="centre"]')?.focus();
}

interface PaneHeaderProps {
  readonly title: string;
  /** The text below says it already: this is for a screen reader alone. */
  readonly untitled?: boolean;
  readonly note?: string;
  readonly lead?: ReactNode;
  readonly children?: ReactNode;
}

/** The 48 px line at the top of a pane: its name, and its actions. */
export function PaneHeader({ title, untitled = false, note, lead, children }: PaneHeaderProps) {
  return (
    <header className="flex h-12 shrink-0 items-center gap-2 border-b border-hairline pr-2 pl-4">
      {lead}
      <h2 dir="auto" className={untitled ? 'sr-only' : 'truncate text-14 font-semibold'}>
        {title}
      </h2>
      {note ? (
        <span className="tabular min-w-0 flex-1 truncate text-12 text-muted" title={note}>
          {note}
        </span>
      ) : null}
      <div className="ml-auto flex shrink-0 items-center gap-1">{children}</div>
    </header>
  );
}

/** The glass case on the right: one exhibit at a time. */
function SidePanel({ view }: { readonly view: SidePanelView }) {
  useReturnedFocus();
  return (
    <section
      aria-label={t('app.casePane')}
      data-pane="case"
      tabIndex={-1}
      className="flex h-full min-h-0 flex-col bg-case"
    >
      <Suspense>
        {view.kind === 'inspector' ? <LazyInspector /> : null}
        {view.kind === 'why' ? <WhyPanel key={view.messageId} messageId={view.messageId} /> : null}
        {view.kind === 'source' && view.cells ? <LazyCellPanel view={view} cells={view.cells} /> : null}
        {view.kind === 'source' && !view.cells ? <LazySourceViewer view={view} /> : null}
      </Suspense>
    </section>
  );
}

/** The content of the side panel is fetched when it is first opened, or after the first screen. */
export const LazyInspector = lazyPart(() => import('./inspector/Inspector').then((part) => part.Inspector));
export const LazySourceViewer = lazyPart(() => import('./source/SourceViewer').then((part) => part.SourceViewer));
export const LazyCellPanel = lazyPart(() => import('./cell/CellPanel').then((part) => part.CellPanel));
const WhyPanel = lazyPart(() => import('./why/WhyPanel').then((part) => part.WhyPanel));
