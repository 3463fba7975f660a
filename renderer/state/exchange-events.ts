import type { Citation, StageState } from '@shared/contract/index';
import type { StageId } from '@shared/stage-names';
import type { Exchange } from './exchange';

/** What the engine tells of an answer before it is there, by the request that asked for it. */
export interface ExchangeEvents {
  onToken(requestId: string, token: string): void;
  onCitation(requestId: string, citation: Citation): void;
  onStage(requestId: string, stage: StageId, state: StageState): void;
  onWaiting(requestId: string, seconds: number | null, attempt: number): void;
}

type PatchExchange = (requestId: string, change: (exchange: Exchange) => Partial<Exchange>) => void;

export const exchangeEvents = (patch: PatchExchange): ExchangeEvents => ({
  onToken: (requestId, token) =>
    patch(requestId, (exchange) => ({ streamed: exchange.streamed + token, waiting: null })),
  onWaiting: (requestId, seconds, attempt) => patch(requestId, () => ({ waiting: { seconds, attempt } })),
  // An answer that has arrived has all of its own.
  onCitation: (requestId, citation) =>
    patch(requestId, (exchange) => (exchange.answer ? {} : { citations: [...exchange.citations, citation] })),
  onStage: (requestId, stage, state) =>
    patch(requestId, (exchange) => ({ stages: { ...exchange.stages, [stage]: state } })),
});
