import type { Answer, Calculation, Citation } from '@shared/contract/index';
import { t } from '@shared/words/index';
import { ChevronRight, Columns2, FileSpreadsheet, LibraryBig, Map as MapIcon, Table2, TextQuote } from 'lucide-react';
import { useAnswerPending, useChat } from '../../state/chat/chat';
import { openCensus, openComparison, openOverview } from '../../state/chat/opened-answer';
import { scopeOfAnswer } from '../../state/chat/question-draft';
import { useSurveys } from '../../state/chat/surveys';
import { showSource } from '../../state/shell';
import { Button } from '../../ui/Button';
import { CodeBlock } from './markdown/CodeBlock';

interface WorkingsProps {
  readonly answer: Answer;
  /** Whether it is with its run, where nothing can be asked again. */
  readonly ofRun: boolean;
}

/** Shows how an answer came about that rests on no passages, and asks the passages instead. */
export function Workings({ answer, ofRun }: WorkingsProps) {
  const { census, whole, calculation, citations, way } = answer;
  if (way === null || way === 'passages' || way === 'survey') return null;
  return (
    <div className="space-y-2">
      {calculation ? <Steps calculation={calculation} citations={citations} /> : null}
      {ofRun ? null : (
        <div className="-mx-3 flex flex-wrap">
          {census && (census.column !== null || census.found.length > 0) ? (
            <Button
              look="ghost"
              data-testid="census-table"
              icon={Table2}
              onClick={() => void openCensus(answer, census)}
            >
              {t('tables.openAs')}
            </Button>
          ) : null}
          {whole?.kind === 'overview' ? (
            <Button look="ghost" data-testid="open-overview" icon={MapIcon} onClick={() => openOverview(answer, whole)}>
              {t('chat.overview.open')}
            </Button>
          ) : null}
          {whole?.kind === 'comparison' && whole.documentIds.length === 2 ? (
            <Button look="ghost" data-testid="open-comparison" icon={Columns2} onClick={() => openComparison(whole)}>
              {t('chat.comparison.open')}
            </Button>
          ) : null}
          <FromPassages answer={answer} />
          {census || whole?.kind === 'overview' ? <FromEvery answer={answer} /> : null}
        </div>
      )}
    </div>
  );
}

/** Asks the same once more, of the passages that are nearest: a version beside this one. */
export function FromPassages({ answer }: { readonly answer: Answer }) {
  const waits = useAnswerPending();
  const resend = useChat((state) => state.resend);
  return (
    <Button
      look="ghost"
      data-testid="from-passages"
      icon={TextQuote}
      aria-disabled={waits}
      onClick={() => void resend(answer, answer.question, { asPassages: true })}
    >
      {t('chat.census.fromPassages')}
    </Button>
  );
}

/** Asks a language model the same of each of the documents that were looked at. A private conversation keeps nothing. */
function FromEvery({ answer }: { readonly answer: Answer }) {
  const isPrivate = useChat((state) => state.isPrivate);
  if (isPrivate) return null;
  const { question, conversationId } = answer;
  return (
    <Button
      look="ghost"
      data-testid="survey-from-answer"
      icon={LibraryBig}
      onClick={() => useSurveys.getState().begin({ question, conversationId, scope: scopeOfAnswer(answer) })}
    >
      {t('survey.ask')}
    </Button>
  );
}

interface StepsProps {
  readonly calculation: Calculation;
  readonly citations: readonly Citation[];
}

/** The calculation with its table, in words and as SQL. */
function Steps({ calculation, citations }: StepsProps) {
  const { steps, sql } = calculation;
  return (
    <details data-testid="calculation" className="group content text-14">
      <summary className="flex w-fit list-none items-center gap-2 rounded-sm py-1 text-muted hover:text-ink">
        {t('chat.calculation.how')}
        <ChevronRight size={14} aria-hidden className="transition-transform duration-120 group-open:rotate-90" />
      </summary>
      <ol className="mt-1 list-decimal space-y-0.5 ps-6 text-soft marker:text-muted">
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <p className="mt-4 text-12 text-muted">{t('chat.calculation.sql')}</p>
      <div className="prose mt-1 mb-2">
        <CodeBlock code={sql} language="sql" />
      </div>
      <Button
        look="ghost"
        data-testid="calculation-source"
        icon={FileSpreadsheet}
        className="-ml-3 max-w-full"
        onClick={() => openTable(calculation, citations)}
      >
        <span className="truncate">
          {t('chat.calculation.place', { title: [calculation.title, calculation.cells ?? []].flat().join(', ') })}
        </span>
      </Button>
    </details>
  );
}

/** Opens the document at the rows that went in. */
function openTable({ documentId, title, page }: Calculation, citations: readonly Citation[]): void {
  const spans = citations
    .filter((citation) => citation.documentId === documentId)
    .map(({ startChar, endChar }) => ({ startChar, endChar }));
  const pages = page === null ? [] : [page];
  showSource({ documentId, title, span: spans[0] ?? null, spans, pages, marker: null });
}
