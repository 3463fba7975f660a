import type { Survey, SurveyEstimate } from '@shared/contract/index';
import { t } from '@shared/words/index';
import { Dialog } from 'radix-ui';
import { useId, useState } from 'react';
import { useAnswer, useSettled } from '../../bridge/use-answer';
import { type SurveyDraft, surveyRequest, useSurveys } from '../../state/chat/surveys';
import { useSettings } from '../../state/settings';
import { askOrSay } from '../../state/undo';
import { Button } from '../../ui/Button';
import { FieldHelp, Form, FormDialog, FormEnd, Select, TextArea } from '../../ui/fields';
import { ErrorNote } from '../../ui/Notices';
import { modelName } from '../../ui/names';
import { formatCount, formatTimeLeft } from '../../ui/quantities';

const estimatedAfterMs = 400;
const leastToldMs = 1000;

export function SurveyDialog() {
  const draft = useSurveys((state) => state.draft);
  const { leave } = useSurveys.getState();
  return (
    <FormDialog testId="survey-dialog" open={draft !== null} close={leave}>
      {draft ? <SurveyForm draft={draft} /> : null}
    </FormDialog>
  );
}

export const useModelName = (): string => {
  return modelName(useSettings((state) => state.report?.fields.chatModel.value) ?? '');
};

function SurveyForm({ draft }: { readonly draft: SurveyDraft }) {
  const { start, leave } = useSurveys.getState();
  const model = useModelName();
  const [question, setQuestion] = useState(draft.question);
  const [reading, setReading] = useState<Survey['reading']>('best');
  const [busy, setBusy] = useState(false);
  const [measuring, setMeasuring] = useState(false);
  const settled = useSettled(question.trim(), estimatedAfterMs);
  const asked = surveyRequest(settled, reading, draft.scope);
  const { data, error, ask, put } = useAnswer('survey.estimate', settled === '' ? null : asked);
  const estimate = error ? null : data;
  const ready = question.trim() !== '' && !busy && error === null && (estimate?.documents ?? 0) > 0;

  async function measure(): Promise<void> {
    setMeasuring(true);
    const told = await askOrSay('survey.estimate', { ...asked, measure: true });
    setMeasuring(false);
    if (told) put(told);
  }

  async function submit(): Promise<void> {
    if (!ready) return;
    setBusy(true);
    await start(question.trim(), reading);
    setBusy(false);
  }

  return (
    <Form submit={() => void submit()} className="flex flex-col gap-4">
      <div>
        <Dialog.Title className="text-16 font-semibold">
          {model === '' ? t('survey.titleWithout') : t('survey.title', { model })}
        </Dialog.Title>
        <Dialog.Description className="mt-1 text-14 text-soft">{t('survey.help')}</Dialog.Description>
      </div>
      <TextArea
        name={t('chat.question')}
        data-testid="survey-question"
        autoFocus
        rows={3}
        value={question}
        maxLength={2000}
        placeholder={t('survey.example')}
        write={setQuestion}
      />
      <ReadingField reading={reading} choose={setReading} />
      <ErrorNote error={error} action={<Button onClick={() => void ask()}>{t('app.retry')}</Button>} />
      {estimate && question.trim() !== '' ? (
        <EstimateNote estimate={estimate} measuring={measuring} measure={() => void measure()} />
      ) : null}
      <FormEnd save={t('survey.start')} saveTestId="survey-start" disabled={!ready} close={leave} />
    </Form>
  );
}

type ReadingFieldProps = Readonly<{ reading: Survey['reading']; choose(reading: Survey['reading']): void }>;

function ReadingField({ reading, choose }: ReadingFieldProps) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="text-14 font-medium">
        {t('survey.reading')}
      </label>
      <Select<Survey['reading']>
        id={id}
        value={reading}
        options={['best', 'whole']}
        nameOf={(one) => t(`survey.readings.${one}`)}
        choose={choose}
        aria-describedby={`${id}-help`}
        className="mt-1 block w-full"
      />
      <FieldHelp id={`${id}-help`}>{t(`survey.readingHelp.${reading}`)}</FieldHelp>
    </div>
  );
}

type EstimateNoteProps = Readonly<{ estimate: SurveyEstimate; measuring: boolean; measure(): void }>;

const EstimateNote = ({ estimate, measuring, measure }: EstimateNoteProps) => (
  <div data-testid="survey-estimate" className="rounded-md bg-raised px-3 py-2 text-14" aria-live="polite">
    <p className="tabular">{estimateText(estimate)}</p>
    {estimate.kept > 0 ? <p className="text-muted">{t('survey.kept', { count: estimate.kept })}</p> : null}
    {estimate.calls > 0 && estimate.ms === null ? (
      <p className="mt-1 flex flex-wrap items-center gap-2 text-muted">
        {t('survey.untimed')}
        <Button data-testid="survey-measure" aria-disabled={measuring} onClick={measure}>
          {t(measuring ? 'survey.measuring' : 'survey.measure')}
        </Button>
      </p>
    ) : null}
  </div>
);

function estimateText({ documents, calls, promptTokens, answerTokens, ms }: SurveyEstimate): string {
  const tokens = { sent: formatCount(promptTokens), back: formatCount(answerTokens) };
  return [
    t('quantity.documents', { count: documents }),
    t('survey.calls', { count: calls }),
    ...(calls > 0 ? [t('survey.tokens', tokens)] : []),
    ...(ms === null || calls === 0 ? [] : [t('survey.about', { time: formatTimeLeft(Math.max(ms, leastToldMs)) })]),
  ].join(' · ');
}
