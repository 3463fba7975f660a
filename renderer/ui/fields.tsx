import { t } from '@shared/words/index';
import { Search } from 'lucide-react';
import { Dialog } from 'radix-ui';
import {
  type ComponentProps,
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  useId,
  useState,
} from 'react';
import { Button } from './Button';

export const FieldHelp = ({ id, children }: Readonly<{ id: string; children: ReactNode }>) =>
  children ? (
    <p id={id} className="mt-0.5 text-12 text-muted">
      {children}
    </p>
  ) : null;

interface SelectProps<T extends string>
  extends Omit<SelectHTMLAttributes<HTMLSelectElement>, 'value' | 'onChange' | 'children'> {
  readonly value: T;
  readonly options: readonly T[];
  readonly 'data-testid'?: string;
  readonly label?: string;
  nameOf?(option: T): string;
  choose(option: T): void;
}

export function Select<T extends string>({ options, label, nameOf, choose, className = '', ...rest }: SelectProps<T>) {
  const id = useId();
  const select = (
    <select
      id={id}
      {...rest}
      onChange={({ target }) => {
        const chosen = options.find((option) => option === target.value);
        if (chosen !== undefined) choose(chosen);
      }}
      className={`h-8 min-w-0 rounded-md border border-edge bg-case px-2 text-14 text-ink ${className}`}
    >
      {options.map((option) => (
        <option key={option} value={option}>
          {nameOf ? nameOf(option) : option}
        </option>
      ))}
    </select>
  );
  return label === undefined ? (
    select
  ) : (
    <div className="flex min-w-0 flex-wrap items-center gap-2 text-muted">
      <label htmlFor={id}>{label}</label>
      {select}
    </div>
  );
}

interface CheckRowProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'title' | 'children'> {
  readonly title: ReactNode;
  readonly help?: string | null;
  readonly 'data-testid'?: string;
  readonly 'data-model'?: string;
  turn(on: boolean): void;
}

export const CheckRow = ({ title, help, turn, className = '', ...rest }: CheckRowProps) => (
  <label className={`flex items-start gap-3 ${className}`}>
    <input
      type="checkbox"
      {...rest}
      onChange={({ target }) => turn(target.checked)}
      className="mt-0.5 size-4 shrink-0 accent-accent"
    />
    <span className="min-w-0 break-words">
      <span className="block font-medium">{title}</span>
      {help ? <span className="block text-12 text-muted">{help}</span> : null}
    </span>
  </label>
);

interface TextFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'value'> {
  readonly 'data-testid'?: string;
  readonly name: string;
  readonly value: string;
  readonly note?: ReactNode;
  write(text: string): void;
}

export const TextField = ({ name, note, write, className = '', ...rest }: TextFieldProps) => (
  <label className={`block ${className}`}>
    <span className="text-14 font-medium">{name}</span>
    <input
      dir="auto"
      maxLength={200}
      {...rest}
      onChange={({ target }) => write(target.value)}
      className="mt-1 h-9 w-full rounded-md border border-edge bg-case px-3 text-14 disabled:bg-raised disabled:text-muted"
    />
    {note}
  </label>
);

interface FindFieldProps extends Omit<ComponentProps<'input'>, 'onChange'> {
  readonly name: string;
  readonly iconSize?: number;
  readonly around?: string;
  readonly children?: ReactNode;
  write(text: string): void;
}

export function FindField(props: FindFieldProps) {
  const { name, iconSize = 14, around = lineLook, className = 'h-8 text-14', children, write, ...rest } = props;
  return (
    <div className={around}>
      <Search size={iconSize} className="shrink-0 text-muted" />
      <input
        dir="auto"
        aria-label={name}
        placeholder={name}
        {...rest}
        onChange={({ target }) => write(target.value)}
        className={`min-w-0 flex-1 bg-transparent focus-visible:outline-none ${className}`}
      />
      {children}
    </div>
  );
}

const lineLook = 'flex h-11 shrink-0 items-center gap-2 border-b border-hairline px-4';

interface InlineFieldProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'onBlur'> {
  readonly label: string;
  readonly value: string;
  readonly 'data-testid'?: string;
  readonly mayBeEmpty?: boolean;
  done(value: string | null): void;
}

export function InlineField({ label, value, mayBeEmpty, done, onKeyDown, ...rest }: InlineFieldProps) {
  const [text, setText] = useState(value);
  const next = text.trim();
  const finish = () => done(next === value || (next === '' && !mayBeEmpty) ? null : next);
  return (
    <input
      dir="auto"
      // biome-ignore lint/a11y/noAutofocus: it was asked for a moment ago
      autoFocus
      maxLength={200}
      {...rest}
      value={text}
      aria-label={label}
      onFocus={({ target }) => target.select()}
      onChange={({ target }) => setText(target.value)}
      onBlur={finish}
      onKeyDown={(event) => {
        onKeyDown?.(event);
        if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return;
        // Escape leaves the field and nothing else; the same Enter does not press the next element.
        event.preventDefault();
        if (event.key === 'Enter') finish();
        else done(null);
      }}
    />
  );
}

interface FormProps extends Omit<ComponentProps<'form'>, 'onSubmit'> {
  submit(): void;
}

/** A form that sends nothing anywhere; what it is drawn over hears nothing of it. */
export const Form = ({ submit, ...rest }: FormProps) => (
  <form
    {...rest}
    onSubmit={(event) => {
      event.preventDefault();
      event.stopPropagation();
      submit();
    }}
  />
);

interface TextAreaProps extends Omit<ComponentProps<'textarea'>, 'onChange'> {
  readonly name: string;
  readonly note?: ReactNode;
  write(text: string): void;
}

export const TextArea = ({ name, note, write, ...rest }: TextAreaProps) => (
  <label className="block">
    <span className="text-14 font-medium">{name}</span>
    <textarea
      dir="auto"
      {...rest}
      onChange={({ target }) => write(target.value)}
      className="mt-1 w-full resize-y rounded-md border border-edge bg-case px-3 py-2 text-14"
    />
    {note}
  </label>
);

type FormEndProps = Readonly<{ save: string; saveTestId: string; disabled?: boolean | undefined; close(): void }>;

export const FormEnd = ({ save, saveTestId, disabled, close }: FormEndProps) => (
  <div className="mt-1 flex justify-end gap-2">
    <Button look="ghost" onClick={close}>
      {t('app.cancel')}
    </Button>
    <Button look="primary" type="submit" data-testid={saveTestId} disabled={disabled}>
      {save}
    </Button>
  </div>
);

type FormDialogProps = Readonly<{ testId: string; open: boolean; children: ReactNode; close(): void }>;

export const FormDialog = ({ testId, open, children, close }: FormDialogProps) => (
  <Dialog.Root open={open} onOpenChange={(stays) => (stays ? undefined : close())}>
    <Dialog.Portal>
      <Dialog.Overlay className="fixed inset-0 z-40 bg-veil" />
      <Dialog.Content
        data-testid={testId}
        // The window closes the side panel on Esc; here it closes only the dialog.
        onKeyDown={(event) => event.key === 'Escape' && event.stopPropagation()}
        className="fixed top-1/2 left-1/2 z-50 max-h-[calc(100vh-32px)] w-120 max-w-[calc(100vw-32px)] -translate-x-1/2 -translate-y-1/2 overflow-y-auto rounded-md border border-hairline bg-case p-5 shadow-float"
      >
        {children}
      </Dialog.Content>
    </Dialog.Portal>
  </Dialog.Root>
);

interface DialogFormProps extends FormProps {
  readonly title: string;
  readonly save: string;
  readonly saveTestId: string;
  readonly disabled?: boolean;
  close(): void;
}

export const DialogForm = ({ title, save, saveTestId, disabled, close, children, ...rest }: DialogFormProps) => (
  <Form {...rest}>
    <Dialog.Title className="text-16 font-semibold">{title}</Dialog.Title>
    {children}
    <div className="mt-5 flex justify-end gap-2">
      <Button onClick={close}>{t('app.cancel')}</Button>
      <Button look="primary" type="submit" data-testid={saveTestId} disabled={disabled}>
        {save}
      </Button>
    </div>
  </Form>
);
