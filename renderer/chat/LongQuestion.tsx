import { FileText } from 'lucide-react';
import { addFiles } from '../app/added-files';
import { textFile } from '../app/pasted-name';
import { Button } from '../components/Button';
import { formatCount } from '../components/quantities';
import { useChat } from '../state/chat';
import { t } from '../strings/index';
import { partAsDocument } from './part-as-document';

interface LongQuestionProps {
  /** Characters that a question may have. */
  readonly most: number;
  /** What was pasted into it last; empty for nothing. */
  readonly pasted: string;
}

/** A text that is too long to be asked: it can be taken in as a document, and asked about. */
export function LongQuestion({ most, pasted }: LongQuestionProps) {
  const { draft, setDraft } = useChat();
  const { length } = draft.trim();

  function takeIn(): void {
    const { document, question } = partAsDocument(draft, pasted);
    setDraft(question);
    void addFiles([textFile(document)], { pasted: true, onTakenBack: () => setDraft(draft) });
  }

  return (
    <div
      data-testid="long-question"
      className="mx-auto mb-2 flex max-w-150 min-w-0 flex-wrap items-center gap-2 text-12"
    >
      <p className="min-w-48 flex-1 text-caution">
        {t('chat.tooLong', { characters: formatCount(length), most: formatCount(most) })}
      </p>
      <Button data-testid="as-document" icon={<FileText size={14} aria-hidden />} onClick={takeIn}>
        {t('queue.addText')}
      </Button>
    </div>
  );
}
