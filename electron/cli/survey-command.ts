import { type Answer, type EngineEvent, type Survey, surveyReadings } from '@shared/contract';
import { VitrineError } from '@shared/errors';
import { t } from '@shared/words/index';
import { type Command, Option } from 'commander';
import { answerText, decimal, leftText, showOver, table } from './render';
import { addScopeOptions, lookingAt, type ScopeFlags } from './scope-options';
import type { MakeCommand, Session } from './session';
import { badAction } from './usage';

interface SurveyFlags extends ScopeFlags {
  readonly model?: string;
  readonly reading: Survey['reading'];
  readonly measure?: boolean;
}

const actions = ['ask QUESTION', 'estimate QUESTION', 'list', 'resume ID', 'end ID'];

export function addSurveyCommand(command: MakeCommand): void {
  const survey = command('survey [action] [words...]', t('terminal.command.survey', { actions: actions.join(' | ') }))
    .option('--model <provider:model>', t('terminal.option.chatModel'))
    .addOption(new Option('--reading <how>', t('terminal.option.reading')).choices([...surveyReadings]).default('best'))
    .option('--measure', t('survey.measure'));
  addScopeOptions(survey).act(
    async (engine, action: string | undefined, words: string[], flags: SurveyFlags, self: Command) => {
      if (!(await act(engine, action ?? 'list', words, flags))) badAction(self, ['survey', action ?? '', ...words]);
    },
  );
}

/** False for words that name no action. */
async function act(engine: Session, action: string, words: readonly string[], flags: SurveyFlags): Promise<boolean> {
  const [first] = words;
  const { model, reading, measure } = flags;
  if (action === 'list' && words.length === 0) {
    await engine.show('survey.list', {}, listText);
    return true;
  }
  if (first === undefined || words.length > 1) return false;
  const asked = { question: first, model, reading, ...lookingAt(flags) };
  if (action === 'ask') {
    await answered(engine, await engine.request('survey.start', { ...asked, wait: true }, told));
  } else if (action === 'resume') {
    await answered(engine, await engine.request('survey.resume', { surveyId: first, wait: true }, told));
  } else if (action === 'estimate') {
    await engine.show('survey.estimate', { ...asked, measure }, ({ documents, calls, kept, ms, ...tokens }) =>
      [
        [t('quantity.documents', { count: documents }), t('survey.calls', { count: calls })].join(', '),
        t('survey.tokens', { sent: decimal(tokens.promptTokens, 0), back: decimal(tokens.answerTokens, 0) }),
        ...(kept > 0 ? [t('survey.kept', { count: kept })] : []),
        ...(ms === null ? [t('survey.untimed')] : leftText(ms)),
      ].join('\n'),
    );
  } else if (action === 'end') {
    await engine.show('survey.remove', { surveyId: first }, () => t('survey.end'));
  } else return false;
  return true;
}

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
