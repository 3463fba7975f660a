import { ArrowUp, Rows3, Square } from 'lucide-react';
import { type ClipboardEvent, type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react';
import { Hint } from '../components/Hint';
import { ariaKeys, keyText, pressed } from '../components/key-text';
import { useAnswerPending, useChat } from '../state/chat';
import { t } from '../strings/index';
import { LongQuestion } from './LongQuestion';
import { ModelPicker } from './ModelPicker';
import { QuestionFields } from './QuestionFields';
import { QuestionMeter } from './QuestionMeter';
import { ScopePicker } from './ScopePicker';
import { SelectedText } from './SelectedText';
import { useQuestionMeasure } from './use-question-measure';

/** Where questions are written. Grows with its text; Enter sends, Shift+Enter breaks, Esc stops. */
export function Composer() {
  const { draft, setDraft, asFields, setAsFields, ask, stop } = useChat();
  const conversationId = useChat((state) => state.conversationId);
  const box = useRef<HTMLDivElement>(null);
  const pending = useAnswerPending();
  const measure = useQuestionMeasure();
  const [pasted, setPasted] = useState('');

  const focusField = useCallback(() => {
    const field = box.current?.querySelector<HTMLTextAreaElement>('[data-composer]');
    field?.focus();
    field?.setSelectionRange(field.value.length, field.value.length);
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another conversation or form puts the caret back in the field
  useEffect(focusField, [conversationId, asFields]);

  function send(): void {
    if (draft.trim() !== '' && !pending) void ask(draft.trim());
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (pressed('question-fields', event)) {
      event.preventDefault();
      setAsFields(!asFields);
    } else if (pressed('send', event) && !event.nativeEvent.isComposing) {
      event.preventDefault();
      send();
    } else if (pressed('close-layer', event) && pending) {
      event.preventDefault();
      stop();
    }
  }

  return (
    <div
      ref={box}
      onPaste={(event: ClipboardEvent) => setPasted(event.clipboardData.getData('text/plain'))}
      className="composer-box @container shrink-0 px-8 pt-2 pb-4"
    >
      <SelectedText />
      {measure && draft.trim().length > measure.mostCharacters ? (
        <LongQuestion most={measure.mostCharacters} pasted={pasted} />
      ) : null}
      <div className="mx-auto flex max-w-150 items-end gap-2 rounded-md border border-edge bg-ground py-2 pr-2 pl-4 transition-colors duration-120 focus-within:border-accent">
        {asFields ? (
          <QuestionFields text={draft} change={setDraft} onKeyDown={onKeyDown} />
        ) : (
          <textarea
            data-composer
            data-testid="composer"
            rows={1}
            value={draft}
            onChange={(event) => setDraft(event.target.value)}
            onKeyDown={onKeyDown}
            placeholder={t('chat.placeholder')}
            aria-label={t('chat.composer')}
            aria-description={t('chat.keys')}
            className="field-sizing-content max-h-48 min-h-8 min-w-0 flex-1 resize-none bg-transparent py-1 text-16 focus-visible:outline-none"
          />
        )}
        {pending ? (
          <button
            type="button"
            data-testid="stop"
            aria-label={t('chat.stop')}
            onClick={() => {
              stop();
              // The button goes, and would take the focus with it.
              focusField();
            }}
            className="flex size-8 shrink-0 items-center justify-center rounded-md bg-ink text-ground"
          >
            <Square size={12} fill="currentColor" aria-hidden />
          </button>
        ) : (
          <button
            type="button"
            data-testid="send"
            aria-label={t('chat.send')}
            disabled={draft.trim() === ''}
            onClick={send}
            className="flex size-8 shrink-0 items-center justify-center rounded-md bg-accent text-on-accent transition-colors duration-120 enabled:hover:bg-accent-strong disabled:bg-raised disabled:text-muted"
          >
            <ArrowUp size={18} aria-hidden />
          </button>
        )}
      </div>
      <div className="mx-auto mt-1 flex max-w-150 flex-wrap items-center gap-x-2 text-12 text-muted">
        <FieldsButton />
        <ScopePicker />
        <ModelPicker />
        {measure?.prompt ? <QuestionMeter prompt={measure.prompt} /> : <p className="ml-auto pr-2">{t('chat.keys')}</p>}
      </div>
    </div>
  );
}

/** The question as plain text or in its fields. */
function FieldsButton() {
  const { asFields, setAsFields } = useChat();
  return (
    <Hint text={`${t('chat.asFields')} (${keyText('question-fields')})`}>
      <button
        type="button"
        data-testid="as-fields"
        aria-label={t('chat.asFields')}
        aria-pressed={asFields}
        aria-keyshortcuts={ariaKeys('question-fields')}
        onClick={() => setAsFields(!asFields)}
        className="inline-flex size-8 shrink-0 items-center justify-center rounded-md text-muted transition-colors duration-120 hover:bg-raised hover:text-ink aria-pressed:bg-accent-wash aria-pressed:text-accent"
      >
        <Rows3 size={16} aria-hidden />
      </button>
    </Hint>
  );
}
