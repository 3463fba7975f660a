import type { ModelCall } from '@shared/contract';
import type { z } from 'zod';

/** A value for a placeholder: `plain` is our own words, `data` is anybody else's and is fenced. */
export type PromptValue =
  | { readonly plain: string }
  | { readonly data: string }
  /** A numbered list of foreign texts: each under its label, fenced. */
  | { readonly items: readonly { readonly label: string; readonly about?: string; readonly text: string }[] };

export interface AgentQuestion<T> {
  /** One value a placeholder of the template. */
  readonly values: Readonly<Record<string, PromptValue>>;
  /** Closed lists for the `{{name}}` enums of the output schema. */
  readonly choices: Readonly<Record<string, readonly string[]>>;
  /** What the answer must be. Choices outside their lists pass: clamping them is the asker's part. */
  readonly read: z.ZodType<T>;
}

/** `calls` holds what was sent and said, also where nothing came of it. */
export type AgentReply<T> =
  | { readonly ok: true; readonly output: T; readonly calls: readonly ModelCall[] }
  | { readonly ok: false; readonly reason: string; readonly calls: readonly ModelCall[] };

/** Agents on one model, for one request. */
export interface AgentRunner {
  /** `provider:model`. */
  readonly model: string;
  /** Never throws for what a model or server does; throws what the signal carries when it is aborted. */
  ask<T>(agent: string, question: AgentQuestion<T>, signal?: AbortSignal): Promise<AgentReply<T>>;
}
