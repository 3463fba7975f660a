import type { Citation, CitedSentence } from '@shared/contract/index';
import { useEffect, useState } from 'react';
import { host } from '../state/host';
import { ownSpans, passageWords } from './cited-passage';

/**
 * The words of its source that a sentence rests on, asked for when they are looked at. Empty until they are there; the
 * citation's own words where the source no longer has them.
 */
export function useCitedPassage(citation: Citation, sentence: CitedSentence | null, looked: boolean): string {
  const [passage, setPassage] = useState('');
  useEffect(() => {
    const spans = looked ? ownSpans(citation, sentence) : null;
    if (!spans) return;
    let current = true;
    void host()
      .request('library.chunk', { chunkId: citation.chunkId })
      .then((result) => {
        if (current) setPassage((result.ok ? passageWords(result.data, spans) : null) ?? citation.snippet);
      });
    return () => {
      current = false;
    };
  }, [citation, sentence, looked]);
  return ownSpans(citation, sentence) ? passage : citation.snippet;
}
