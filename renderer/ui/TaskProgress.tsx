import { t } from '@shared/words/index';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './Button';
import { formatBytes, formatDuration, formatPercent } from './quantities';

interface TaskProgressProps {
  readonly name: string;
  readonly look?: string;
  readonly cancelTestId: string;
  readonly share: { readonly done: number; readonly total: number } | null;
  readonly facts: string;
  readonly children?: ReactNode;
  cancel(): void;
}

export function TaskProgress(props: TaskProgressProps) {
  const { name, look = 'break-words', cancelTestId, share, facts, children, cancel } = props;
  return (
    <>
      <div className="flex items-center gap-2">
        <p className={`min-w-0 flex-1 ${look}`} title={name} aria-live="polite">
          {name}
        </p>
        {children}
        <Button look="ghost" data-testid={cancelTestId} icon={X} onClick={cancel}>
          {t('app.cancel')}
        </Button>
      </div>
      <progress aria-label={name} className="mt-1 h-1 w-full accent-accent" value={share?.done} max={share?.total} />
      <p className="tabular min-h-4 text-12 text-muted">{facts}</p>
    </>
  );
}

export function byteProgress(done: number, total: number | null, perSecond: number | null = null) {
  const left = total && perSecond ? ((total - done) / perSecond) * 1000 : null;
  const facts = [
    total
      ? `${t('app.doneOf', { done: formatBytes(done), total: formatBytes(total) })} · ${formatPercent(done / total)}`
      : formatBytes(done),
    perSecond ? t('searchModels.speed', { speed: formatBytes(Math.round(perSecond)) }) : '',
    left && left >= 1000 ? t('app.timeLeft', { time: formatDuration(left) }) : '',
  ];
  return { share: total ? { done, total } : null, facts: facts.filter(Boolean).join(' · ') };
}
