import { useEffect } from 'react';
import { Workspace } from '../app/Workspace';
import { useEvaluation } from '../state/evaluation';
import { t } from '../strings/index';
import { MeasureForm } from './MeasureForm';
import { ResultList } from './ResultList';
import { ResultView } from './ResultView';

/** How good the search is, by questions whose right documents are known. */
export function EvaluateRoom() {
  const { result, load } = useEvaluation();
  useEffect(() => void load(), [load]);
  return (
    <Workspace list={<ResultList />} listLabel={t('evaluate.results')}>
      {result ? <ResultView key={result.evaluationId} result={result} /> : <MeasureForm />}
    </Workspace>
  );
}
