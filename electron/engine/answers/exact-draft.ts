import { type Draft, noAnswer } from '../chat';
import type { Drafting } from './way';

type Exact = Pick<Draft, 'answer' | 'citations' | 'cited' | 'confidence'> &
  Partial<Pick<Draft, 'census' | 'calculation'>>;

/** Notices about the room in a prompt, which say nothing of an answer that rests on no prompt. */
const aboutPrompt: ReadonlySet<string> = new Set(['dropped-for-budget', 'prompt-over-budget']);

/** Returns the draft of an answer that is counted or calculated, and shows it. */
export function exactDraft({ run, shown }: Drafting, exact: Exact): Draft {
  shown.token(exact.answer);
  const notices = run.stages.flatMap((record) => record.notices).filter(({ code }) => !aboutPrompt.has(code));
  return { ...noAnswer, ...exact, outcome: 'answered', quoted: true, run, notices };
}
