import type { CommandId } from '@shared/commands';
import { t } from '@shared/words/index';
import { Check, Copy, type LucideIcon } from 'lucide-react';
import { Tooltip } from 'radix-ui';
import { type ButtonHTMLAttributes, type ReactElement, type ReactNode, useEffect, useRef, useState } from 'react';
import { ariaKeys, keyText } from './key-text';

type Look = 'primary' | 'line' | 'ghost';

const looks: Record<Look, string> = {
  primary:
    'bg-accent text-on-accent not-aria-disabled:enabled:hover:bg-accent-strong border border-transparent disabled:bg-raised disabled:text-muted aria-disabled:bg-raised',
  line: 'border border-edge bg-case text-ink enabled:hover:bg-raised disabled:text-muted',
  ghost: 'border border-transparent text-soft enabled:hover:bg-raised enabled:hover:text-ink disabled:text-muted',
};

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** Its words, where nothing else is in it. */
  readonly label?: ReactNode;
  readonly look?: Look;
  readonly icon?: LucideIcon;
  /** CSS pixels; 14 by default, 16 if the icon may be alone. */
  readonly iconSize?: number;
  /** In a narrow pane its icon is alone; a screen reader still has the words, and a pointer finds them. */
  readonly brief?: boolean;
  readonly command?: CommandId;
  readonly 'data-testid'?: string;
}

/** A waiting button is `aria-disabled`: it does nothing and keeps the focus, which a disabled one would lose. */
export function Button(props: ButtonProps) {
  const {
    look = 'line',
    icon: Icon,
    brief,
    iconSize = brief ? 16 : 14,
    command,
    className = '',
    onClick,
    label,
    children = label,
    ...rest
  } = props;
  const name = brief && typeof children === 'string' ? children : '';
  return (
    <button
      type="button"
      title={[name, command ? keyText(command) : ''].filter(Boolean).join('  ') || undefined}
      aria-keyshortcuts={command && ariaKeys(command)}
      {...rest}
      onClick={rest['aria-disabled'] ? undefined : onClick}
      className={`inline-flex h-8 shrink-0 items-center gap-2 whitespace-nowrap rounded-md px-3 text-14 font-medium transition-colors duration-120 aria-disabled:text-muted ${looks[look]} ${className}`}
    >
      {Icon ? <Icon size={iconSize} className="shrink-0" /> : null}
      {brief ? <span className="sr-only @2xl:not-sr-only">{children}</span> : children}
    </button>
  );
}

export function IconButton(props: Omit<ButtonProps, 'look' | 'brief' | 'label'> & { readonly label: string }) {
  const { label, icon: Icon, iconSize = 16, command, className = '', onClick, children, ...rest } = props;
  return (
    <Hint text={label} command={command}>
      <button
        type="button"
        aria-label={label}
        {...rest}
        onClick={rest['aria-disabled'] ? undefined : onClick}
        className={`inline-flex size-8 shrink-0 items-center justify-center rounded-md text-muted transition-colors duration-120 enabled:hover:bg-raised enabled:hover:text-ink disabled:opacity-40 aria-disabled:*:opacity-40 ${className}`}
      >
        {Icon ? <Icon size={iconSize} /> : null}
        {children}
      </button>
    </Hint>
  );
}

export interface Act extends Omit<ButtonProps, 'id' | 'label' | 'onClick'> {
  /** Its test id. */
  readonly id: string;
  readonly label: string;
  /** Whether its icon is alone. */
  readonly alone?: boolean;
  run(): unknown;
}

/** Buttons beside each other, a line of a table each; what is false or null is left out. */
export const Buttons = ({ acts, ...shared }: ButtonProps & { readonly acts: readonly (Act | false | null)[] }) =>
  acts.map((act) => {
    if (!act) return null;
    const { id, label, alone, run, ...rest } = act;
    const props = { ...shared, ...rest, label, 'data-testid': id, onClick: () => void run() };
    return alone ? <IconButton key={id} {...props} /> : <Button key={id} {...props} />;
  });

export const copyText = (text: string): Promise<void> => navigator.clipboard.writeText(text);

const confirmMs = 1600;

export function useCopied(): readonly [boolean, (text: string) => void] {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), confirmMs);
    return () => clearTimeout(timer);
  }, [copied]);
  return [copied, (text) => void copyText(text).then(() => setCopied(true))];
}

export function CopyButton({ text, label }: { readonly text: () => string; readonly label: string }) {
  const [copied, copy] = useCopied();
  return (
    <IconButton label={copied ? t('app.copied') : label} onClick={() => copy(text())}>
      <CopyMark copied={copied} />
    </IconButton>
  );
}

/** In a button that copies: what it does, or that it is done. */
export const CopyMark = ({ copied }: { readonly copied: boolean }) => (
  <>
    {copied ? <Check size={16} className="text-accent" /> : <Copy size={16} />}
    <span className="sr-only" aria-live="polite">
      {copied ? t('app.copied') : ''}
    </span>
  </>
);

/** A button that reads like a link in a line of text. */
export const LinkButton = ({ className = '', onClick, ...rest }: Omit<ButtonProps, 'look' | 'icon'>) => (
  <button
    type="button"
    {...rest}
    onClick={rest['aria-disabled'] ? undefined : onClick}
    className={`rounded-sm text-start font-medium text-accent underline underline-offset-3 aria-disabled:text-muted aria-disabled:no-underline ${className}`}
  />
);

/** Scrolling so many ms after the focus came is the browser's own, that brings the focus into view. */
const scrollMs = 300;

type HintProps = Readonly<{ text: string; command?: CommandId | undefined; children: ReactElement }>;

/** Shows nothing for an empty text; its content stays. */
export function Hint({ text, command, children }: HintProps) {
  const [open, setOpen] = useState(false);
  const focused = useRef<{ readonly element: Element; readonly at: number } | null>(null);

  function change(next: boolean): void {
    const { element, at } = focused.current ?? { element: null, at: 0 };
    // A focus that a pointer has moved, back to what opened a list, is shown nowhere else and says nothing here either.
    if (next && element === document.activeElement && element?.matches(':hover, :focus-visible') === false) return;
    // Scrolling closes the hint of its content: right with the wheel, wrong if Tab itself has scrolled.
    const broughtIntoView = !next && element?.matches(':focus-visible') === true && performance.now() - at < scrollMs;
    if (!broughtIntoView) setOpen(next);
  }

  return (
    <Tooltip.Root open={open && text !== ''} onOpenChange={change}>
      <Tooltip.Trigger
        asChild
        aria-keyshortcuts={command && ariaKeys(command)}
        onFocus={(event) => {
          focused.current = { element: event.currentTarget, at: performance.now() };
        }}
      >
        {children}
      </Tooltip.Trigger>
      <Tooltip.Portal>
        <Tooltip.Content
          sideOffset={6}
          collisionPadding={8}
          onEscapeKeyDown={() => setOpen(false)}
          className="z-50 max-w-72 rounded-sm bg-ink px-2 py-1 text-12 text-ground shadow-float"
        >
          {text}
          {command ? <kbd className="ms-3 font-sans whitespace-nowrap">{keyText(command)}</kbd> : null}
        </Tooltip.Content>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}
