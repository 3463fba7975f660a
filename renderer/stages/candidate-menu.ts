import { fromConversation } from '@shared/chunk';
import type { MenuItem } from '../components/ContextMenu';
import { t } from '../strings/index';
import { openPlace } from './candidate-place';
import type { Candidate } from './candidates';

interface CandidateState {
  /** Whether scores, reasons and text are shown below the row. */
  readonly opened: boolean;
  /** The gate's verdict with its edit; null for a chunk that it did not judge. */
  readonly kept: boolean | null;
  unfold(): void;
  toggle(): void;
}

/** What can be done with a candidate: its place opened, its details unfolded, the verdict on it changed, its text copied. */
export function candidateMenu(candidate: Candidate, state: CandidateState): readonly MenuItem[] {
  const { opened, kept, unfold, toggle } = state;
  const { chunk } = candidate;
  const selected = getSelection()?.toString().trim() ?? '';
  return [
    ...(selected === '' ? [] : [{ id: 'copy-selection', label: t('chat.copySelection'), run: () => copy(selected) }]),
    {
      id: 'open',
      label: t(fromConversation(chunk) ? 'journey.openConversation' : 'journey.openSource'),
      command: 'list-open',
      apart: selected !== '',
      run: () => openPlace(candidate),
    },
    { id: 'unfold', label: t(opened ? 'journey.close' : 'journey.open'), run: unfold },
    ...(kept === null
      ? []
      : [{ id: 'keep', label: t(kept ? 'journey.takeOut' : 'journey.putIn'), apart: true, run: toggle }]),
    { id: 'copy-chunk', label: t('document.copyChunk'), apart: true, run: () => copy(chunk.text) },
  ];
}

function copy(text: string): void {
  void navigator.clipboard.writeText(text);
}
