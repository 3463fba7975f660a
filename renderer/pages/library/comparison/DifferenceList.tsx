import type { DocumentComparison } from '@shared/contract/index';
import { visibleText } from '@shared/visible-text';
import { t } from '@shared/words/index';
import { Calendar, Hash, type LucideIcon, MoveVertical, Type } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { formatCount } from '../../../ui/quantities';
import { type ComparedStop, shortText } from './compared-rows';

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

export function DifferenceList({ stops, texts, at, choose }: DifferenceListProps) {
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
