import type { EngineClient, EngineEvent, RequestOf, Results, RouteName } from '@shared/contract';
import type { ErrorReport } from '@shared/errors';
import type { z } from 'zod';

/** How far a call is, said to a client that asked for it. */
export interface Progress {
  /** Only ever grows. */
  readonly done: number;
  readonly of?: number;
  readonly message: string;
}

/** The engine as one call sees it: its requests end with the call, and their events reach nobody else. */
export interface Calling {
  /** Errors: RequestFailed with the engine's report. */
  request<R extends RouteName>(
    route: R,
    input: RequestOf<R>,
    onEvent?: (event: EngineEvent) => void,
  ): Promise<Results[R]>;
  progress(progress: Progress): void;
  /** The same for another engine, such as one that may change the library. */
  on(engine: EngineClient): Pick<Calling, 'request'>;
}

/** A tool of the server: what it takes is checked by its schema, what it gives is one JSON object. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: z.ZodType;
  /** Whether it leaves the documents, the index and the settings as they are. */
  readonly readsOnly: boolean;
  /** Whether it may ask the language model that is set up, which may be on another computer. */
  readonly asksModel: boolean;
  /** Throws RequestFailed, or VitrineError. */
  run(input: unknown, calling: Calling): Promise<Readonly<Record<string, unknown>>>;
}

/** Ties a tool's work to the type of its own input. */
export function tool<I extends z.ZodType>(
  facts: Omit<Tool, 'input' | 'run'> & {
    readonly input: I;
    run(input: z.output<I>, calling: Calling): Promise<Readonly<Record<string, unknown>>>;
  },
): Tool {
  return { ...facts, run: (input, calling) => facts.run(input as z.output<I>, calling) };
}

/** What the engine answered in a result's place. */
export class RequestFailed extends Error {
  constructor(readonly report: ErrorReport) {
    super(report.message);
  }
}
