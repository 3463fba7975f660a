import type { ChatModelsReport } from '@shared/contract/index';
import type { ErrorReport } from '@shared/errors';
import { useCallback, useState } from 'react';
import { host } from '../state/host';

interface ChatModels {
  /** What the servers said last; null before they were asked. */
  readonly report: ChatModelsReport | null;
  readonly error: ErrorReport | null;
  readonly asking: boolean;
  ask(): Promise<void>;
}

/** `provider:model` without its provider; a model's own name may hold colons. */
export const modelName = (id: string): string => id.slice(id.indexOf(':') + 1);

/** The models there are. Servers are asked only when somebody wants to choose, since asking is a connection. */
export function useChatModels(): ChatModels {
  const [report, setReport] = useState<ChatModelsReport | null>(null);
  const [error, setError] = useState<ErrorReport | null>(null);
  const [asking, setAsking] = useState(false);
  const ask = useCallback(async () => {
    setAsking(true);
    const answer = await host().request('models.chat', {});
    setAsking(false);
    if (answer.ok) setReport(answer.data);
    setError(answer.ok ? null : answer.error);
  }, []);
  return { report, error, asking, ask };
}
