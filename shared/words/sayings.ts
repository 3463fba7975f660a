/**
 * Says the engine's codes and values in a language: errors, notices, remarks and reasons. Pure: the language is a
 * `Voice`. The engine's texts in reports, logs and answers for programs are English.
 */
import { said as english } from './en';
import { fill, isComplete, type Values } from './fill';
import type { SaidWords } from './languages';
import type { ErrorValues, RemarkValues } from './values';

export interface Voice {
  readonly said: SaidWords;
  readonly locale: string;
}

const englishVoice: Voice = { said: english, locale: 'en-GB' };

export interface Saying {
  readonly message: string;
  readonly hint: string;
}

type Errors = typeof english.errors;
export type SayableCode = keyof Errors;

/** The values that a table of shared/words/values.d.ts names for a code; unknown for a code that names none. */
type NamedBy<Table, Code> = Code extends keyof Table ? Table[Code] : unknown;

/** The values that the words of an error name, for each `why` that its code knows, and any others worth keeping. */
export type DetailsOf<C extends SayableCode> = {
  [Why in keyof Errors[C]]: (Why extends 'default' ? { readonly why?: undefined } : { readonly why: Why }) &
    NamedBy<NamedBy<ErrorValues, C>, Why>;
}[keyof Errors[C]] &
  Readonly<Record<string, unknown>>;

/** An error, by its code and its details' `why`; by its code alone where a value that the words name is missing. */
export function sayError(code: string, details: Values, voice = englishVoice): Saying | null {
  const sayings: Readonly<Record<string, Saying>> | undefined = ownOf(voice.said.errors, code);
  if (!sayings) return null;
  const found = [ownOf(sayings, String(details.why)), sayings.default].find(
    (one) => one !== undefined && isSayable(`${one.message} ${one.hint}`, details, voice),
  );
  if (!found) return null;
  const saying = { message: say(found.message, details, voice), hint: say(found.hint, details, voice) };
  return withCause(saying, details.cause, voice);
}

/** The part that does not fit a schema (`issueOf`), without a full stop. */
export const sayIssue = (issue: Values, voice = englishVoice): string => say('{{issue}}', issue, voice);

/** An error caused by another one: the cause's words follow, and its hint if there is no own one. */
function withCause(saying: Saying, cause: unknown, voice: Voice): Saying {
  const { code, details } = Object(cause) as { code?: unknown; details?: unknown };
  const inner = typeof code === 'string' ? sayError(code, Object(details) as Values, voice) : null;
  if (!inner) return saying;
  return { message: `${saying.message} ${inner.message}`, hint: saying.hint || inner.hint };
}

/** The first of the sayings of a notice, remark or reason whose values are all there; null for a code that has none. */
export function sayCode(
  table: 'notices' | 'remarks' | 'health' | 'reasons',
  code: string,
  values: Values,
  voice = englishVoice,
): string | null {
  const sayings: string | readonly string[] | undefined = ownOf<string | readonly string[]>(voice.said[table], code);
  const found = [sayings ?? []].flat().find((one) => isSayable(one, values, voice));
  return found === undefined ? null : say(found, values, voice);
}

export type NoticeCode = keyof typeof english.notices;
export type RemarkCode = keyof typeof english.remarks;
export type HealthCode = keyof typeof english.health;
/** The part that does not fit a schema (`issueOf`). */
export type IssueCode = keyof typeof english.named.issue;
export const isIssueCode = (text: string): text is IssueCode => Object.hasOwn(english.named.issue, text);
export type ReasonCode = keyof typeof english.reasons;

export type GivenValues = Readonly<Record<string, string | number>>;

/** Something to be said, by its code and what its words name. */
export interface Coded<C extends string = string> {
  readonly code: C;
  readonly values?: GivenValues;
}

/** A note for a person about a result; one that passes on an error has that error's code, or names it as `cause`. */
export type Notice = Coded<NoticeCode | SayableCode>;
export type Remark = Coded<RemarkCode>;
export type Reason = Coded<ReasonCode>;

/** Why a model was not used, or something not done: the words of `named.reason`, or an error. */
export type WhyUnused = Coded<keyof typeof english.named.reason | SayableCode>;

type Given<V> = unknown extends V ? [] : [values: V & GivenValues];

const coded = <C extends string>(code: C, values?: GivenValues): Coded<C> => (values ? { code, values } : { code });

export const notice: (code: NoticeCode, values?: GivenValues) => Notice = coded;
export const remark: <C extends RemarkCode>(code: C, ...values: Given<NamedBy<RemarkValues, C>>) => Remark = coded;
export const reasoned: (code: ReasonCode, values?: GivenValues) => Reason = coded;
export const unused: (code: keyof typeof english.named.reason, values?: GivenValues) => WhyUnused = coded;
export const tooSlow = (ms: number): WhyUnused => unused('too-slow', { seconds: ms / 1000 });
/** A reason among the values of what it is the reason of: of an error with its `why`, as `model-failed/key-refused`. */
export function asReason({
  code,
  values: { why, ...values } = {},
}: WhyUnused): GivenValues & { readonly reason: string } {
  return { ...values, reason: why === undefined ? code : `${code}/${why}` };
}

export const healthLine: (code: HealthCode, values?: GivenValues) => Coded<HealthCode> = coded;

/** In the middle of a sentence, without a full stop. */
export function sayWhy({ code, values = {} }: WhyUnused, voice = englishVoice): string {
  const { reason, ...others } = asReason({ code, values });
  return String(wordsOf('reason', reason, others, voice));
}

const ownOf = <T>(table: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;

function isSayable(sentence: string, values: Values, voice: Voice): boolean {
  return isComplete(sentence, withWords(values, voice));
}

function say(sentence: string, values: Values, voice: Voice): string {
  // The message of a system or a server may have its own full stop.
  return fill(sentence, withWords(values, voice), voice.locale).replace(/(?<!\.)\.\.$/u, '.');
}

/** The values with words for those that are codes: why a model was not used, the kind of a file, a server without a name, a language by ISO 639-3. */
function withWords(values: Values, voice: Voice): Values {
  const worded = Object.entries(values).map(([name, value]) => [name, wordsOf(name, value, values, voice)]);
  return Object.fromEntries(worded);
}

function wordsOf(name: string, value: unknown, values: Values, voice: Voice): unknown {
  if (typeof value !== 'string') return value;
  if (name === 'language') return new Intl.DisplayNames(voice.locale, { type: 'language' }).of(value) ?? value;
  const tables: Readonly<Record<string, Readonly<Record<string, string>>>> = voice.said.named;
  const sentence = ownOf(ownOf(tables, name) ?? {}, value);
  const { [name]: _own, ...others } = values;
  if (sentence !== undefined) return say(sentence, others, voice);
  // A model may not have been used for an error of its server.
  const [code = value, why] = value.split('/');
  const failure = name === 'reason' ? sayError(code, { ...others, why }, voice) : null;
  return failure ? failure.message.replace(/\.$/u, '') : value;
}
