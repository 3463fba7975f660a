import type { EvaluationComparison, MeasureName } from '@shared/contract/index';
import type { ErrorReport, Result } from '@shared/errors';
import { useEffect, useState } from 'react';
import { host } from '../state/host';

interface Compared {
  /** Null while it is being compared. */
  readonly comparison: EvaluationComparison | null;
  readonly error: ErrorReport | null;
}

/** Two ways against each other, the second of the other result where one is named; asked anew when any of it changes. */
export function useComparison(
  evaluationId: string,
  before: string,
  after: string,
  afterEvaluationId: string,
  measure: MeasureName | undefined,
): Compared {
  const [answer, setAnswer] = useState<Result<EvaluationComparison> | null>(null);
  useEffect(() => {
    let current = true;
    setAnswer(null);
    void host()
      .request('evaluate.compare', { evaluationId, before, after, afterEvaluationId, ...(measure ? { measure } : {}) })
      .then((next) => {
        if (current) setAnswer(next);
      });
    return () => {
      current = false;
    };
  }, [evaluationId, before, after, afterEvaluationId, measure]);
  return {
    comparison: answer?.ok ? answer.data : null,
    error: answer && !answer.ok ? answer.error : null,
  };
}
