import { type ConfigurationFigures, evaluationMeasures, type MeasureName } from '@shared/contract/index';
import { t } from '@shared/words/index';
import type { FigureName } from '../../state/evaluation';
import { formatDecimals, formatDuration } from '../../ui/quantities';

const times = ['p50', 'p95', 'p99'] as const;

const isTime = (name: FigureName): name is (typeof times)[number] => times.some((time) => time === name);

/** The times that all of these were measured by: a result that was kept for long has no p99. */
export const timesOf = (configurations: readonly ConfigurationFigures[]) =>
  times.filter((time) => configurations.every(({ latency }) => latency[time] !== undefined));

/** The main measures; a result with other cutoffs shows its deepest of each kind instead. */
const usual: readonly MeasureName[] = ['ndcg@10', 'mrr@10', 'recall@10', 'recall@100', 'p@5'];

const kindOf = (measure: MeasureName) => evaluationMeasures.find((kind) => measure.startsWith(`${kind}@`)) ?? 'ndcg';
const cutoffOf = (measure: MeasureName): number => Number(measure.split('@')[1]);

export function shownMeasures(measured: readonly MeasureName[]): readonly MeasureName[] {
  return evaluationMeasures.flatMap((kind) => {
    const ofKind = measured.filter((measure) => kindOf(measure) === kind);
    const known = usual.filter((measure) => ofKind.includes(measure));
    const deepest = ofKind.toSorted((one, other) => cutoffOf(other) - cutoffOf(one)).slice(0, 1);
    return known.length > 0 ? known : deepest;
  });
}

export function figureOf(figures: ConfigurationFigures, name: FigureName): number {
  return (isTime(name) ? figures.latency[name] : figures.figures[name]) ?? 0;
}

/** The names of the ways with the best rounded figure; none if all are equal. */
export function bestOf(configurations: readonly ConfigurationFigures[], name: FigureName): ReadonlySet<string> {
  const values = configurations.map((one) => figureOf(one, name));
  const best = isTime(name) ? Math.min(...values) : Math.max(...values);
  const winners = configurations.filter((one) => figureText(name, figureOf(one, name)) === figureText(name, best));
  return new Set(winners.length === configurations.length ? [] : winners.map((one) => one.name));
}

/** How long its bar is, 0–1: a measure by its own scale, a time by the slowest that is shown beside it. */
export function barLength(configurations: readonly ConfigurationFigures[], name: FigureName, value: number): number {
  const full = isTime(name) ? Math.max(...configurations.map((one) => figureOf(one, name))) : 1;
  return full > 0 ? Math.min(1, value / full) : 0;
}

export function figureTitle(name: FigureName): string {
  if (isTime(name)) return t(`evaluate.${name}`);
  return t(`evaluate.measures.${kindOf(name)}`, { k: cutoffOf(name) });
}

export function figureHelp(name: FigureName): string {
  if (isTime(name)) return t('evaluate.timeHelp');
  return t(`evaluate.measureHelp.${kindOf(name)}`, { k: cutoffOf(name) });
}

export function figureText(name: FigureName, value: number): string {
  return isTime(name) ? formatDuration(value) : formatDecimals(value, 4);
}

/** How sure one may be that a difference is none of chance, by its p-value at the usual levels of 1 and 5 %. */
export function chanceOf(pValue: number): 'surely' | 'likely' | 'maybe' {
  if (pValue < 0.01) return 'surely';
  return pValue < 0.05 ? 'likely' : 'maybe';
}

/** In how many of how many cases chance alone does it, as a class reads a p-value: `3` of `100`; below 0.001 fewer than 1 of 1,000. */
export function casesOf(pValue: number): { readonly cases: number; readonly of: number } {
  const of = pValue < 0.01 ? 1000 : 100;
  return { cases: Math.max(1, Math.round(pValue * of)), of };
}
