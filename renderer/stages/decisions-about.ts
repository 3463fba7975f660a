import type { Run, StageDecision } from '@shared/contract/index';
import type { StageId } from '@shared/stage-names';
import { t } from '../strings/index';

export interface StageAndDecision {
  readonly stage: StageId;
  readonly decision: StageDecision;
}

/** What the stages that are done decided about one chunk, in their order. */
export function decisionsAbout(run: Run, chunkId: string): readonly StageAndDecision[] {
  return run.stages
    .filter(({ state }) => state === 'done')
    .flatMap(({ stage, decisions }) =>
      decisions.filter(({ subject }) => subject === chunkId).map((decision) => ({ stage, decision })),
    );
}

const known = {
  keep: 'keep',
  drop_irrelevant: 'drop_irrelevant',
  drop_duplicate: 'drop_duplicate',
  drop_conflict: 'drop_conflict',
  dropped: 'dropped',
  recalled: 'recalled',
  unknown: 'unknown',
  restated: 'restated',
  estimated: 'estimated',
  'counted exactly': 'counted',
  'not used': 'notUsed',
  'line refused': 'lineRefused',
  'follow-up': 'followUp',
  expanded: 'expanded',
  'counts less': 'countsLess',
} as const;

const isKnown = (decision: string): decision is keyof typeof known => Object.hasOwn(known, decision);

const subjects = { '(text without header)': 'noHeader', 'vector lane': 'vectorLane', relevance: 'relevance' } as const;

const isNamed = (subject: string): subject is keyof typeof subjects => Object.hasOwn(subjects, subject);

/** What a decision is about, where it is neither a chunk nor a name of the prompt's own. */
export const subjectText = (subject: string): string =>
  isNamed(subject) ? t(`journey.${subjects[subject]}`) : subject;

/** A decision in words; a value that a stage chose stays as it is. */
export function decisionText(decision: string): string {
  if (decision === '(empty)') return t('inspector.emptyValue');
  return isKnown(decision) ? t(`journey.decisions.${known[decision]}`) : decision;
}
