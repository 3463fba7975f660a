import type { OverviewTopic } from '@shared/contract/index';
import { t } from '@shared/words/index';

/** Shapes around 0, about 1 large: with the colours, which have no number in common with them, 40 topics differ. */
const shapes = [
  'M1 0A1 1 0 1 1-1 0A1 1 0 1 1 1 0Z',
  'M-.88-.88H.88V.88H-.88Z',
  'M0-1.2L1.1.75H-1.1Z',
  'M0-1.25L1.25 0L0 1.25L-1.25 0Z',
  'M-.42-1.15H.42V-.42H1.15V.42H.42V1.15H-.42V.42H-1.15V-.42H-.42Z',
] as const;

const wordsNamed = 3;

/** As many as overview.css has. */
export const topicColours = 8;

export const shapeOf = (topic: number): string => shapes[topic % shapes.length] ?? shapes[0];
export const colourOf = (topic: number): string => `var(--topic-${topic % topicColours})`;

export const TopicMark = ({ topic }: { readonly topic: number }) => (
  <span className="inline-flex shrink-0" style={{ color: colourOf(topic) }}>
    <svg viewBox="-1.3 -1.3 2.6 2.6" aria-hidden className="size-3.5">
      <path d={shapeOf(topic)} fill="currentColor" />
    </svg>
  </span>
);

export const topicName = ({ label }: Pick<OverviewTopic, 'label'>): string =>
  label.length === 0 ? t('overview.unnamed') : label.slice(0, wordsNamed).join(' · ');
