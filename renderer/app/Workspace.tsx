import { type ReactNode, useEffect, useRef } from 'react';
import { Group, Panel, Separator } from 'react-resizable-panels';
import { useWide } from '../components/window-size';
import { useShell } from '../state/shell';
import { t } from '../strings/index';
import { CasePane } from './CasePane';
import { useReturnedFocus } from './return-focus';

/** Below this width the list folds and the case becomes a sheet over the centre. */
export const wideFrom = 1100;

interface WorkspaceProps {
  readonly list: ReactNode;
  readonly listLabel: string;
  readonly children: ReactNode;
}

/** The three panes of a room: list, centre, case. */
export function Workspace({ list, listLabel, children }: WorkspaceProps) {
  const wide = useWide(wideFrom);
  const room = useShell((state) => state.room);
  const caseView = useShell((state) => state.cases[state.room]);
  const listOpen = useShell((state) => state.listOpen);
  const setListOpen = useShell((state) => state.setListOpen);

  const listPane = (
    <section aria-label={listLabel} data-pane="list" tabIndex={-1} className="flex h-full min-h-0 flex-col bg-ground">
      {list}
    </section>
  );
  const centre = (
    <section
      aria-label={t(`app.rooms.${room}`)}
      data-pane="centre"
      tabIndex={-1}
      className="@container relative flex h-full min-h-0 min-w-0 flex-col bg-case"
    >
      {children}
    </section>
  );

  if (!wide) {
    return (
      <div className="relative min-h-0 flex-1">
        {centre}
        {listOpen ? (
          <>
            <button
              type="button"
              aria-label={t('app.close')}
              className="absolute inset-0 z-20 bg-veil"
              onClick={() => setListOpen(false)}
            />
            <UnfoldedList>{listPane}</UnfoldedList>
          </>
        ) : null}
        {caseView ? (
          <div className="absolute inset-y-0 right-0 z-30 w-[min(560px,calc(100%-56px))] border-l border-hairline shadow-float">
            <CasePane view={caseView} />
          </div>
        ) : null}
      </div>
    );
  }
  return (
    <Group id={`room-${room}`} className="min-h-0 flex-1">
      <Panel id="pane-list" defaultSize={248} minSize={200} maxSize={360} groupResizeBehavior="preserve-pixel-size">
        {listPane}
      </Panel>
      <Divider />
      <Panel id="pane-centre" minSize={440}>
        {centre}
      </Panel>
      {caseView ? (
        <>
          <Divider />
          <Panel
            key={caseView.kind}
            id={`pane-${caseView.kind}`}
            defaultSize={caseView.kind === 'source' ? 480 : 420}
            minSize={320}
            maxSize={900}
            groupResizeBehavior="preserve-pixel-size"
          >
            <CasePane view={caseView} />
          </Panel>
        </>
      ) : null}
    </Group>
  );
}

/** The list over the centre: it takes the focus as it opens and gives it back. */
function UnfoldedList({ children }: { readonly children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null);
  useReturnedFocus();
  useEffect(() => frame.current?.querySelector<HTMLElement>('[data-pane="list"]')?.focus(), []);
  return (
    <div
      ref={frame}
      className="absolute inset-y-0 left-0 z-30 w-72 max-w-[calc(100%-56px)] border-r border-hairline shadow-float"
    >
      {children}
    </div>
  );
}

function Divider() {
  return (
    <Separator
      aria-label={t('app.resize')}
      className="group relative z-10 w-px bg-hairline before:absolute before:inset-y-0 before:-left-1 before:w-2 data-[separator=active]:bg-accent data-[separator=hover]:bg-edge focus-visible:bg-accent focus-visible:outline-none"
    />
  );
}
