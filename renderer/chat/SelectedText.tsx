import { Quote, X } from 'lucide-react';
import { Button, IconButton } from '../components/Button';
import { useChat } from '../state/chat';
import { t } from '../strings/index';
import { useMarkedText } from './use-selection';

/** What the next question is about besides: offers what is marked, and shows what was taken. */
export function SelectedText() {
  const { selectedText, setSelectedText } = useChat();
  const [marked, forget] = useMarkedText();
  const offer = marked !== '' && marked !== selectedText;
  if (!offer && selectedText === '') return null;
  return (
    <div data-keeps-selection className="mx-auto mb-2 flex max-w-150 min-w-0 items-center gap-2 text-12">
      {offer ? (
        <Button
          data-testid="use-selection"
          icon={<Quote size={14} aria-hidden />}
          onClick={() => {
            setSelectedText(marked);
            forget();
          }}
        >
          {t('chat.useSelection')}
        </Button>
      ) : (
        <>
          <p data-testid="selected-text" className="min-w-0 flex-1 truncate border-l-2 border-accent pl-2 text-soft">
            <span className="font-medium">{t('chat.about')} </span>
            {selectedText}
          </p>
          <IconButton label={t('chat.dropSelection')} onClick={() => setSelectedText('')}>
            <X size={14} aria-hidden />
          </IconButton>
        </>
      )}
    </div>
  );
}
