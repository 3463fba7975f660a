import type { RequestOf, Survey } from '@shared/contract/index';
import { t } from '@shared/words/index';
import { host } from '../../bridge/host';
import { useShell } from '../shell';
import { slice } from '../slice';
import { noticeLife, useToasts } from '../toasts';
import { askOrSay, deleteWithUndo, leavingIn } from '../undo';
import { useChat } from './chat';
import { type ChatScope, everywhere, scopeOfRequest } from './question-draft';

type Reading = Survey['reading'];

/** The survey that is being written. */
export interface SurveyDraft {
  readonly question: string;
  readonly scope: ChatScope;
  /** The conversation that the answer goes on with; null begins one. */
  readonly conversationId: string | null;
}

type Asked = Pick<RequestOf<'survey.start'>, 'question' | 'reading' | 'scope' | 'filters'>;

const first = {
  /** Those that are not over. */
  going: [] as readonly Survey[],
  /** Those that were ended, but not yet for good. */
  leaving: new Set<string>() as ReadonlySet<string>,
  draft: null as SurveyDraft | null,
};

const isGoing = ({ state }: Survey): boolean => state !== 'done';

/** A survey as the engine is asked for it. */
export const surveyRequest = (question: string, reading: Reading, scope: ChatScope): Asked => ({
  question,
  reading,
  ...scopeOfRequest(scope),
});

/** Opens the conversation of a survey that is done, or says where it is if the person looks elsewhere. */
function tellDone(survey: Survey): void {
  const { answer } = survey;
  if (!answer) return;
  const chat = useChat.getState();
  void chat.loadConversations();
  const open = () => {
    useShell.getState().go('chat');
    void useChat.getState().open(answer.conversationId);
  };
  if (useShell.getState().room === 'chat' && chat.conversationId === answer.conversationId) open();
  else
    useToasts.getState().show({
      text: t('survey.done', { question: survey.question }),
      life: noticeLife,
      action: { label: t('survey.open'), run: open },
    });
}

/** Questions that a language model is asked of every document. */
export const useSurveys = slice(first, (set, get) => {
  const put = (survey: Survey) =>
    set(({ going }) => {
      const at = going.findIndex(({ surveyId }) => surveyId === survey.surveyId);
      const others = going.filter(({ surveyId }) => surveyId !== survey.surveyId);
      return { going: isGoing(survey) ? others.toSpliced(at < 0 ? others.length : at, 0, survey) : others };
    });

  return {
    async load() {
      const list = await host().request('survey.list', {});
      if (list.ok) set({ going: list.data.filter(isGoing) });
    },
    begin: (draft: Partial<SurveyDraft>) =>
      set({ draft: { question: '', scope: everywhere, conversationId: null, ...draft } }),
    leave: () => set({ draft: null }),
    /** Goes to the chat, which shows its progress. */
    async start(question: string, reading: Reading) {
      const { draft } = get();
      if (!draft) return;
      const { conversationId, scope } = draft;
      const input = {
        ...surveyRequest(question, reading, scope),
        ...(conversationId === null ? {} : { conversationId }),
      };
      const survey = await askOrSay('survey.start', input);
      if (!survey) return;
      put(survey);
      set({ draft: null });
      useShell.getState().go('chat');
    },
    async pause(surveyId: string) {
      const survey = await askOrSay('survey.pause', { surveyId });
      if (survey) put(survey);
    },
    async resume(surveyId: string) {
      const survey = await askOrSay('survey.resume', { surveyId });
      if (survey) put(survey);
    },
    remove({ surveyId, question }: Survey) {
      deleteWithUndo({
        text: t('survey.ended', { question }),
        ...leavingIn(set, [surveyId]),
        async carryOut() {
          const removed = await host().request('survey.remove', { surveyId });
          if (removed.ok) set(({ going }) => ({ going: going.filter((one) => one.surveyId !== surveyId) }));
          return removed;
        },
      });
    },
    onProgress(survey: Survey) {
      put(survey);
      tellDone(survey);
    },
  };
});
