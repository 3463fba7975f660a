import { X } from 'lucide-react';
import { Button } from './Button';

interface TaskProgressProps {
  /** What is done, in words; said to screen readers as it changes. */
  readonly name: string;
  /** One line with an ellipsis, where names may be long. */
  readonly oneLine?: boolean;
  readonly cancelLabel: string;
  readonly cancelTestId: string;
  /** Null until it is known how much there is. */
  readonly share: { readonly done: number; readonly total: number } | null;
  /** The same in words and numbers. */
  readonly facts: string;
  cancel(): void;
}

/** How far a task is, as a bar and in words, with a way to end it. */
export function TaskProgress({
  name,
  oneLine = false,
  cancelLabel,
  cancelTestId,
  share,
  facts,
  cancel,
}: TaskProgressProps) {
  return (
    <>
      <div className="flex items-center gap-2">
        <p
          className={`min-w-0 flex-1 font-medium ${oneLine ? 'truncate' : ''}`}
          title={oneLine ? name : undefined}
          aria-live="polite"
        >
          {name}
        </p>
        <Button look="ghost" data-testid={cancelTestId} icon={<X size={14} aria-hidden />} onClick={cancel}>
          {cancelLabel}
        </Button>
      </div>
      <progress aria-label={name} className="mt-1 h-1 w-full accent-accent" value={share?.done} max={share?.total} />
      <p className="tabular min-h-4 text-12 text-muted">{facts}</p>
    </>
  );
}
