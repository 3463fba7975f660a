import type { TextSpan } from '@shared/contract/index';
import { useDeferredValue, useMemo, useState } from 'react';
import { findInText } from './find-in-text';

interface Finding {
  readonly query: string;
  /** Which of the places is looked at. */
  readonly at: number;
}

/** What is looked for within a source, and where it stands; `finding` is null while the bar is closed. */
export function useFind(source: { readonly text: string } | null) {
  const [finding, setFinding] = useState<Finding | null>(null);
  const query = useDeferredValue(finding?.query ?? '');
  const found = useMemo(() => findInText(source?.text ?? '', query), [source, query]);
  const hit: TextSpan | null = finding ? (found.spans[finding.at] ?? null) : null;

  /** To the next place, round and round; says whether there was one to go to. */
  function stepHit(by: 1 | -1): boolean {
    const total = found.spans.length;
    if (!finding || total === 0) return false;
    setFinding({ ...finding, at: (finding.at + by + total) % total });
    return true;
  }

  return { finding, found, hit, setFinding, stepHit };
}
