import { Tooltip } from 'radix-ui';
import { Suspense } from 'react';
import { ChatRoom } from '../chat/ChatRoom';
import { ErrorNote } from '../components/ErrorNote';
import { Toasts } from '../components/Toasts';
import { usePalette } from '../state/palette';
import { useShell } from '../state/shell';
import { DropTarget } from './DropTarget';
import { EvaluateRoom, LibraryRoom, Palette, SettingsRoom, StagesRoom } from './later-parts';
import { useUsableMark } from './mark-usable';
import { Rail } from './Rail';
import { usePastedFiles } from './use-pasted-files';
import { useShortcuts } from './use-shortcuts';

/** The whole window: the rail, and the room that is open. */
export function App() {
  const room = useShell((state) => state.room);
  const engineDown = useShell((state) => state.engineDown);
  const finding = usePalette((state) => state.used);
  useShortcuts();
  useUsableMark();
  usePastedFiles();
  return (
    <Tooltip.Provider delayDuration={500} skipDelayDuration={200}>
      <div className="flex h-full">
        <Rail />
        <main className="flex min-w-0 flex-1 flex-col">
          {engineDown ? (
            <div className="border-b border-hairline p-3">
              <ErrorNote error={engineDown} />
            </div>
          ) : null}
          {room === 'chat' ? <ChatRoom /> : null}
          <Suspense>
            {room === 'stages' ? <StagesRoom /> : null}
            {room === 'library' ? <LibraryRoom /> : null}
            {room === 'evaluate' ? <EvaluateRoom /> : null}
            {room === 'settings' ? <SettingsRoom /> : null}
          </Suspense>
        </main>
      </div>
      <DropTarget />
      <Suspense>{finding ? <Palette /> : null}</Suspense>
      <Toasts />
    </Tooltip.Provider>
  );
}
