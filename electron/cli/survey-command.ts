import { type Answer, type EngineEvent, type Survey, surveyReadings } from '@shared/contract';
import { VitrineError } from '@shared/errors';
import { t } from '@shared/words/index';
import { Option } from 'commander';
import { answerText, decimal, leftText, showOver, table } from './render';
import { type Actions, addActions, type MakeCommand, type Session } from './session';
import { addScopeOptions, lookingAt, type ScopeFlags } from './usage';

interface SurveyFlags extends ScopeFlags {
  readonly model?: string;
  readonly reading: Survey['reading'];
  readonly measure?: boolean;
}

export function addSurveyCommand(command: MakeCommand): void {
  const survey = command(
    'survey [action] [words...]',
    t('terminal.command.survey', { actions: Object.keys(actions).join(' | ') }),
  )
    .option('--model <provider:model>', t('terminal.option.chatModel'))
    .addOption(new Option('--reading <how>', t('terminal.option.reading')).choices([...surveyReadings]).default('best'))
    .option('--measure', t('survey.measure'));
  addActions(addScopeOptions(survey), actions, { usual: 'list' });
}

const actions: Actions<SurveyFlags> = {
  'ask QUESTION': async ({ engine, flags }, question: string) =>
    answered(engine, await engine.request('survey.start', { ...askedBy(flags, question), wait: true }, told)),
  'estimate QUESTION': ({ engine, flags }, question: string) => {
    const asked = { ...askedBy(flags, question), measure: flags.measure };
    return engine.show('survey.estimate', asked, ({ documents, calls, kept, ms, ...tokens }) =>
      [
        [t('quantity.documents', { count: documents }), t('survey.calls', { count: calls })].join(', '),
        t('survey.tokens', { sent: decimal(tokens.promptTokens, 0), back: decimal(tokens.answerTokens, 0) }),
        ...(kept > 0 ? [t('survey.kept', { count: kept })] : []),
        ...(ms === null ? [t('survey.untimed')] : leftText(ms)),
      ].join('\n'),
    );
  },
  list: ({ engine }) => engine.show('survey.list', {}, listText),
  'resume ID': async ({ engine }, surveyId: string) =>
    answered(engine, await engine.request('survey.resume', { surveyId, wait: true }, told)),
  'end ID': ({ engine }, surveyId: string) => engine.show('survey.remove', { surveyId }, () => t('survey.end')),
};

const askedBy = (flags: SurveyFlags, question: string) => {
  const { model, reading } = flags;
  return { question, model, reading, ...lookingAt(flags) };
};

/** Errors: the obstacle to asking the model; finished notes stay. */
async function answered(engine: Session, { surveyId, answer, error }: Survey): Promise<void> {
  if (process.stderr.isTTY) engine.say('');
  if (error) throw VitrineError.of(error);
  const exchanges = answer ? await engine.request('chat.messages', { conversationId: answer.conversationId }) : [];
  const said: Answer | undefined = exchanges.find(({ messageId }) => messageId === answer?.messageId);
  engine.print(said ?? { surveyId }, () => (said ? answerText(said) : t('terminal.keptAs', { id: surveyId })));
}

function told(event: EngineEvent): void {
  if (event.type !== 'survey.progress') return;
  const { done, total, msLeft } = event.survey;
  showOver([t('survey.read', { done, count: total }), ...leftText(msLeft)].join(', '));
}

function listText(surveys: readonly Survey[]): string {
  if (surveys.length === 0) return t('terminal.survey.none');
  return table(surveys, [
    [t('terminal.column.id'), ({ surveyId }) => surveyId],
    [t('chat.question'), ({ question }) => question],
    [
      t('survey.reading'),
      ({ state, done, total }) =>
        [...(state === 'running' ? [] : [t(`survey.states.${state}`)]), t('survey.read', { done, count: total })].join(
          ', ',
        ),
    ],
  ]);
}
