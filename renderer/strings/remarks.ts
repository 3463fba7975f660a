import { remarks as german } from './de/remarks';
import { type Language, language } from './index';
import type { RemarkWords } from './typed-words';

const remarkWords: Readonly<Partial<Record<Language, RemarkWords>>> = { de: german };

/**
 * What the engine noticed about a file or the library, in the current language. Such remarks have no code: libraries
 * keep the sentence. One that is not known stays as it is.
 */
export function saidRemark(remark: string): string {
  const words = remarkWords[language()];
  const known = words?.sentences.find(([pattern]) => pattern.test(remark));
  if (!words || !known) return remark;
  const [pattern, sentence] = known;
  const caught = pattern.exec(remark) ?? [];
  return sentence.replace(/\$(\d)/g, (_, number: string) => {
    const part = caught[Number(number)] ?? '';
    // A remark may hold others, one sentence behind the other.
    return (
      words.parts[part] ??
      part
        .split(/(?<=\.) (?=\S)/u)
        .map(saidRemark)
        .join(' ')
    );
  });
}
