import { backingOf } from '@shared/answer-backing';
import type { Answer, CitedSentence } from '@shared/contract/index';
import { Layers, PenLine, Quote } from 'lucide-react';
import { Button } from '../components/Button';
import { Notices } from '../components/Notices';
import { formatDuration } from '../components/quantities';
import { t } from '../strings/index';
import { AnswerText } from './AnswerText';
import { useAskedAgain } from './asked-again';
import { Confidence } from './Confidence';
import { CopyMenu } from './CopyMenu';
import type { MarkerPlace } from './citation-stops';
import { ExchangeActions } from './ExchangeActions';
import { openRunOfAnswer } from './open-run';
import { SourceList } from './SourceList';
import { shownNotices } from './shown-notices';
import { modelName } from './use-chat-models';
import { isWithoutDocuments } from './without-documents';

interface AnswerCardProps {
  readonly answer: Answer;
  readonly current: number | null;
  open(place: MarkerPlace): void;
}

/** An answer with its label: how it was made, how well it is supported, on which passages. */
export function AnswerCard({ answer, current, open }: AnswerCardProps) {
  const asked = useAskedAgain(answer);
  return (
    <div>
      <div data-testid="answer" data-outcome={answer.outcome}>
        <AnswerText
          markdown={answer.answer}
          citations={answer.citations}
          {...(answer.cited ? { cited: answer.cited } : {})}
          current={current}
          open={open}
        />
      </div>
      <div className="mt-5 max-w-[68ch]">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-hairline pt-3">
          <p className="flex items-center gap-2 text-12 font-medium text-soft">
            {answer.quoted ? (
              <>
                <Quote size={14} aria-hidden className="text-accent" />
                {t('chat.quoted')}
              </>
            ) : (
              <>
                <PenLine size={14} aria-hidden className="text-accent" />
                {writerOf(answer)}
              </>
            )}
          </p>
          {answer.outcome === 'incomplete' ? (
            <p className="text-12 font-medium text-caution">{t('chat.incomplete')}</p>
          ) : null}
          <p className="tabular text-12 text-muted">{formatDuration(answer.timings.total)}</p>
          <div className="ml-auto flex items-center">
            <WhyButton runId={answer.runId} label={t('chat.why')} />
            <ExchangeActions answer={answer} />
            <CopyMenu answer={answer} />
          </div>
        </div>
        <div className="mt-2 space-y-2">
          <Confidence answer={answer} />
          <FoundLine cited={answer.cited ?? []} />
          <SupportLine cited={answer.cited ?? []} quoted={answer.quoted} />
          <Notices notices={shownNotices(answer)} asked={asked} foldsUsual />
          {answer.citations.length > 0 ? (
            <SourceList citations={answer.citations} current={current} open={open} />
          ) : null}
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
        {supportText(cited.length - weak.length, cited.length)}
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

function supportText(held: number, all: number): string {
  return held === all ? t('chat.allSupported', { count: all }) : t('chat.someSupported', { held, count: all });
}

function weakText(text: string, markers: string, missing: string): string {
  return missing === ''
    ? t('chat.weakSentence', { text, markers })
    : t('chat.weakSentenceMissing', { text, markers, missing });
}

interface WhyButtonProps {
  readonly runId: string | null;
  readonly label: string;
  /** Says more than the words in sight where they say little alone; begins with them. */
  readonly name?: string;
}

/** Opens the run behind an answer in Stages, with its prompt in the inspector. */
export function WhyButton({ runId, label, name }: WhyButtonProps) {
  if (!runId) return null;
  return (
    <Button
      look="ghost"
      data-testid="why"
      aria-label={name}
      icon={<Layers size={14} aria-hidden />}
      onClick={() => openRunOfAnswer(runId)}
    >
      {label}
    </Button>
  );
}
