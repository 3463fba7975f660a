import { remarks as german } from './de/remarks';
import { type Language, language } from './index';

/** Sentences of the engine without a code, by what they look like; `$1` stands for what the pattern has caught. */
export interface RemarkWords {
  readonly sentences: readonly (readonly [pattern: RegExp, sentence: string])[];
  /** What stands in such a sentence in words: kinds of files. */
  readonly parts: Readonly<Record<string, string>>;
}

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
    return words.parts[part] ?? part;
  });
}
