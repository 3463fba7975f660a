import type { Answer, Citation, CitedSentence } from '@shared/contract/index';
import { backingOf } from '@shared/prompt/answer-backing';
import { visibleText } from '@shared/visible-text';
import { t } from '@shared/words/index';
import { Layers, PenLine, Quote } from 'lucide-react';
import { previewWords } from '../../../panels/source/text/markdown-looks';
import { useShell } from '../../../state/shell';
import { Button } from '../../../ui/Button';
import { Notices } from '../../../ui/Notices';
import { disambiguatedTitles, formatPlace } from '../../../ui/names';
import { formatDuration } from '../../../ui/quantities';
import { modelName } from '../chat-models';
import { AnswerText } from './AnswerText';
import { Confidence, isWithoutDocuments } from './Confidence';
import { citationStops, type MarkerPlace } from './citation-markers';
import { CopyMenu, ExchangeActions, isWhyOpen, toggleWhy, useRegenerate } from './ExchangeActions';

interface AnswerCardProps {
  readonly answer: Answer;
  /** Whether it stands with its run and not in a conversation, where it could be asked again. */
  readonly ofRun?: boolean;
  readonly current: number | null;
  open(place: MarkerPlace): void;
}

/** An answer with its label: how it was made, how well it is supported, on which passages. */
export function AnswerCard({ answer, ofRun = false, current, open }: AnswerCardProps) {
  const asked = useRegenerate(answer);
  const Writer = answer.quoted ? Quote : PenLine;
  return (
    <div>
      <div data-testid="answer" data-outcome={answer.outcome}>
        <AnswerText
          markdown={answer.answer}
          citations={answer.citations}
          cited={answer.cited}
          quoted={answer.quoted}
          current={current}
          open={open}
        />
      </div>
      <div className="mt-5 max-w-[68ch]">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-hairline pt-3">
          <p className="flex items-center gap-2 text-12 font-medium text-soft">
            <Writer size={14} aria-hidden className="text-accent" />
            {answer.quoted ? t('chat.quoted') : writerOf(answer)}
          </p>
          {answer.outcome === 'incomplete' ? (
            <p className="text-12 font-medium text-caution">{t('chat.incomplete')}</p>
          ) : null}
          <p className="tabular text-12 text-muted">{formatDuration(answer.timings.total)}</p>
          <div className="ml-auto flex items-center">
            {ofRun ? null : (
              <>
                <WhyButton answer={answer} label={t('chat.why')} />
                <ExchangeActions answer={answer} />
              </>
            )}
            <CopyMenu answer={answer} />
          </div>
        </div>
        <div className="mt-2 space-y-2">
          <Confidence answer={answer} />
          <FoundLine cited={answer.cited} />
          <SupportLine cited={answer.cited} quoted={answer.quoted} />
          <Notices notices={shownNotices(answer)} asked={ofRun ? undefined : asked} foldsUsual />
          <SourceList answer={answer} current={current} open={open} />
        </div>
      </div>
    </div>
  );
}

/** Who wrote it, and what from: an answer that names no passage is not said to come from the documents. */
function writerOf(answer: Answer): string {
  const model = modelName(answer.model ?? '');
  if (isWithoutDocuments(answer)) return t('chat.writtenAlone', { model });
  const backing = backingOf(answer);
  return t(backing === 'no-source' || backing === 'no-room' ? 'chat.writtenBare' : 'chat.written', { model });
}

/** For how many sentences the model named no source and one was found. */
function FoundLine({ cited }: { readonly cited: readonly CitedSentence[] }) {
  const count = cited.filter(({ origin }) => origin === 'found').length;
  if (count === 0) return null;
  return (
    <p data-testid="found-sources" className="content text-12 text-muted">
      {t('chat.foundLine', { count })}
    </p>
  );
}

/** How many of the cited sentences their passages carry, and which they do not. */
function SupportLine({ cited, quoted }: { readonly cited: readonly CitedSentence[]; readonly quoted: boolean }) {
  if (quoted || cited.length === 0) return null;
  const weak = cited.filter(({ support }) => support === 'weak');
  return (
    <div data-testid="support" className="content text-12">
      <p className={weak.length > 0 ? 'font-medium text-caution' : 'text-muted'}>
        {weak.length > 0
          ? t('chat.someSupported', { held: cited.length - weak.length, count: cited.length })
          : t('chat.allSupported', { count: cited.length })}
      </p>
      {weak.length > 0 ? (
        <ul className="mt-1 space-y-1 text-soft">
          {weak.map(({ text, markers, missingNumbers }) => (
            <li key={text} className="border-l border-dashed border-caution pl-2">
              {weakText(text, markers.join(', '), missingNumbers.join(', '))}
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}

function weakText(text: string, markers: string, missing: string): string {
  return missing === ''
    ? t('chat.weakSentence', { text, markers })
    : t('chat.weakSentenceMissing', { text, markers, missing });
}

interface WhyButtonProps {
  readonly answer: Answer;
  readonly label: string;
  /** Says more than the words in sight where they say little alone; begins with them. */
  readonly name?: string;
}

/** Opens beside the conversation why the answer is what it is; one without a run has no reasons. */
export function WhyButton({ answer, label, name }: WhyButtonProps) {
  const open = useShell((state) => isWhyOpen(state.sidePanels.chat, answer.messageId));
  if (!answer.runId) return null;
  return (
    <Button
      look="ghost"
      data-testid="why"
      aria-label={name}
      aria-expanded={open}
      icon={Layers}
      onClick={() => toggleWhy(answer)}
    >
      {label}
    </Button>
  );
}

/** Without what the line of confidence says already: only there is a missing source left out. */
export const shownNotices = (answer: Answer): Answer['notices'] =>
  backingOf(answer) === 'no-source' ? answer.notices.filter(({ code }) => code !== 'citation-missing') : answer.notices;

/** What is nearest where nothing answers: passages to look at, without numbers, since nothing cites them; else what there is. */
export function NearestList({ answer: { nearest = [], suggestions, messageId } }: { readonly answer: Answer }) {
  if (nearest.length === 0) {
    return suggestions.length === 0 ? null : (
      <p className="content mt-2 text-14 text-muted">{`${t('chat.tryInstead')}: ${suggestions.join(' · ')}`}</p>
    );
  }
  const open = (at: number) =>
    useShell.getState().showSidePanel({ kind: 'source', stops: citationStops(nearest, null, messageId), at });
  return (
    <section className="mt-4">
      <h3 className="text-12 text-muted">{t('chat.nearest')}</h3>
      <ul className="-mx-2 mt-1">
        {nearest.map((passage, at) => (
          <li key={passage.chunkId}>
            <button
              type="button"
              data-testid="nearest"
              onClick={() => open(at)}
              className="block w-full rounded-sm px-2 py-1.5 text-start text-14 hover:bg-raised"
            >
              <span className="flex items-baseline gap-3">
                <span dir="auto" className="min-w-0 truncate font-medium text-soft">
                  {placeInDocument(passage)}
                </span>
                <span className="tabular ml-auto shrink-0 text-12 text-muted">{formatPlace(passage)}</span>
              </span>
              <span dir="auto" className="line-clamp-2 text-muted">
                {visibleText(previewWords(passage.snippet, passage.path))}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function SourceList({ answer: { citations }, current, open }: AnswerCardProps) {
  if (citations.length === 0) return null;
  const sorted = [...citations].sort((a, b) => a.marker - b.marker);
  const files = disambiguatedTitles(citations);
  return (
    <ol aria-label={t('chat.sources')} className="-mx-2">
      {sorted.map((citation) => (
        <li key={citation.marker}>
          <button
            type="button"
            onClick={() => open({ marker: citation.marker, sentence: null })}
            aria-current={citation.marker === current ? 'true' : undefined}
            className="flex w-full items-baseline gap-3 rounded-sm px-2 py-1 text-left text-14 hover:bg-raised aria-[current=true]:bg-accent-wash"
          >
            <span className="tabular w-4 shrink-0 text-right text-12 font-semibold text-accent">
              {citation.marker}
              {citation.origin === 'found' ? <span aria-hidden>*</span> : null}
            </span>
            <span dir="auto" className="min-w-0 truncate text-soft">
              {placeInDocument(citation)}
              {files.has(citation.documentId) ? (
                <span className="ml-2 text-12 text-muted">{files.get(citation.documentId)}</span>
              ) : null}
            </span>
            {citation.origin === 'found' ? (
              <span className="shrink-0 text-12 font-medium text-accent">{t('chat.foundShort')}</span>
            ) : null}
            {citation.support === 'weak' ? (
              <span className="shrink-0 text-12 font-medium text-caution">{t('chat.weakShort')}</span>
            ) : null}
            <span className="tabular ml-auto shrink-0 text-12 text-muted">{formatPlace(citation)}</span>
          </button>
        </li>
      ))}
    </ol>
  );
}

/** The title and the section; a page's own title that stands over all of it is said by the title, also as its first line. */
function placeInDocument({ title, headings }: Citation): string {
  const section = headings.at(-1);
  if (section === undefined) return title;
  const isTitle = section === title || (headings.length === 1 && `${title} `.startsWith(`${section} `));
  return isTitle ? title : `${title} › ${section}`;
}
