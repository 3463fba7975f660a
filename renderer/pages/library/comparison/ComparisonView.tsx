import type { DocumentComparison } from '@shared/contract/index';
import { visibleText } from '@shared/visible-text';
import { t } from '@shared/words/index';
import {
  ArrowDown,
  ArrowLeft,
  ArrowLeftRight,
  ArrowUp,
  Calendar,
  FoldVertical,
  Hash,
  type LucideIcon,
  MoveVertical,
  Type,
} from 'lucide-react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useAnswer } from '../../../bridge/use-answer';
import { FoldedListButton, PaneHeader } from '../../../panels/Workspace';
import { type ComparedPair, useComparison } from '../../../state/library/library';
import { IconButton } from '../../../ui/Button';
import { pressed } from '../../../ui/key-text';
import { Awaited } from '../../../ui/Notices';
import { formatCount } from '../../../ui/quantities';
import { type ComparedStop, comparedRowsOf, readingOrder, shortText, stopsOf, withoutSame } from './compared-rows';
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

const Back = ({ close }: { close(): void }) => (
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

const useStepKeys = (step: (by: 1 | -1) => void): void =>
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

const icons: Record<ComparedStop['kind'], LucideIcon> = {
  number: Hash,
  date: Calendar,
  text: Type,
  moved: MoveVertical,
};
const kinds = ['number', 'date', 'text', 'moved'] as const;
const mostShown = 90;

interface DifferenceListProps {
  readonly stops: readonly ComparedStop[];
  readonly texts: DocumentComparison['texts'];
  readonly at: number | null;
  choose(stop: number): void;
}

function DifferenceList({ stops, texts, at, choose }: DifferenceListProps) {
  const list = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another one is to be seen
  useEffect(() => {
    list.current?.querySelector('[aria-current="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [at]);
  return (
    <section
      ref={list}
      aria-label={t('comparison.differences')}
      className="relative h-1/3 shrink-0 overflow-y-auto border-b border-hairline px-2 py-2 @3xl:h-full @3xl:w-72 @3xl:border-r @3xl:border-b-0"
    >
      {stops.length === 0 ? <p className="content px-2 py-1 text-muted">{t('comparison.noneLong')}</p> : null}
      {kinds.map((kind) => {
        const ofKind = stops.flatMap((stop, place) => (stop.kind === kind ? [{ stop, place }] : []));
        const Icon = icons[kind];
        return ofKind.length === 0 ? null : (
          <section key={kind} className="mb-3">
            <h3 className="flex items-center gap-2 px-2 py-1 text-12 text-muted">
              <Icon size={14} aria-hidden />
              {t(`comparison.kinds.${kind}`)}
              <span className="tabular ml-auto">{formatCount(ofKind.length)}</span>
            </h3>
            <ul>
              {ofKind.map(({ stop, place }) => (
                <li key={place} className="difference">
                  <button
                    type="button"
                    data-testid="difference"
                    data-kind={kind}
                    aria-current={place === at}
                    onClick={() => choose(place)}
                    className="block w-full rounded-sm px-2 py-1.5 text-start text-14 hover:bg-raised aria-[current=true]:bg-accent-wash"
                  >
                    <Sides stop={stop} texts={texts} />
                  </button>
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </section>
  );
}

function Sides({ stop, texts }: Pick<DifferenceListProps, 'texts'> & { readonly stop: ComparedStop }) {
  const old = visibleText(shortText(texts.old, stop.old, mostShown));
  const next = visibleText(shortText(texts.new, stop.new, mostShown));
  if (stop.kind === 'moved') {
    return (
      <span dir="auto" className="line-clamp-2 text-soft">
        {next}
      </span>
    );
  }
  return (
    <>
      {old === '' ? null : (
        <span dir="auto" className="line-clamp-2 text-soft">
          <span className="sr-only">{t('comparison.gone')} </span>
          <del className="compared-old">{old}</del>
        </span>
      )}
      {next === '' ? null : (
        <span dir="auto" className="line-clamp-2">
          <span className="sr-only">{t('comparison.new')} </span>
          <ins className="compared-new">{next}</ins>
        </span>
      )}
    </>
  );
}
