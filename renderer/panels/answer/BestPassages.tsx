import type { Answer, ShownPassage } from '@shared/contract/index';
import { unfoldedPassages } from '@shared/prompt/answer-backing';
import { t } from '@shared/words/index';
import { placeInDocument, saidMissing } from '@shared/words/said';
import { ChevronRight } from 'lucide-react';
import { showSource } from '../../state/shell';
import { formatPlace } from '../../ui/names';
import { AnswerText } from './AnswerText';

/** The best passages in the place of an answer: each whole, under its document and heading, the best sentence in bold. */
export function BestPassages({ answer }: { readonly answer: Answer }) {
  const missing = saidMissing(answer);
  const unfolded = unfoldedPassages(answer);
  const more = (answer.passages ?? []).slice(unfolded.length);
  return (
    <section aria-label={t('chat.fromDocuments')} className="max-w-[68ch]">
      <h3 className="text-14 font-semibold text-soft">{t('chat.fromDocuments')}</h3>
      {missing === '' ? null : <p className="content mt-1 text-14 text-caution">{missing}</p>}
      <PassageList passages={unfolded} />
      <FoldedPassages label={t('chat.morePassages', { count: more.length })} passages={more} />
    </section>
  );
}

interface FoldedProps {
  readonly label: string;
  readonly passages: readonly ShownPassage[];
}

/** Passages behind a line that unfolds them. */
export function FoldedPassages({ label, passages }: FoldedProps) {
  if (passages.length === 0) return null;
  return (
    <details data-testid="more-passages" className="group mt-3 text-14 text-muted">
      <summary className="flex w-fit list-none items-center gap-2 rounded-sm py-1 hover:text-ink">
        {label}
        <ChevronRight size={14} aria-hidden className="transition-transform duration-120 group-open:rotate-90" />
      </summary>
      <PassageList passages={passages} />
    </details>
  );
}

function PassageList({ passages }: Pick<FoldedProps, 'passages'>) {
  return (
    <ol className="mt-3 space-y-4">
      {passages.map((passage) => (
        <Passage key={passage.chunkId + passage.startChar} passage={passage} />
      ))}
    </ol>
  );
}

/** The words that a reader takes for the answer. */
export function ReadWords({ words }: Pick<ShownPassage, 'words'>) {
  if (!words) return null;
  return (
    <p data-testid="read-words" dir="auto" className="mt-1 text-12 text-muted">
      {t('chat.readWords', { words })}
    </p>
  );
}

function Passage({ passage }: { readonly passage: ShownPassage }) {
  const { documentId, title, text, best, words, startChar, endChar, pages } = passage;
  const span = { startChar, endChar };
  return (
    <li data-testid="passage" className="border-l-2 border-hairline ps-4">
      <button
        type="button"
        data-testid="passage-source"
        onClick={() => showSource({ documentId, title, span, spans: [span], pages, marker: null })}
        className="-mx-1 flex w-[calc(100%+0.5rem)] items-baseline gap-3 rounded-sm px-1 text-start text-12 text-muted hover:text-ink"
      >
        <span dir="auto" className="min-w-0 truncate font-medium">
          {placeInDocument(passage)}
        </span>
        <span className="tabular ml-auto shrink-0">{formatPlace(passage)}</span>
      </button>
      <div className="best-sentence mt-1">
        <AnswerText
          markdown={text}
          citations={[passage]}
          quoted
          best={best === null ? '' : text.slice(best.start, best.end)}
          current={null}
          open={() => undefined}
        />
      </div>
      <ReadWords words={words} />
    </li>
  );
}
