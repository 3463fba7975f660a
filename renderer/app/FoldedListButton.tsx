import { PanelLeft } from 'lucide-react';
import { IconButton } from '../components/Button';
import { useWide } from '../components/window-size';
import { useShell } from '../state/shell';
import { t } from '../strings/index';
import { wideFrom } from './Workspace';

/** Opens the list where the window is too narrow to keep it open. */
export function FoldedListButton() {
  const wide = useWide(wideFrom);
  const { listOpen, setListOpen } = useShell();
  if (wide) return null;
  return (
    <IconButton
      label={t('app.showList')}
      aria-expanded={listOpen}
      onClick={() => setListOpen(!listOpen)}
      className="-ml-2"
    >
      <PanelLeft size={16} aria-hidden />
    </IconButton>
  );
}
