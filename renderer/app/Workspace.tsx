import { type ReactNode, useEffect, useRef } from 'react';
import { Group, Panel, Separator } from 'react-resizable-panels';
import { useWide } from '../components/window-size';
import { useShell } from '../state/shell';
import { t } from '../strings/index';
import { CasePane } from './CasePane';
import { useFoldedFocus } from './folded-focus';

/** Below this width the list folds and the case becomes a sheet over the centre. */
export const wideFrom = 1100;

interface WorkspaceProps {
  readonly list: ReactNode;
  readonly listLabel: string;
  readonly children: ReactNode;
}

/** A pane beside the others fills its panel; one that lies over the centre stands out of its panel, which is closed. */
const beside = 'h-full';
const sheet = 'absolute inset-y-0 z-30 border-hairline shadow-float';

/**
 * The three panes of a room: list, centre, case. They are one tree in every window, so that nothing that stands in them
 * is lost when the window becomes narrow: there, list and case only lie over the centre.
 */
export function Workspace({ list, listLabel, children }: WorkspaceProps) {
  const wide = useWide(wideFrom);
  const room = useShell((state) => state.room);
  const caseView = useShell((state) => state.cases[state.room]);
  const listOpen = useShell((state) => state.listOpen);
  const setListOpen = useShell((state) => state.setListOpen);
  const listPane = useRef<HTMLElement>(null);
  const place = wide ? 'beside' : listOpen ? 'over' : 'folded';
  useFoldedFocus(listPane, place);
  useEffect(() => {
    if (wide) setListOpen(false);
  }, [wide, setListOpen]);

  return (
    <div data-narrow={wide ? undefined : 'true'} className="workspace relative min-h-0 flex-1">
      <Group id={`room-${room}`} disabled={!wide}>
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
            <section
              ref={listPane}
              aria-label={listLabel}
              data-pane="list"
              tabIndex={-1}
              className="flex h-full min-h-0 flex-col bg-ground"
            >
              {list}
            </section>
          </div>
        </Panel>
        <Divider />
        <Panel id="pane-centre" minSize={440}>
          <section
            aria-label={t(`app.rooms.${room}`)}
            data-pane="centre"
            tabIndex={-1}
            className="@container relative flex h-full min-h-0 min-w-0 flex-col bg-case"
          >
            {children}
          </section>
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
              style={unclipped}
            >
              <div className={wide ? beside : `${sheet} right-0 w-[min(560px,calc(100%-56px))] border-l`}>
                <CasePane view={caseView} />
              </div>
            </Panel>
          </>
        ) : null}
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

/** The panes inside scroll themselves; a sheet must not be cut off by the panel that it stands out of. */
const unclipped = { overflow: 'visible' } as const;

function Divider() {
  return (
    <Separator
      aria-label={t('app.resize')}
      className="workspace-divider group relative z-10 w-px bg-hairline before:absolute before:inset-y-0 before:-left-1 before:w-2 data-[separator=active]:bg-accent data-[separator=hover]:bg-edge focus-visible:bg-accent focus-visible:outline-none"
    />
  );
}
