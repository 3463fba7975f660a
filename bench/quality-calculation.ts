/**
 * npx tsx bench/quality-calculation.ts: how well questions over tables are answered. Precision and coverage on
 * WikiTableQuestions' sample, on the half that rules and weights were fitted on and on the half they were not; questions
 * over generated sheets; the time of questions of a million rows. `--only wiki`, `--only generated` or `--only speed`.
 */
import { calculationSpeed, type SpeedFigures } from './calculation-speed';
import { cutSheetsQuality, generatedQuality } from './generated-quality';
import { type AnswerFigures, wikiTableQuality } from './wikitable-quality';

export interface CalculationFigures {
  /** Null where there is no sample beside the checkout. */
  readonly fit: AnswerFigures | null;
  readonly report: AnswerFigures | null;
  readonly generated: AnswerFigures | null;
  /** The same sheets, each cut in two that have one column in common. */
  readonly cut: AnswerFigures | null;
  readonly speed: SpeedFigures | null;
}

export async function calculationFigures(only: string | null = null): Promise<CalculationFigures> {
  const wants = (part: string) => only === null || only === part;
  return {
    fit: wants('wiki') ? wikiTableQuality('fit') : null,
    report: wants('wiki') ? wikiTableQuality('report') : null,
    generated: wants('generated') ? generatedQuality() : null,
    cut: wants('generated') ? cutSheetsQuality() : null,
    speed: wants('speed') ? await calculationSpeed() : null,
  };
}

const at = process.argv.indexOf('--only');
if (process.argv[1]?.endsWith('quality-calculation.ts')) {
  void calculationFigures(at < 0 ? null : (process.argv[at + 1] ?? null)).then((figures) => {
    if (figures.fit === null && (at < 0 || process.argv[at + 1] === 'wiki'))
      console.log('skipped: no WikiTableQuestions beside the checkout.');
    console.log(JSON.stringify(figures, null, 2));
  });
}
