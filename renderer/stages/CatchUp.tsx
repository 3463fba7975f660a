import { RefreshCw } from 'lucide-react';
import { Button } from '../components/Button';
import { useStages } from '../state/stages';
import { t } from '../strings/index';

/** How many stages no longer follow from what stands before them, and the one button that runs them again. */
export function CatchUp() {
  const { run, draft, busy, catchUp } = useStages();
  const stale = run?.stages.filter((record) => record.state === 'stale').length ?? 0;
  if (stale === 0) return null;
  return (
    <div data-testid="out-of-date" role="status" className="flex shrink-0 items-center gap-3 px-4 pt-3">
      <p className="min-w-0 flex-1 text-14 text-soft">{t('stages.outOfDate', { count: stale })}</p>
      <Button
        data-testid="catch-up"
        // Another prompt is another run: there is nothing to catch up with.
        disabled={busy !== null || run?.prompt !== draft}
        icon={<RefreshCw size={14} aria-hidden />}
        onClick={() => void catchUp()}
      >
        {t('stages.catchUp')}
      </Button>
    </div>
  );
}
