import type { ErrorReport } from '@shared/errors';
import type { SettingPath, Settings } from '@shared/settings';
import { t } from '@shared/words/index';
import { errorLine } from '@shared/words/said';
import { type InputHTMLAttributes, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { createFieldDraft } from '../../state/field-draft';
import { changeSetting, useSettings } from '../../state/settings';
import { Button } from '../../ui/Button';
import { FieldHelp } from '../../ui/fields';
import { useReturnedFocus } from '../../ui/focus';

interface SectionProps {
  readonly title: string;
  readonly help?: string;
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

export function SettingGroup({ title, help, action, children }: SectionProps) {
  const id = useId();
  return (
    <section data-setting aria-labelledby={id} className="border-b border-hairline py-6 last:border-b-0">
      <div className="mb-4 flex items-start gap-4">
        <div className="min-w-0 flex-1">
          <h3 id={id} className="text-16 font-semibold">
            {title}
          </h3>
          {help ? <p className="mt-1 text-muted">{help}</p> : null}
        </div>
        {action}
      </div>
      {children}
    </section>
  );
}

interface FiguresProps {
  readonly rows: readonly (readonly [id: string, name: string, figure: string])[];
  readonly testId?: string;
  readonly children?: ReactNode;
}

export const Figures = ({ rows, testId, children }: FiguresProps) => (
  <dl className="tabular grid grid-cols-[minmax(0,1fr)_auto] gap-y-2" data-testid={testId}>
    {rows.map(([id, name, figure]) => (
      <div key={id} className="contents">
        <dt>{name}</dt>
        <dd className="text-right" data-testid={id}>
          {figure}
        </dd>
      </div>
    ))}
    {children}
  </dl>
);

export const DecidedBy = ({ variable }: { readonly variable: string | null }) =>
  variable ? <p className="mt-1 text-12 text-caution">{t('settings.decidedBy', { variable })}</p> : null;

interface SettingProps {
  readonly label: string;
  readonly help?: string;
  readonly testId: string;
  readonly mark?: ReactNode;
  readonly note?: ReactNode;
}

interface ChoiceProps<T extends string | number> extends SettingProps {
  readonly value: T | null;
  readonly options: readonly T[];
  name?(value: T): string;
  choose(value: T): void;
}

export const choiceLook =
  'relative flex h-8 items-center rounded-md border border-edge px-3 text-14 hover:bg-raised has-checked:border-accent has-checked:bg-accent-wash has-checked:font-medium has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent';

export function Choice<T extends string | number>(props: ChoiceProps<T>) {
  const { label, help, value, options, testId, mark, note, name = String, choose } = props;
  const id = useId();
  return (
    <fieldset data-setting className="py-2" aria-describedby={help ? `${id}-help` : undefined}>
      <div className="flex items-center gap-2">
        <legend className="contents font-medium">{label}</legend>
        {mark}
      </div>
      <FieldHelp id={`${id}-help`}>{help}</FieldHelp>
      <div className="mt-2 flex flex-wrap gap-1">
        {options.map((option) => (
          <label key={option} data-testid={`${testId}-${option}`} className={choiceLook}>
            <input
              type="radio"
              name={id}
              className="sr-only"
              checked={option === value}
              onChange={() => choose(option)}
            />
            {name(option)}
          </label>
        ))}
      </div>
      {note}
    </fieldset>
  );
}

interface SwitchProps extends SettingProps {
  readonly on: boolean;
  turn(on: boolean): void;
}

export function Switch({ label, help, on, testId, mark, note, turn }: SwitchProps) {
  const id = useId();
  return (
    <div data-setting className="py-2">
      <div className="flex items-start gap-4">
        <div className="min-w-0 flex-1">
          <div className="flex items-center gap-2">
            <span id={id} className="font-medium">
              {label}
            </span>
            {mark}
          </div>
          <FieldHelp id={`${id}-help`}>{help}</FieldHelp>
        </div>
        <button
          type="button"
          role="switch"
          aria-checked={on}
          aria-labelledby={id}
          aria-describedby={help ? `${id}-help` : undefined}
          data-testid={testId}
          onClick={() => turn(!on)}
          className="group -mr-1 flex h-8 shrink-0 items-center gap-2 rounded-md px-1"
        >
          <span aria-hidden className="text-12 text-muted">
            {on ? t('settings.on') : t('settings.off')}
          </span>
          <span
            aria-hidden
            className="flex h-5 w-9 items-center rounded-full border border-muted bg-raised px-0.5 group-aria-checked:border-accent group-aria-checked:bg-accent"
          >
            <span className="size-3.5 rounded-full bg-muted transition-transform duration-120 group-aria-checked:translate-x-4 group-aria-checked:bg-on-accent" />
          </span>
        </button>
      </div>
      {note}
    </div>
  );
}

type SwitchPath = { [P in SettingPath]: Settings[P] extends boolean ? P : never }[SettingPath];

type RowWords = Pick<SettingProps, 'label' | 'help' | 'testId'>;

export function SettingSwitch({ path, ...row }: RowWords & { readonly path: SwitchPath }) {
  const field = useSettings((state) => state.report?.fields[path]);
  if (!field) return null;
  const note = <DecidedBy variable={field.variable} />;
  return <Switch {...row} on={field.value} turn={(on) => void changeSetting({ [path]: on })} note={note} />;
}

type ChoicePath = { [P in SettingPath]: Settings[P] extends string | number ? P : never }[SettingPath];

interface SettingChoiceProps<P extends ChoicePath> extends RowWords {
  readonly path: P;
  readonly options: readonly Settings[P][];
  name(value: Settings[P]): string;
}

export function SettingChoice<P extends ChoicePath>({ path, ...row }: SettingChoiceProps<P>) {
  const field = useSettings((state) => state.report?.fields[path]);
  if (!field) return null;
  const note = <DecidedBy variable={field.variable} />;
  return <Choice {...row} value={field.value} choose={(value) => void changeSetting({ [path]: value })} note={note} />;
}

interface LineProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange'> {
  readonly label: string;
  readonly 'data-testid': string;
  /** Class names of its label. */
  readonly around?: string;
  write?(text: string): void;
}

/** A line of a form that is saved as a whole. */
export const Line = ({ label, around = 'block *:first:font-medium', write, ...rest }: LineProps) => (
  <label className={around}>
    <span>{label}</span>
    <input
      autoComplete="off"
      spellCheck={false}
      {...rest}
      onChange={({ target }) => write?.(target.value)}
      className="content mt-1 block h-8 w-full min-w-0 rounded-md border border-edge bg-case px-3 text-14"
    />
  </label>
);

interface RowPanelProps {
  readonly title: string;
  readonly testId: string;
  readonly children: ReactNode;
  close(): void;
}

/** A question under a row: it takes the focus, Escape closes it, and the focus goes back to where it came from. */
export function RowPanel({ title, testId, children, close }: RowPanelProps) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useReturnedFocus();
  useEffect(() => {
    heading.current?.focus();
    heading.current?.closest('section')?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <section
      aria-labelledby={id}
      data-testid={testId}
      className="mt-4 border-l-2 border-accent pl-4"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        close();
      }}
    >
      <h4 id={id} ref={heading} tabIndex={-1} className="break-words font-medium outline-none">
        {title}
      </h4>
      {children}
    </section>
  );
}

interface PanelEndProps {
  /** Text of the button for the panel's action; without a running action it submits the form around it. */
  readonly yes: ReactNode;
  readonly testId: string;
  readonly quiet?: boolean;
  readonly disabled?: boolean;
  readonly no?: string;
  readonly noTestId?: string;
  run?(): void;
  close(): void;
}

export function PanelEnd(props: PanelEndProps) {
  const { yes, testId, quiet = false, disabled, no = t('app.cancel'), noTestId, run, close } = props;
  return (
    <div className="mt-3 flex flex-wrap gap-2">
      <Button
        type={run ? 'button' : 'submit'}
        look={quiet ? 'line' : 'primary'}
        data-testid={testId}
        disabled={disabled}
        label={yes}
        onClick={run}
        className="h-auto! min-h-8 max-w-full whitespace-normal! py-1 text-left"
      />
      <Button look="ghost" data-testid={noTestId} label={no} onClick={close} />
    </div>
  );
}

interface TextFieldProps
  extends SettingProps,
    Pick<InputHTMLAttributes<HTMLInputElement>, 'type' | 'inputMode' | 'placeholder'> {
  readonly value: string;
  readonly beside?: boolean;
  readonly action?: ReactNode;
  /** The refused value, or null. Read when Enter is pressed or the field is left. */
  commit(text: string): Promise<ErrorReport | null>;
}

/** A field that keeps a refused value, with the reason under it; Escape restores the value in force. */
export function SettingTextField(props: TextFieldProps) {
  const { label, help, value, testId, beside, mark, action, note, commit: keep, ...input } = props;
  const [useDraft] = useState(createFieldDraft);
  const { draft, error, type: typed, back, commit } = useDraft();
  const id = useId();

  return (
    <div data-setting className={beside ? 'grid grid-cols-[minmax(0,1fr)_9rem] items-start gap-x-4 py-2' : 'py-2'}>
      <div>
        <div className="flex items-center gap-2">
          <label htmlFor={id} className="font-medium">
            {label}
          </label>
          {mark}
        </div>
        <FieldHelp id={`${id}-help`}>{help}</FieldHelp>
      </div>
      <div className={beside ? '' : 'mt-2'}>
        <div className="flex gap-2">
          <input
            id={id}
            data-testid={testId}
            type="text"
            inputMode="text"
            {...input}
            autoComplete="off"
            spellCheck={false}
            value={draft ?? value}
            aria-invalid={error ? true : undefined}
            aria-describedby={
              [error ? `${id}-error` : '', help ? `${id}-help` : ''].filter(Boolean).join(' ') || undefined
            }
            onChange={(event) => typed(event.target.value)}
            onBlur={() => void commit(value, keep)}
            onKeyDown={(event) => {
              if (event.nativeEvent.isComposing) return;
              if (event.key === 'Enter') void commit(value, keep);
              else if (event.key === 'Escape' && draft !== null) back();
              else return;
              event.preventDefault();
            }}
            className="h-8 min-w-0 flex-1 rounded-md border border-edge bg-case px-3 text-14 aria-invalid:border-danger"
          />
          {action}
        </div>
      </div>
      {error ? (
        <div
          id={`${id}-error`}
          role="alert"
          data-testid={`${testId}-error`}
          className="content col-span-2 mt-1 text-12 text-danger"
        >
          {errorLine(error)}
        </div>
      ) : null}
      {note}
    </div>
  );
}
