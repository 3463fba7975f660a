import type { Citation } from '@shared/contract/index';
import { visibleText } from '@shared/visible-text';
import { placeInDocument } from '@shared/words/said';
import { formatPlace } from '../../ui/names';
import { previewWords } from './text/markdown-looks';

interface PassageLinkProps {
  readonly passage: Pick<Citation, 'title' | 'path' | 'headings' | 'pages'>;
  readonly words: string;
  readonly note?: string;
  readonly marker?: number;
  readonly testId: string;
  open(): void;
}

export const PassageLink = ({ passage, words, note, marker, testId, open }: PassageLinkProps) => (
  <li>
    <button
      type="button"
      data-testid={testId}
      onClick={open}
      className="block w-full rounded-sm px-2 py-1.5 text-start text-14 hover:bg-raised"
    >
      <span className="flex items-baseline gap-3">
        {marker === undefined ? null : (
          <span className="tabular shrink-0 text-12 font-semibold text-accent">{marker}</span>
        )}
        <span dir="auto" className="min-w-0 truncate font-medium text-soft">
          {placeInDocument(passage)}
        </span>
        <span className="tabular ml-auto shrink-0 text-12 text-muted">{formatPlace(passage)}</span>
      </span>
      <span dir="auto" className="line-clamp-2 text-muted">
        {visibleText(previewWords(words, passage.path))}
      </span>
      {note === undefined ? null : <span className="content block text-12 text-ink">{note}</span>}
    </button>
  </li>
);
