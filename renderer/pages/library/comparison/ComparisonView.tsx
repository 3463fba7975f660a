import type { DocumentComparison } from '@shared/contract/index';
import { t } from '@shared/words/index';
import { ArrowDown, ArrowLeft, ArrowLeftRight, ArrowUp, FoldVertical } from 'lucide-react';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useAnswer } from '../../../bridge/use-answer';
import { FoldedListButton, PaneHeader } from '../../../panels/Workspace';
import { type ComparedPair, useComparison } from '../../../state/library/comparison';
import { IconButton } from '../../../ui/Button';
import { pressed } from '../../../ui/key-text';
import { Awaited } from '../../../ui/Notices';
import { comparedRowsOf, readingOrder, stopsOf, withoutSame } from './compared-rows';
import { DifferenceList } from './DifferenceList';
import { Redline } from './Redline';

export function ComparisonView({ pair }: { readonly pair: ComparedPair }) {
  const { close } = useComparison();
  const { data, error, current } = useAnswer('documents.compare', pair);
  const comparison = current ? data : null;
  return (
    <>
      {comparison ? (
        <Compared key={`${pair.oldId} ${pair.newId}`} comparison={comparison} />
      ) : (
        <>
          <PaneHeader title={t('comparison.title')} lead={<Back close={close} />} />
          <Awaited waits error={error} text={t('comparison.loading')} around="p-4" />
        </>
      )}
    </>
  );
}

function Back({ close }: { close(): void }) {
  return (
    <>
      <FoldedListButton />
      <IconButton
        icon={ArrowLeft}
        label={t('comparison.back')}
        data-testid="comparison-close"
        className="-ml-2"
        onClick={close}
      />
    </>
  );
}

function Compared({ comparison }: { readonly comparison: DocumentComparison }) {
  const { close, swap, onlyDifferences } = useComparison();
  const stops = useMemo(() => stopsOf(comparison), [comparison]);
  const order = useMemo(() => readingOrder(stops), [stops]);
  const all = useMemo(() => comparedRowsOf(comparison), [comparison]);
  const rows = useMemo(() => (onlyDifferences ? withoutSame(all) : all), [all, onlyDifferences]);
  /** Index in `stops`; null before the first. */
  const [at, setAt] = useState<number | null>(null);
  const place = at === null ? -1 : order.indexOf(at);
  const step = useCallback(
    (by: 1 | -1) => {
      const next = place < 0 && by < 0 ? order.length - 1 : place + by;
      const stop = order[next];
      if (stop !== undefined) setAt(stop);
    },
    [order, place],
  );
  useStepKeys(step);

  return (
    <>
      <PaneHeader
        title={t('comparison.title')}
        note={stops.length === 0 ? t('comparison.none') : t('comparison.count', { count: stops.length })}
        lead={<Back close={close} />}
      >
        <span data-testid="comparison-place" className="tabular mr-1 text-12 text-muted" aria-live="polite">
          {place < 0 ? '' : t('comparison.place', { at: place + 1, count: stops.length })}
        </span>
        <IconButton
          icon={ArrowUp}
          label={t('commands.difference-previous')}
          command="difference-previous"
          data-testid="difference-previous"
          aria-disabled={order.length === 0 || place === 0}
          onClick={() => step(-1)}
        />
        <IconButton
          icon={ArrowDown}
          label={t('commands.difference-next')}
          command="difference-next"
          data-testid="difference-next"
          aria-disabled={order.length === 0 || place === order.length - 1}
          onClick={() => step(1)}
        />
        <OnlyDifferences />
        <IconButton icon={ArrowLeftRight} label={t('comparison.swap')} data-testid="comparison-swap" onClick={swap} />
      </PaneHeader>
      <div data-testid="comparison" className="flex min-h-0 flex-1 flex-col @3xl:flex-row">
        <DifferenceList stops={stops} texts={comparison.texts} at={at} choose={setAt} />
        <Redline comparison={comparison} rows={rows} stop={at === null ? null : (stops[at] ?? null)} />
      </div>
    </>
  );
}

function OnlyDifferences() {
  const { onlyDifferences, setOnlyDifferences } = useComparison();
  return (
    <IconButton
      icon={FoldVertical}
      label={t('comparison.only')}
      data-testid="only-differences"
      aria-pressed={onlyDifferences}
      className="aria-pressed:bg-raised aria-pressed:text-accent"
      onClick={() => setOnlyDifferences(!onlyDifferences)}
    />
  );
}

function useStepKeys(step: (by: 1 | -1) => void): void {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      if (pressed('difference-next', event)) step(1);
      else if (pressed('difference-previous', event)) step(-1);
      else return;
      event.preventDefault();
    }
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [step]);
}
