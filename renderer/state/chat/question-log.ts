import type { DamagedLogLine, QaLogEntry } from '@shared/contract/index';
import { t } from '@shared/words/index';
import { create } from 'zustand';
import { host } from '../../bridge/host';
import { saveFile, useToasts } from '../toasts';
import { askOrSay, deleteWithUndo } from '../undo';

const dayMs = 86_400_000;
/** How long, in milliseconds, the number of what was deleted stays in sight. */
const saidMs = 4000;

/** Characters of a question that stand in a sentence about it. */
const namedLength = 80;

/** A question as a sentence about it names it: its beginning, on one line. */
export function namedQuestion(question: string): string {
  const line = question.trim().replace(/\s+/gu, ' ');
  return line.length > namedLength ? `${line.slice(0, namedLength).trimEnd()}…` : line;
}

type Leaves = (line: DamagedLogLine) => boolean;

interface QuestionLogState {
  /** What is deleted, but not yet for good. */
  readonly leaving: readonly Leaves[];
  /** Counts deletions, so that a page is asked for again after each. */
  readonly deletions: number;
  remove(entry: QaLogEntry): void;
  removeDamaged(lines: readonly DamagedLogLine[]): void;
  /** Everything that was asked more than so many days ago, or, with null, until now. */
  clear(days: number | null): Promise<void>;
  save(format: 'json' | 'csv'): Promise<void>;
}

/** What is being done with the log of all questions (C9); its pages are asked for where they are shown. */
export const useQuestionLog = create<QuestionLogState>((set) => {
  const hiding = (leaves: Leaves) => ({
    hide: () => set((state) => ({ leaving: [...state.leaving, leaves] })),
    show: () =>
      set((state) => ({
        leaving: state.leaving.filter((other) => other !== leaves),
        deletions: state.deletions + 1,
      })),
  });

  return {
    leaving: [],
    deletions: 0,
    remove({ messageId, question }) {
      deleteWithUndo({
        text: t('questionLog.removed', { question: namedQuestion(question) }),
        ...hiding((entry) => entry.messageId === messageId),
        carryOut: () => host().request('chat.deleteLogs', { messageIds: [messageId] }),
      });
    },
    removeDamaged(lines) {
      const ids = new Set(lines.map(({ messageId }) => messageId));
      deleteWithUndo({
        text: t('questionLog.removedDamaged', { count: lines.length }),
        ...hiding((line) => ids.has(line.messageId)),
        carryOut: () => host().request('chat.deleteLogs', { messageIds: [...ids] }),
      });
    },
    async clear(days) {
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
    async save(format) {
      const file = await askOrSay('chat.exportLogs', { format });
      if (file) saveFile(file);
    },
  };
});

/**
 * The moment before which all lies that is there now, whatever the clock said then: what is asked while the deletion
 * can still be undone stays. Null where the log could not be read, which is said.
 */
async function afterNewest(): Promise<string | null> {
  const newest = await askOrSay('chat.findLogs', { limit: 1 });
  if (!newest) return null;
  const { entries, damaged } = newest;
  const last = Date.parse((entries[0] ?? damaged[0])?.createdAt ?? '');
  return new Date(Number.isNaN(last) ? Date.now() : last + 1).toISOString();
}
