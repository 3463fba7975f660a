import type { Answer, Citation, CitedSentence, GivenPassage } from '@shared/contract/index';
import { backingOf } from '@shared/prompt/answer-backing';
import { t } from '@shared/words/index';
import { listedCitations, placeInDocument, saidBasis } from '@shared/words/said';
import { ChevronRight, Layers } from 'lucide-react';
import { useChat } from '../../state/chat/chat';
import { useShell } from '../../state/shell';
import { Button } from '../../ui/Button';
import { Notices, newsOf } from '../../ui/Notices';
import { disambiguatedTitles, formatPlace } from '../../ui/names';
import { AnswerText } from './AnswerText';
import { FoldedPassages, ReadWords } from './BestPassages';
import type { MarkerPlace } from './citation-markers';
import { Continue, ExchangeActions, isWhyOpen, toggleWhy, useRegenerate } from './ExchangeActions';
import { Workings } from './Workings';

interface AnswerCardProps {
  readonly answer: Answer;
  /** Whether it is with its run and not in a conversation, where it could be asked again. */
  readonly ofRun?: boolean;
  readonly current: number | null;
  open(place: MarkerPlace): void;
}

/** An answer, its support and its passages; below, its actions. */
export function AnswerCard({ answer, ofRun = false, current, open }: AnswerCardProps) {
  const asked = useRegenerate(answer);
  const { news, untold } = useNews(answer);
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
        {answer.outcome === 'answered' && answer.quoted ? <ReadWords words={answer.passages?.[0]?.words} /> : null}
      </div>
      <div className="mt-5 max-w-[68ch] space-y-2 border-t border-hairline pt-3">
        {answer.outcome === 'incomplete' ? (
          <p className="flex flex-wrap items-center gap-x-3 text-14 font-medium text-caution">
            {t('chat.incomplete')}
            {ofRun ? null : <Continue answer={answer} />}
          </p>
        ) : null}
        <Workings answer={answer} ofRun={ofRun} />
        <FoundLine cited={answer.cited} />
        <SupportLine cited={answer.cited} quoted={answer.quoted} />
        <Notices notices={news} asked={ofRun ? undefined : asked} />
        <SourceList
          citations={listedCitations(answer)}
          given={answer.given}
          folded={answer.whole !== undefined}
          current={current}
          open={open}
        />
        {answer.outcome === 'answered' ? (
          <FoldedPassages
            label={t('chat.passagesBehind', { count: answer.passages?.length ?? 0 })}
            passages={(answer.quoted && answer.passages) || []}
          />
        ) : null}
        <ExchangeActions answer={answer} ofRun={ofRun} untold={untold} writer={saidBasis(answer)}>
          <WhyButton answer={answer} label={t('chat.why')} />
        </ExchangeActions>
      </div>
    </div>
  );
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

/** Which of the cited sentences their passages do not carry. */
function SupportLine({ cited, quoted }: { readonly cited: readonly CitedSentence[]; readonly quoted: boolean }) {
  const weak = cited.filter(({ support }) => support === 'weak');
  if (quoted || weak.length === 0) return null;
  return (
    <div data-testid="support" className="content text-12">
      <p className="font-medium text-caution">
        {t('chat.someSupported', { held: cited.length - weak.length, count: cited.length })}
      </p>
      <ul className="mt-1 space-y-1 text-soft">
        {weak.map(({ text, markers, missingNumbers }) => (
          <li key={text} className="border-l border-dashed border-caution pl-2">
            {weakText(text, markers.join(', '), missingNumbers.join(', '))}
          </li>
        ))}
      </ul>
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

/** The news of an answer against the previous one, and the rest, which its menu has. */
export function useNews(answer: Answer): ReturnType<typeof newsOf> {
  const before = useChat(({ exchanges }) => {
    const at = exchanges.findIndex((one) => one.answer?.messageId === answer.messageId);
    const earlier = exchanges.findLast((one, index) => index < at && one.answer && one.answer.way !== 'help');
    return earlier?.answer ?? null;
  });
  return newsOf(shownNotices(answer), before?.notices);
}

/** Without what the line of confidence, or a refusal, says already: only there is a missing source left out. */
export const shownNotices = (answer: Answer): Answer['notices'] => {
  // A count or calculation is not asked of passages.
  const isOfPassages = answer.outcome !== 'nothing' && !answer.census && !answer.whole && !answer.calculation;
  const said = !isOfPassages ? 'out-of-scope' : backingOf(answer) === 'no-source' && 'citation-missing';
  return answer.notices.filter(({ code }) => code !== said);
};

/** So many passages are shown while the answer is on its way. */
const shownAtFirst = 6;

interface SourceListProps extends Pick<AnswerCardProps, 'current' | 'open'> {
  readonly citations: readonly Citation[];
  readonly given?: readonly GivenPassage[] | undefined;
  /** Whether the answer is on its way: its model's passages are shown before it cites any. */
  readonly growing?: boolean;
  /** Whether the citations are one line until a person unfolds it. */
  readonly folded?: boolean;
}

/** The citations of an answer, by their numbers, and folded, its model's other passages. */
export function SourceList({
  citations,
  given = [],
  growing = false,
  folded: isFolded = false,
  ...rest
}: SourceListProps) {
  const cited = new Map(citations.map((citation) => [citation.marker, citation]));
  const passages = [...citations, ...given.filter(({ marker }) => !cited.has(marker))].sort(
    (a, b) => a.marker - b.marker,
  );
  if (passages.length === 0) return null;
  const files = disambiguatedTitles(passages);
  const isShown = ({ marker }: GivenPassage, at: number) =>
    !isFolded && (cited.has(marker) || (growing && at < shownAtFirst));
  const folded = passages.filter((passage, at) => !isShown(passage, at));
  const count = folded.length;
  const row = (passage: GivenPassage) => (
    <SourceRow
      key={passage.marker}
      passage={passage}
      citation={cited.get(passage.marker)}
      file={files.get(passage.documentId)}
      {...rest}
    />
  );
  return (
    <section aria-label={t('chat.sources')} data-testid="sources">
      <ol aria-label={t('chat.sources')} className="-mx-2 empty:hidden">
        {passages.filter(isShown).map(row)}
      </ol>
      {count > 0 ? (
        <details data-testid="given" className="group text-12 text-muted">
          <summary className="flex w-fit list-none items-center gap-2 rounded-sm py-1 hover:text-ink">
            {isFolded
              ? t('chat.sourcesOf', { count })
              : t(count === passages.length ? 'chat.given' : 'chat.givenAlso', { count })}
            <ChevronRight size={14} aria-hidden className="transition-transform duration-120 group-open:rotate-90" />
          </summary>
          <ol className="-mx-2">{folded.map(row)}</ol>
        </details>
      ) : null}
    </section>
  );
}

interface SourceRowProps extends Pick<AnswerCardProps, 'current' | 'open'> {
  readonly passage: GivenPassage;
  readonly citation: Citation | undefined;
  /** Tells it from another document of its title. */
  readonly file: string | undefined;
}

function SourceRow({ passage, citation, file, current, open }: SourceRowProps) {
  const { marker } = passage;
  return (
    <li>
      <button
        type="button"
        data-testid={citation ? 'cited-source' : 'given-source'}
        onClick={() => open({ marker, sentence: null })}
        aria-current={marker === current ? 'true' : undefined}
        className="flex w-full items-baseline gap-3 rounded-sm px-2 py-1 text-left text-14 hover:bg-raised aria-[current=true]:bg-accent-wash"
      >
        <span
          className={`tabular w-4 shrink-0 text-right text-12 ${citation ? 'font-semibold text-accent' : 'text-muted'}`}
        >
          {marker}
          {citation?.origin === 'found' ? <span aria-hidden>*</span> : null}
        </span>
        <span dir="auto" className="min-w-0 truncate text-soft">
          {placeInDocument(passage)}
          {file === undefined ? null : <span className="ml-2 text-12 text-muted">{file}</span>}
        </span>
        {citation?.origin === 'found' ? (
          <span className="shrink-0 text-12 font-medium text-accent">{t('chat.foundShort')}</span>
        ) : null}
        {citation?.support === 'weak' ? (
          <span className="shrink-0 text-12 font-medium text-caution">{t('chat.weakShort')}</span>
        ) : null}
        <span className="tabular ml-auto shrink-0 text-12 text-muted">{formatPlace(passage)}</span>
      </button>
    </li>
  );
}
