import { z } from 'zod';
import type { Band, Outcome } from './chat';
import { id, moment, route } from './values';

export const outcomes = ['answered', 'passages', 'nothing', 'incomplete'] as const satisfies readonly Outcome[];
export const bands = ['high', 'medium', 'low', 'very-low'] as const satisfies readonly Band[];

export const logFacts = {
  outcome: z.enum(outcomes).optional(),
  band: z.enum(bands).optional(),
  /** Null: answers that no model wrote. */
  model: z.string().min(1).max(200).nullable().optional(),
  notice: z.string().min(1).max(100).optional(),
  helpful: z.boolean().optional(),
} as const;

export const insightsRequests = {
  /** Figures over the log, from `since` on and before `before` (ISO 8601); days are those of this computer's clock. */
  'insights.get': route<InsightsReport>()({ since: moment.optional(), before: moment.optional() }),
  /** Deletes every figure about use: the log, ratings, opened citations, counters. */
  'insights.delete': route<{ readonly questions: number; readonly ratings: number; readonly opened: number }>()({}),
  /** Whether an answer was helpful; null takes it back. */
  'chat.rate': route<{ readonly helpful: boolean | null }>()({ messageId: id, helpful: z.boolean().nullable() }),
  /** A citation of this answer was opened: counted where figures are kept. */
  'chat.opened': route<{ readonly counted: boolean }>()({ messageId: id }),
} as const;

export const timedSteps = ['retrieval', 'rerank', 'gate', 'firstToken', 'answer', 'total'] as const;
export type TimedStep = (typeof timedSteps)[number];

/** Milliseconds, by the nearest rank. */
export type StepTimes = Readonly<Record<'count' | 'p50' | 'p95' | 'p99', number>>;

export interface ModelUse {
  /** Null: quoted answers. */
  readonly model: string | null;
  readonly answers: number;
  readonly promptTokens: number;
  readonly answerTokens: number;
  readonly uncounted: number;
  /** In the person's own currency; null without a price. */
  readonly cost: number | null;
  readonly helpful: number;
  readonly notHelpful: number;
}

export interface DayOfUse {
  /** YYYY-MM-DD. */
  readonly day: string;
  readonly questions: number;
  readonly answered: number;
  readonly unanswered: number;
  readonly helpful: number;
  readonly notHelpful: number;
  readonly promptTokens: number;
  readonly answerTokens: number;
}

export interface InsightsReport {
  /** Greetings too. */
  readonly questions: number;
  readonly outcomes: Readonly<Record<Outcome, number>>;
  readonly bands: Readonly<Record<Band, number>>;
  readonly steps: Readonly<Record<TimedStep, StepTimes | null>>;
  readonly models: readonly ModelUse[];
  readonly sessions: { readonly count: number; readonly longest: number };
  readonly feedback: {
    readonly helpful: number;
    readonly notHelpful: number;
    /** Answers that cite, and those of which a citation was opened. */
    readonly citing: number;
    readonly looked: number;
    readonly opened: number;
  };
  readonly notices: readonly { readonly code: string; readonly count: number }[];
  readonly days: readonly DayOfUse[];
}
