import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { Hint } from './Hint';

type Look = 'primary' | 'line' | 'ghost';

const looks: Record<Look, string> = {
  primary:
    'bg-accent text-on-accent not-aria-disabled:enabled:hover:bg-accent-strong border border-transparent disabled:bg-raised disabled:text-muted aria-disabled:bg-raised',
  line: 'border border-edge bg-case text-ink enabled:hover:bg-raised disabled:text-muted',
  ghost: 'border border-transparent text-soft enabled:hover:bg-raised enabled:hover:text-ink disabled:text-muted',
};

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly look?: Look;
  readonly icon?: ReactNode;
  /** In a narrow pane its icon stands alone; a screen reader says the words there too, and a pointer finds them. */
  readonly brief?: boolean;
  readonly 'data-testid'?: string;
}

/** A button with words; 32 px high, so that a pointer hits it. */
export function Button({ look = 'line', icon, brief = false, className = '', children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      title={brief && typeof children === 'string' ? children : undefined}
      {...rest}
      className={`inline-flex h-8 shrink-0 items-center gap-2 whitespace-nowrap rounded-md px-3 text-14 font-medium transition-colors duration-120 aria-disabled:text-muted ${looks[look]} ${className}`}
    >
      {icon}
      {brief ? <span className="sr-only @2xl:not-sr-only">{children}</span> : children}
    </button>
  );
}

interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** Says what it does, to the screen reader and on hover. */
  readonly label: string;
  readonly 'data-testid'?: string;
}

/** A button of one icon, with its name on hover and focus. */
export function IconButton({ label, className = '', children, ...rest }: IconButtonProps) {
  return (
    <Hint text={label}>
      <button
        type="button"
        aria-label={label}
        {...rest}
        className={`inline-flex size-8 shrink-0 items-center justify-center rounded-md text-muted transition-colors duration-120 enabled:hover:bg-raised enabled:hover:text-ink disabled:opacity-40 aria-disabled:*:opacity-40 ${className}`}
      >
        {children}
      </button>
    </Hint>
  );
}
