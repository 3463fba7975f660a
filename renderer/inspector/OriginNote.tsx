import { placeKind } from '@shared/place-names';
import type { OriginSegment } from '@shared/prompt-origins';
import { stageIds } from '@shared/stage-names';
import type { SuperPrompt } from '@shared/super-prompt';
import { BookOpen, X } from 'lucide-react';
import { Button, IconButton } from '../components/Button';
import { chunkName } from '../components/chunk-name';
import { formatPlace } from '../components/place-words';
import { useShell } from '../state/shell';
import { t } from '../strings/index';
import { OriginLetter } from './BudgetBar';
import { stopOf } from './source-stop';

interface OriginNoteProps {
  readonly segment: OriginSegment;
  readonly state: SuperPrompt;
  close(): void;
}

/** Who wrote the words that were picked, from which chunks, and the way to their pages. */
export function OriginNote({ segment, state, close }: OriginNoteProps) {
  const showCase = useShell((shell) => shell.showCase);
  const { stage, block, field } = segment;
  const chunks = segment.chunkIds.flatMap((id) => state.base_context_chunks.filter((chunk) => chunk.id === id));
  const name = stage === 'raw' ? '' : t(`stages.names.${stage}`);
  return (
    <aside
      data-testid="origin-note"
      aria-live="polite"
      className="max-h-44 shrink-0 overflow-y-auto border-t border-hairline bg-raised py-2 pr-2 pl-4"
    >
      <div className="flex items-start gap-2">
        <p className="min-w-0 flex-1 py-1.5 text-14">
          <span className="mr-2 inline-flex align-middle">
            <OriginLetter origin={block} />
          </span>
          {stage === 'raw'
            ? t('inspector.written.before')
            : t('inspector.written.by', { number: stageIds.indexOf(stage) + 1, name })}
          {field === null ? null : <span className="ml-2 font-mono text-12 text-muted">{field}</span>}
        </p>
        <IconButton label={t('app.close')} onClick={close}>
          <X size={14} aria-hidden />
        </IconButton>
      </div>
      {chunks.map((chunk) => (
        <p key={chunk.id} className="flex items-center gap-2 text-12 text-soft">
          <span className="min-w-0 flex-1 truncate" title={chunk.id}>
            {chunkName(chunk)}
          </span>
          <span className="tabular shrink-0 text-muted">{formatPlace(chunk)}</span>
          <Button
            look="ghost"
            data-testid="open-origin"
            icon={<BookOpen size={14} aria-hidden />}
            onClick={() => showCase({ kind: 'source', at: 0, stops: [stopOf(chunk)] })}
          >
            {chunk.pages.length > 0 && placeKind(chunk) === 'page'
              ? t('inspector.written.openPage')
              : t('inspector.written.openSource')}
          </Button>
        </p>
      ))}
    </aside>
  );
}
