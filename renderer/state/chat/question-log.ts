import type { DamagedLogLine, QaLogEntry } from '@shared/contract/index';
import { t } from '@shared/words/index';
import { host } from '../../bridge/host';
import { slice } from '../slice';
import { saveFile, useToasts } from '../toasts';
import { askOrSay, deleteWithUndo } from '../undo';
import { useChat } from './chat';

const dayMs = 86_400_000;
/** Time, in milliseconds, that the number of deleted lines stays in sight. */
const saidMs = 4000;

/** Characters of a question in a sentence about it. */
const namedLength = 80;

/** A question as a sentence about it names it: its beginning, on one line. */
export function namedQuestion(question: string): string {
  const line = question.trim().replace(/\s+/gu, ' ');
  return line.length > namedLength ? `${line.slice(0, namedLength).trimEnd()}…` : line;
}

type Leaves = (line: DamagedLogLine) => boolean;

const first = {
  /** Deleted lines, before the final deletion. */
  leaving: [] as readonly Leaves[],
  /** Counts deletions: a page is requested again after each. */
  deletions: 0,
};

/** Actions on the log of all questions (C9); its pages are requested by their view. */
export const useQuestionLog = slice(first, (set) => {
  const hiding = (leaves: Leaves) => ({
    hide: () => set((state) => ({ leaving: [...state.leaving, leaves] })),
    show: () =>
      set((state) => ({
        leaving: state.leaving.filter((other) => other !== leaves),
        deletions: state.deletions + 1,
      })),
  });

  return {
    remove({ messageId, question }: QaLogEntry) {
      deleteWithUndo({
        text: t('questionLog.removed', { question: namedQuestion(question) }),
        ...hiding((entry) => entry.messageId === messageId),
        carryOut: () => host().request('chat.deleteLogs', { messageIds: [messageId] }),
      });
    },
    removeDamaged(lines: readonly DamagedLogLine[]) {
      const ids = new Set(lines.map(({ messageId }) => messageId));
      deleteWithUndo({
        text: t('questionLog.removedDamaged', { count: lines.length }),
        ...hiding((line) => ids.has(line.messageId)),
        carryOut: () => host().request('chat.deleteLogs', { messageIds: [...ids] }),
      });
    },
    /** Everything that was asked more than so many days ago, or, with null, until now. */
    async clear(days: number | null) {
      const until = days === null ? await afterNewest() : new Date(Date.now() - days * dayMs).toISOString();
      if (until === null) return;
      deleteWithUndo({
        text: days === null ? t('questionLog.clearedAll') : t('questionLog.clearedOlder', { count: days }),
        ...hiding((entry) => entry.createdAt < until),
        async carryOut() {
          const result = await host().request('chat.deleteLogs', { olderThan: until });
          if (result.ok) {
            const text = t('questionLog.gone', { count: result.data.deleted });
            useToasts.getState().show({ text, life: saidMs });
          }
          return result;
        },
      });
    },
    /** Everything that is kept about use, for good. */
    async deleteFigures() {
      const gone = await askOrSay('insights.delete', {});
      if (!gone) return;
      useChat.getState().forgetRatings();
      set((state) => ({ deletions: state.deletions + 1 }));
      useToasts.getState().show({ text: t('insights.deleted', gone), life: saidMs });
    },
    async save(format: 'json' | 'csv') {
      const file = await askOrSay('chat.exportLogs', { format });
      if (file) saveFile(file);
    },
  };
});

/**
 * The moment that includes all present lines, whatever their clock: questions asked while the deletion can still be
 * undone stay. Null if the log could not be read, which is shown.
 */
async function afterNewest(): Promise<string | null> {
  const newest = await askOrSay('chat.findLogs', { limit: 1 });
  if (!newest) return null;
  const { entries, damaged } = newest;
  const last = Date.parse((entries[0] ?? damaged[0])?.createdAt ?? '');
  return new Date(Number.isNaN(last) ? Date.now() : last + 1).toISOString();
}
