import { backingOf } from '@shared/answer-backing';
import type { Answer } from '@shared/contract/index';

/** Without what the line of confidence says already: only there is a missing source left out. */
export const shownNotices = (answer: Answer): Answer['notices'] =>
  backingOf(answer) === 'no-source' ? answer.notices.filter(({ code }) => code !== 'citation-missing') : answer.notices;
