import type { Survey } from '@shared/contract/index';
import { t } from '@shared/words/index';
import { errorLine } from '@shared/words/said';
import { Pause, Play, X } from 'lucide-react';
import { useSurveys } from '../../state/chat/surveys';
import { IconButton } from '../../ui/Button';
import { modelName } from '../../ui/names';
import { formatTimeLeft } from '../../ui/quantities';

/** Surveys in progress, with their progress and actions. */
export function SurveyRows() {
  const { going: all, leaving } = useSurveys();
  const going = all.filter(({ surveyId }) => !leaving.has(surveyId));
  if (going.length === 0) return null;
  return (
    <section
      aria-label={t('survey.rows')}
      data-testid="surveys"
      className="max-h-1/3 shrink-0 divide-y divide-hairline overflow-y-auto border-b border-hairline"
    >
      {going.map((survey) => (
        <SurveyRow key={survey.surveyId} survey={survey} />
      ))}
    </section>
  );
}

function SurveyRow({ survey }: { readonly survey: Survey }) {
  const { surveyId, question, model, state, error, done, total } = survey;
  const { pause, resume, remove } = useSurveys.getState();
  const goes = state === 'running' || state === 'waiting';
  return (
    <div data-testid="survey" data-state={state} className="px-4 py-3">
      <div className="flex items-center gap-1">
        <div className="min-w-0 flex-1">
          <p dir="auto" className="truncate text-14 font-medium" title={question}>
            {question}
          </p>
          <p data-testid="survey-facts" aria-live="polite" className="tabular truncate text-12 text-muted">
            {[modelName(model), ...factsOf(survey)].join(' · ')}
          </p>
        </div>
        <IconButton
          icon={goes ? Pause : Play}
          label={t(goes ? 'app.pause' : 'queue.resume')}
          data-testid={goes ? 'survey-pause' : 'survey-resume'}
          onClick={() => void (goes ? pause : resume)(surveyId)}
        />
        <IconButton icon={X} label={t('survey.end')} data-testid="survey-end" onClick={() => remove(survey)} />
      </div>
      <progress
        aria-label={question}
        value={done}
        max={Math.max(1, total)}
        className="mt-1 block h-0.5 w-full accent-accent"
      />
      {error ? <p className="content mt-1 text-12 text-caution">{errorLine(error)}</p> : null}
    </div>
  );
}

function factsOf({ state, phase, done, total, msLeft }: Survey): string[] {
  const facts = [t('survey.read', { done, count: total })];
  if (state !== 'running') return [t(`survey.states.${state}`), ...facts];
  if (phase === 'writing') return [...facts, t('survey.writing')];
  return [...facts, ...(msLeft === null ? [] : [t('app.timeLeft', { time: formatTimeLeft(msLeft) })])];
}
