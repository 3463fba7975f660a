import { t } from '../strings/index';

/** What a picture, or a text, is called that comes without a name: after the minute in which it was pasted. */
export const pastedPictureName = (now = new Date()): string => t('queue.pastedPicture', { when: minuteOf(now) });
export const pastedTextName = (now = new Date()): string => t('queue.pastedText', { when: minuteOf(now) });

/** `2026-11-22 09.14` in local time: sorts as it should, and every file system takes it. */
function minuteOf(now: Date): string {
  const two = (part: number): string => String(part).padStart(2, '0');
  const day = [now.getFullYear(), two(now.getMonth() + 1), two(now.getDate())].join('-');
  return `${day} ${two(now.getHours())}.${two(now.getMinutes())}`;
}

/** A text as a file, to be added as a document. */
export const textFile = (text: string): File => new File([text], `${pastedTextName()}.txt`, { type: 'text/plain' });
