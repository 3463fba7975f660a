import type { Answer, EngineEvent } from '@shared/contract';
import { withoutFound } from '@shared/found-markers';
import { answerDetails, answerText, plain } from './render';

/**
 * An answer on a terminal while it is written. What a model writes is checked when it is done: where that changed it,
 * the checked answer is written once more behind it.
 *
 * @param write to stdout, without a line break of its own
 */
export class LiveAnswer {
  private written = '';

  constructor(private readonly write: (text: string) => void) {}

  onEvent(event: EngineEvent): void {
    if (event.type !== 'chat.token') return;
    const token = plain(event.token);
    this.written += token;
    this.write(token);
  }

  /** What is still to be written when the answer is there. */
  rest(answer: Answer): string {
    if (this.written.trim() === '') return answerText(answer);
    if (this.written.trim() === plain(answer.answer).trim()) return `\n\n${answerDetails(answer)}`.trimEnd();
    const asWritten = plain(withoutFound(answer)).trim();
    if (this.written.trim() === asWritten) return `\n\nWith the sources that were found:\n\n${answerText(answer)}`;
    return `\n\nChecked:\n\n${answerText(answer)}`;
  }
}
