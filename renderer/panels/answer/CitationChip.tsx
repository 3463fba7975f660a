import type { Citation, CitedSentence, TextSpan } from '@shared/contract/index';
import { visibleText } from '@shared/visible-text';
import { t } from '@shared/words/index';
import { CircleCheck, type LucideIcon, SearchCheck, TriangleAlert } from 'lucide-react';
import { Tooltip } from 'radix-ui';
import { useState } from 'react';
import { useAnswer } from '../../bridge/use-answer';
import { formatPlace } from '../../ui/names';
import { previewWords } from '../source/text/markdown-looks';
import type { MarkerPlace } from './citation-markers';

interface CitationChipProps {
  readonly citation: Citation;
  /** The sentence of the answer around this marker, if known. */
  readonly sentence: CitedSentence | null;
  readonly current: boolean;
  open(place: MarkerPlace): void;
}

/** The look of a marker: the open one, a weak one, one that Vitrine found, or one of the model. */
function lookOf(current: boolean, weak: boolean, found: boolean): string {
  if (current) return 'bg-accent text-on-accent';
  if (weak) return 'border border-dashed border-caution bg-caution-wash text-caution';
  const ground = found ? 'border border-accent' : 'bg-accent-wash';
  return `${ground} text-accent hover:bg-accent hover:text-on-accent`;
}

/**
 * `[Citation N]` as a small numbered label; hover or focus previews what the sentence rests on, Escape takes the preview away, a click
 * opens it. A question mark and a dashed edge where the passage does not hold what it is cited for; an asterisk and an
 * edge without a ground where the model named no source and Vitrine found this one.
 */
export function CitationChip({ citation, sentence, current, open }: CitationChipProps) {
  const pages = formatPlace(citation);
  const { marker, title } = citation;
  const name = pages ? t('chat.citationOnPages', { marker, title, pages }) : t('chat.citation', { marker, title });
  const support = sentence?.support ?? citation.support;
  const weak = support === 'weak';
  const found = (sentence?.origin ?? citation.origin) === 'found';
  const [looked, setLooked] = useState(false);
  const passage = useCitedPassage(citation, sentence, looked);
  return (
    <Tooltip.Root delayDuration={200} onOpenChange={(open) => open && setLooked(true)}>
      <Tooltip.Trigger asChild>
        <button
          type="button"
          data-testid="citation-chip"
          data-support={support}
          data-origin={found ? 'found' : 'model'}
          aria-label={[name, found ? t('chat.found') : '', weak ? t('chat.weakShort') : ''].filter(Boolean).join('. ')}
          onClick={() => open({ marker, sentence })}
          className={`tabular relative -top-px mx-0.5 inline-flex h-5 min-w-5 items-center justify-center rounded-sm px-1 align-middle font-sans text-12 font-semibold transition-colors duration-120 ${lookOf(current, weak, found)}`}
        >
          {marker}
          {found ? <span aria-hidden>*</span> : null}
          {weak ? <span aria-hidden>?</span> : null}
        </button>
      </Tooltip.Trigger>
      <Tooltip.Portal>
        <Tooltip.Content
          side="top"
          sideOffset={8}
          collisionPadding={12}
          data-testid="citation-preview"
          className="z-50 w-88 max-w-[calc(100vw-24px)] rounded-md border border-hairline bg-case p-4 text-start shadow-float"
        >
          <span className="flex items-baseline gap-2 text-12 text-muted">
            <span dir="auto" className="min-w-0 truncate font-semibold text-soft">
              {title}
            </span>
            {pages ? <span className="tabular ml-auto shrink-0">{pages}</span> : null}
          </span>
          <span dir="auto" className="mt-2 block min-h-5 font-serif text-14 text-ink">
            {visibleText(previewWords(passage, citation.path))}
          </span>
          {found ? <Remark icon={SearchCheck} tone="text-accent" text={t('chat.found')} /> : null}
          {support ? (
            <Remark
              icon={weak ? TriangleAlert : CircleCheck}
              tone={weak ? 'text-caution' : 'text-muted'}
              text={supportText(weak, sentence?.missingNumbers ?? [])}
            />
          ) : null}
        </Tooltip.Content>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}

interface RemarkProps {
  readonly icon: LucideIcon;
  readonly tone: string;
  readonly text: string;
}

function Remark({ icon: Icon, tone, text }: RemarkProps) {
  return (
    <span className={`mt-3 flex items-start gap-2 border-t border-hairline pt-2 text-12 font-medium ${tone}`}>
      <Icon size={14} aria-hidden className="mt-px shrink-0" />
      <span className="min-w-0">{text}</span>
    </span>
  );
}

function supportText(weak: boolean, missing: readonly string[]): string {
  if (!weak) return t('chat.supported');
  return missing.length > 0 ? t('chat.weakMissing', { numbers: [...missing] }) : t('chat.weak');
}

/**
 * The words of its source that a sentence rests on, asked for when they are looked at. Empty until they are there; the
 * citation's own words where the source no longer has them.
 */
function useCitedPassage(citation: Citation, sentence: CitedSentence | null, looked: boolean): string {
  const spans = ownSpans(citation, sentence);
  const { data, error } = useAnswer('library.chunk', looked && spans ? { chunkId: citation.chunkId } : null);
  if (!spans || error) return citation.snippet;
  return data ? (passageWords(data, spans) ?? citation.snippet) : '';
}

/** So many characters of a passage are previewed; where it goes on is said by an ellipsis. */
const previewLength = 420;
const gap = ' … ';

/**
 * The stretches of the source that a sentence rests on, where the citation's own words are not those already: one
 * passage may carry several sentences, each by other words of it. Null where the citation's words are to be shown.
 */
export function ownSpans(citation: Citation, sentence: CitedSentence | null): readonly TextSpan[] | null {
  const spans = (sentence?.spans ?? []).filter(({ marker }) => marker === citation.marker);
  const [first] = spans;
  if (!first || (spans.length === 1 && first.startChar === citation.startChar)) return null;
  return spans;
}

/**
 * The words of these stretches, in the order of the text. Null if none of them is in the chunk, as after its document
 * was cut again.
 *
 * @param chunk its text and its start in the source, in UTF-16 code units
 */
export function passageWords(
  chunk: { readonly text: string; readonly startChar: number },
  spans: readonly TextSpan[],
): string | null {
  const words = [...spans]
    .sort((a, b) => a.startChar - b.startChar)
    .filter(({ startChar, endChar }) => endChar > chunk.startChar && startChar < chunk.startChar + chunk.text.length)
    .map(({ startChar, endChar }) =>
      chunk.text
        .slice(Math.max(0, startChar - chunk.startChar), endChar - chunk.startChar)
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .filter((part) => part !== '')
    .join(gap);
  if (words === '') return null;
  if (words.length <= previewLength) return words;
  const cut = words.lastIndexOf(' ', previewLength);
  return `${words.slice(0, cut > 0 ? cut : previewLength)} …`;
}
