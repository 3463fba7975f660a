import { t } from '@shared/words/index';
import { ArrowUp, HatGlasses, Paperclip, Plus, Quote, Rows3, Square, X } from 'lucide-react';
import { type ClipboardEvent, type KeyboardEvent, useCallback, useEffect, useId, useRef, useState } from 'react';
import { AnswerSettingsPicker } from '../../../panels/answer/AnswerSettingsPicker';
import { ModelPicker } from '../../../panels/answer/chat-models';
import { Chip, ScopePicker } from '../../../panels/scope/ScopePicker';
import { useAnswerPending, useChat } from '../../../state/chat/chat';
import { runCommand } from '../../../state/commands';
import { Button, Hint, IconButton } from '../../../ui/Button';
import { pressed } from '../../../ui/key-text';
import { LongQuestion, QuestionMeter, useQuestionMeasure } from './QuestionMeter';
import { fieldOrder, fieldsOf, type QuestionField, withField } from './question-fields';

/** The field for questions. Grows with its text; Enter sends, Shift+Enter breaks, Esc stops. */
export function Composer() {
  const { draft, asFields, ask, attached, conversationId, isPrivate } = useChat();
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
  useEffect(focusField, [conversationId, isPrivate, asFields]);

  function send(): void {
    if (draft.trim() === '' || pending) return;
    // A question with an attached file is about the file.
    if (attached.length > 0) useChat.setState({ asksWhenRead: true });
    else void ask(draft.trim());
  }

  return (
    <div
      ref={box}
      onPaste={(event: ClipboardEvent) => setPasted(event.clipboardData.getData('text/plain'))}
      data-takes-files
      className="composer-box @container shrink-0 px-8 pt-2 pb-4"
    >
      <SelectedText />
      <AskedWhenRead />
      {measure && draft.trim().length > measure.mostCharacters ? (
        <LongQuestion most={measure.mostCharacters} pasted={pasted} />
      ) : null}
      {isPrivate ? (
        <p data-testid="private-note" className="mx-auto mb-2 flex max-w-150 items-center gap-2 text-12 text-soft">
          <HatGlasses size={14} aria-hidden className="shrink-0" />
          {t('chat.privateNote')}
        </p>
      ) : null}
      <div
        className={`mx-auto flex max-w-150 items-end gap-2 rounded-md border p-2 transition-colors duration-120 focus-within:border-accent ${isPrivate ? 'border-dashed border-muted bg-raised' : 'border-edge bg-ground'}`}
      >
        <IconButton
          icon={Paperclip}
          label={t('commands.attach-files')}
          command="attach-files"
          data-testid="attach"
          onClick={() => runCommand('attach-files')}
        />
        <ComposerField send={send} />
        <SendButton send={send} focusField={focusField} />
      </div>
      <QuestionChoices measure={measure} />
    </div>
  );
}

/** The field of the question, or the three of its parts. */
function ComposerField({ send }: { send(): void }) {
  const { draft, setDraft, asFields, setAsFields, stop } = useChat();
  const pending = useAnswerPending();

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

  return asFields ? (
    <QuestionFields text={draft} change={setDraft} onKeyDown={onKeyDown} />
  ) : (
    <textarea
      dir="auto"
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
  );
}

interface SendButtonProps {
  send(): void;
  focusField(): void;
}

function SendButton({ send, focusField }: SendButtonProps) {
  const { draft, stop } = useChat();
  return useAnswerPending() ? (
    <button
      type="button"
      data-testid="stop"
      aria-label={t('app.stop')}
      onClick={() => {
        stop();
        // The button disappears, and would lose the focus.
        focusField();
      }}
      className="flex size-8 shrink-0 items-center justify-center rounded-md bg-ink text-ground"
    >
      <Square size={12} fill="currentColor" aria-hidden />
    </button>
  ) : (
    <Hint text={t('chat.send')} command="send">
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
    </Hint>
  );
}

/** The choices for the next question: where it looks, and who answers how. */
function QuestionChoices({ measure }: { readonly measure: ReturnType<typeof useQuestionMeasure> }) {
  const { scope, setScope, attached, detach } = useChat();
  return (
    <div className="mx-auto mt-1 flex max-w-150 flex-wrap items-center gap-x-2 text-12 text-muted">
      <FieldsButton />
      <ScopePicker scope={scope} setScope={setScope} />
      {attached.map(({ jobId, name }) => (
        <Chip key={jobId} kind="reading" name={name} leave={() => detach(jobId, [])} />
      ))}
      <ModelPicker />
      <AnswerSettingsPicker />
      {measure?.prompt ? <QuestionMeter prompt={measure.prompt} /> : <p className="ml-auto pr-2">{t('chat.keys')}</p>}
    </div>
  );
}

/** A question that is sent automatically once its files are read. */
function AskedWhenRead() {
  const { asksWhenRead, attached, draft, ask } = useChat();
  const waits = useAnswerPending();
  if (!asksWhenRead) return null;
  return (
    <div data-testid="asked-when-read" className="mx-auto mb-2 flex max-w-150 flex-wrap items-center gap-2 text-12">
      <p aria-live="polite" className="min-w-0 flex-1 text-soft">
        {attached.length === 0
          ? t('chat.askedWhenAnswered')
          : t('chat.askedWhenRead', { name: attached.map(({ name }) => name).join(', ') })}
      </p>
      <Button data-testid="ask-now" aria-disabled={waits} onClick={() => void ask(draft.trim())}>
        {t('chat.askNow')}
      </Button>
      <Button look="ghost" onClick={() => useChat.setState({ asksWhenRead: false })}>
        {t('chat.askNot')}
      </Button>
    </div>
  );
}

function FieldsButton() {
  const { asFields, setAsFields } = useChat();
  return (
    <Hint text={t('chat.asFields')} command="question-fields">
      <button
        type="button"
        data-testid="as-fields"
        aria-label={t('chat.asFields')}
        aria-pressed={asFields}
        onClick={() => setAsFields(!asFields)}
        className="inline-flex size-8 shrink-0 items-center justify-center rounded-md text-muted transition-colors duration-120 hover:bg-raised hover:text-ink aria-pressed:bg-accent-wash aria-pressed:text-accent"
      >
        <Rows3 size={16} aria-hidden />
      </button>
    </Hint>
  );
}

/** Further context of the next question: offers the marked text, and shows the chosen one. */
function SelectedText() {
  const { selectedText, setSelectedText } = useChat();
  const [marked, forget] = useMarkedText();
  const offer = marked !== '' && marked !== selectedText;
  if (!offer && selectedText === '') return null;
  return (
    <div data-keeps-selection className="mx-auto mb-2 flex max-w-150 min-w-0 items-center gap-2 text-12">
      {offer ? (
        <Button
          data-testid="use-selection"
          icon={Quote}
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
          <IconButton icon={X} iconSize={14} label={t('chat.dropSelection')} onClick={() => setSelectedText('')} />
        </>
      )}
    </div>
  );
}

/** The text that is marked in an answer or a source, or ''. Marking in the composer and clicks elsewhere leave it. */
function useMarkedText(): readonly [string, () => void] {
  const [marked, setMarked] = useState('');
  useEffect(() => {
    function look(event: Event): void {
      if (event.target instanceof Element && event.target.closest('[data-keeps-selection]')) return;
      const selection = document.getSelection();
      const node = selection?.anchorNode;
      const element = node instanceof Element ? node : node?.parentElement;
      const readable = element?.closest('.content, [data-pane="case"]');
      setMarked(readable ? (selection?.toString().trim() ?? '') : '');
    }
    document.addEventListener('mouseup', look);
    document.addEventListener('keyup', look);
    return () => {
      document.removeEventListener('mouseup', look);
      document.removeEventListener('keyup', look);
    };
  }, []);
  return [marked, () => setMarked('')];
}

/** Fields that are there without being asked for. */
const offered = fieldOrder.slice(0, 5);

interface QuestionFieldsProps {
  readonly text: string;
  change(text: string): void;
  onKeyDown(event: KeyboardEvent): void;
}

function QuestionFields({ text, change, onKeyDown }: QuestionFieldsProps) {
  const [all, setAll] = useState(false);
  const fields = fieldsOf(text);
  const shown = fields.filter(({ key, part }) => all || part !== null || offered.includes(key));
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys of the fields in it, which all have the same meaning
    <div data-testid="question-fields" onKeyDown={onKeyDown} className="max-h-[50vh] min-w-0 flex-1 overflow-y-auto">
      {shown.map((field, index) => (
        <Field
          key={`${field.key} ${shown.slice(0, index).filter(({ key }) => key === field.key).length}`}
          field={field}
          begin={index === 0}
          change={(value) => change(withField(text, field, value))}
        />
      ))}
      {shown.length < fields.length ? (
        <Button
          look="ghost"
          data-testid="more-fields"
          icon={Plus}
          onClick={() => setAll(true)}
          className="-ml-3 text-12"
        >
          {t('chat.moreFields')}
        </Button>
      ) : null}
    </div>
  );
}

interface FieldProps {
  readonly field: QuestionField;
  /** Whether the caret goes here when the form opens. */
  readonly begin: boolean;
  change(value: string): void;
}

function Field({ field, begin, change }: FieldProps) {
  const id = useId();
  return (
    <div className="group flex flex-col border-b border-hairline py-1 last-of-type:border-b-0 @lg:flex-row @lg:gap-3">
      <label
        htmlFor={id}
        className="w-32 shrink-0 pt-1.5 font-mono text-12 text-muted transition-colors duration-120 group-focus-within:text-accent"
      >
        {field.key.replaceAll('_', ' ').toUpperCase()}
      </label>
      <textarea
        dir="auto"
        id={id}
        data-testid={`field-${field.key}`}
        data-composer={begin ? '' : undefined}
        rows={1}
        value={field.value}
        placeholder={t(`chat.fields.${field.key}`)}
        onChange={(event) => change(event.target.value)}
        className="field-sizing-content max-h-40 min-h-8 w-full min-w-0 resize-none bg-transparent py-1 text-14 focus-visible:outline-none"
      />
    </div>
  );
}
