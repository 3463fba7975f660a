import type { LanguageCode } from '../../languages';
import type { Plan } from '../plans/plan';
import { columnsInPlan } from '../plans/plan-text';
import type { TypedTable } from '../tables/typed-table';
import { Comparisons } from './comparisons';
import { draftConfidence, featuresOf, isSure } from './confidence';
import { Counts } from './counts';
import type { AskedQuestion, PlanDraft } from './draft';
import { type JoinedTable, joinedTables } from './joined-tables';
import { mentionsIn } from './mentions';
import { Neighbours } from './neighbours';
import { Superlatives } from './superlatives';
import { type TableWords, tableWords } from './table-words';
import { type Lexicon, lexiconOf, questionLanguage, readLanguages, tokens } from './words';

export type UnsureReason = 'no-table' | 'no-question' | 'not-understood' | 'not-sure';

export type Reading =
  | {
      readonly kind: 'plan';
      readonly plan: Plan;
      readonly confidence: number;
      readonly table: number;
      readonly form: string;
    }
  | {
      readonly kind: 'unsure';
      readonly reason: UnsureReason;
      readonly table: number;
      readonly nearest: readonly number[];
      readonly confidence: number;
    };

const mostNearest = 5;

/** The most likely plan of a question over the tables. `language` (ISO 639-3) is detected where it is not given. */
export function readQuestion(question: string, tables: readonly TypedTable[], language?: string): Reading {
  const isBlank = question.trim() === '';
  const drafts = isBlank ? [] : tables.map((table, at) => ({ table: at, ...bestOf(question, table, language) }));
  const [best] = drafts.sort((a, b) => Number(b.isSure) - Number(a.isSure) || b.confidence - a.confidence);
  if (!best) {
    const reason = isBlank && tables.length > 0 ? 'no-question' : 'no-table';
    return { kind: 'unsure', reason, table: 0, nearest: [], confidence: 0 };
  }
  const { draft, table, confidence, reader } = best;
  if (draft && best.isSure) return { kind: 'plan', plan: draft.plan, confidence, table, form: draft.form };
  const isNear = draft !== null && draft.rows.length > 0 && draft.rows.length <= mostNearest;
  return {
    kind: 'unsure',
    reason: draft ? 'not-sure' : 'not-understood',
    table,
    nearest: isNear ? draft.rows : nearestRows(reader),
    confidence,
  };
}

/** The plan of a question over two tables, one of which names rows of the other. */
interface JoinedReading extends Omit<JoinedTable, 'table'> {
  readonly plan: Plan;
  readonly confidence: number;
}

/** The surest plan of a question that needs two of these whole tables; null where one table answers as surely (`alone`). */
export function readJoinedQuestion(
  question: string,
  tables: readonly TypedTable[],
  alone: Reading,
  language?: string,
): JoinedReading | null {
  const found = joinedTables(tables).flatMap(({ left, right, join, table }): JoinedReading[] => {
    const { draft, isSure: sure, confidence } = bestOf(question, table, language);
    const width = tables[left]?.columns.length ?? 0;
    const columns = draft ? [...columnsInPlan(draft.plan)] : [];
    // A count names no column of its own: it is the first table's rows that are counted.
    const isOfLeft = draft?.plan.answer.do === 'count' || columns.some((at) => at < width);
    return draft && sure && isOfLeft && columns.some((at) => at >= width)
      ? [{ left, right, join, plan: { join, ...draft.plan }, confidence }]
      : [];
  });
  const [best] = found.sort((a, b) => b.confidence - a.confidence);
  return best && !(alone.kind === 'plan' && alone.confidence >= best.confidence) ? best : null;
}

function bestOf(question: string, table: TypedTable, language: string | undefined) {
  const reader = askedQuestionOf(question, table, language);
  const [best] = draftsOf(reader);
  const isMeant = best !== undefined && isSure(best.features, best.confidence);
  return { reader, draft: best?.draft ?? null, confidence: best?.confidence ?? 0, isSure: isMeant };
}

export function askedQuestionOf(question: string, table: TypedTable, language: string | undefined): AskedQuestion {
  const code = readLanguages.find((one): one is LanguageCode => one === language) ?? questionLanguage(question);
  const lexicon = lexiconOf(code);
  return askedQuestion(question.slice(0, 1000), tableWords(table, lexicon), lexicon);
}

/** Drafts with their confidence. The first form that fits leads; another has to be clearly likelier. */
export function draftsOf(
  reader: AskedQuestion,
): { draft: PlanDraft; confidence: number; features: Record<string, number> }[] {
  return draftsFor(reader)
    .map((draft) => {
      const features = featuresOf(draft, reader);
      return { draft, features, confidence: draftConfidence(features) };
    })
    .sort((a, b) => b.confidence - a.confidence);
}

/** Rows whose cells the question names, those with most of its words first. */
function nearestRows(reader: AskedQuestion): number[] {
  const scores = new Map<number, number>();
  for (const mention of reader.mentions) {
    if (mention.type !== 'value') continue;
    const rows = new Set(mention.options.flatMap(({ cells }) => cells.flatMap((cell) => cell.rows)));
    for (const row of rows) scores.set(row, (scores.get(row) ?? 0) + mention.length / Math.sqrt(rows.size));
  }
  return [...scores]
    .sort((a, b) => b[1] - a[1] || a[0] - b[0])
    .slice(0, mostNearest)
    .map(([row]) => row);
}

function askedQuestion(text: string, words: TableWords, lexicon: Lexicon): AskedQuestion {
  const question = tokens(text, lexicon);
  return { question, mentions: mentionsIn(question, words, lexicon), words, lexicon };
}

/** Possible meanings of a question, the best fitting forms first. */
function draftsFor(asked: AskedQuestion): PlanDraft[] {
  if (asked.words.rowCount === 0) return [];
  return [new Comparisons(asked), new Neighbours(asked), new Superlatives(asked), new Counts(asked)].flatMap((forms) =>
    forms.drafts(),
  );
}
