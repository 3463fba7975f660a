import type { Answer } from '@shared/contract/index';
import { starredFound } from '@shared/found-markers';
import { formatPlace } from '../components/place-words';
import { t } from '../strings/index';

const marker = /\[Citation (\d+\*?)\]/g;

/**
 * An answer as it goes to the clipboard, in Markdown: with its citations as `[1]` and the list of its sources below, or
 * as words alone.
 */
export function copiedAnswer(
  { answer, citations, foundMarkers }: Pick<Answer, 'answer' | 'citations' | 'foundMarkers'>,
  withCitations: boolean,
): string {
  if (!withCitations) return answer.replace(/[ \t]*\[Citation \d+\]/g, '').trim();
  const sources = [...citations]
    .sort((a, b) => a.marker - b.marker)
    .map(
      ({ marker: number, title, pages, path, mime, origin }) =>
        // A Markdown list of its own numbers would count from 1 whatever they are.
        `[${number}${origin === 'found' ? '*' : ''}] ${[title, formatPlace({ pages, path, mime })].filter(Boolean).join(', ')}`,
    );
  const text = starredFound({ answer, foundMarkers }).replace(marker, '[$1]').trim();
  if (foundMarkers?.length) sources.push(`* ${t('chat.found')}`);
  return sources.length === 0 ? text : `${text}\n\n${t('chat.sources')}\n\n${sources.join('\n\n')}`;
}
