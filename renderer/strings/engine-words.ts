import type { CodedReason, Notice } from '@shared/contract/index';
import { noModelCounts } from '@shared/super-prompt';
import { collectionName } from '../components/collection-name';
import { engine as german } from './de/engine';
import * as germanReasons from './de/reasons';
import * as englishReasons from './en/reasons';
import { type Language, language, locale } from './index';
import { saidRemark } from './remarks';
import type { EngineWords, Saying } from './typed-words';

const engineWords: Readonly<Partial<Record<Language, EngineWords>>> = { de: german };

/** Something the engine said, in the current language. */
export interface Said extends Saying {
  /** The engine's own words, where they are not what stands here. */
  readonly original: string | null;
}

type Values = Readonly<Record<string, unknown>>;

interface Report extends Saying {
  readonly code: string;
  readonly details?: Values | undefined;
}

/** An error in the current language: in English as the engine says it, else by its code and its details. */
export function saidError(report: Report): Said {
  const { code, message, hint } = report;
  const details = withShownNames(code, report.details ?? {});
  const asIs = { message, hint, original: null };
  if (details.language === language()) return asIs;
  const sayings = engineWords[language()]?.errors[code] ?? [];
  const saying = sayings.find(
    (one) => (one.why === undefined || one.why === details.why) && isComplete(`${one.message} ${one.hint}`, details),
  );
  if (!saying) return asIs;
  const said = { message: filled(saying.message, details), hint: filled(saying.hint, details) };
  return { ...causeBehind(code, said, details), original: inOneLine(message, hint) };
}

/** Collections that Vitrine made itself, and servers without a name of their own, are called as the window calls them. */
function withShownNames(code: string, details: Values): Values {
  const { name, server } = details;
  const servers = engineWords[language()]?.servers ?? {};
  return {
    ...details,
    ...(code.startsWith('collection-') && typeof name === 'string' ? { name: collectionName(name) } : {}),
    ...(typeof server === 'string' ? { server: servers[server] ?? server } : {}),
  };
}

/** A stage fails for another error, which says more: its words stand behind. */
function causeBehind(code: string, said: Saying, details: Values): Saying {
  const { cause } = details;
  if (code !== 'stage-failed' || typeof cause !== 'string' || !engineWords[language()]?.errors[cause]) return said;
  const inner = saidError({ code: cause, message: '', hint: '', details });
  return { message: inOneLine(said.message, inner.message), hint: inner.hint || said.hint };
}

/** An error in one line, for where there is no room for its original. */
export function errorLine(report: Report): string {
  const { message, hint } = saidError(report);
  return inOneLine(message, hint);
}

/**
 * A notice in the current language. One that passes on an error is said as that error is: by its own code, or by
 * the code in its values' `cause`.
 */
export function saidNotice({ code, message, values = {} }: Notice): Said {
  const words = engineWords[language()];
  const asIs = { message, hint: '', original: null };
  if (!words) return asIs;
  const saying = words.notices[code]?.find((one) => isComplete(one, values));
  const failure = words.errors[String(values.cause)] ? String(values.cause) : code;
  const wantsCause = saying === undefined || (code === 'model-failed' && values.cause !== undefined);
  if (wantsCause && words.errors[failure]) {
    const { message: cause, hint } = saidError({ code: failure, message: '', hint: '', details: values });
    return { message: inOneLine(cause, hint), hint: '', original: message };
  }
  if (saying === undefined) return asIs;
  const said = filled(saying, values);
  // What kept a search from its meaning is told behind; what to do about it stands in the original.
  const cause = code === 'keyword-only' && words.errors[failure] ? causeOf(failure, values) : '';
  return { message: inOneLine(said, cause), hint: '', original: message };
}

const causeOf = (code: string, details: Values): string => saidError({ code, message: '', hint: '', details }).message;

const engineReasons: Readonly<Record<Language, typeof englishReasons>> = { en: englishReasons, de: germanReasons };

/**
 * Why a stage decided, in the current language: by its code, and in the engine's words where a run of before has
 * none. `nameOf` gives the name of a chunk that the reason speaks of by its id, and `modelName` that of a model.
 */
export function saidReason(
  { reason, reasonCode = '', reasonValues = {} }: CodedReason & { readonly reason: string },
  nameOf: (chunkId: string) => string | undefined = () => undefined,
  modelName: (id: string) => string = (id) => id,
): string {
  const chunk = reasonValues.chunk === undefined ? '' : String(reasonValues.chunk);
  const name = chunk === '' ? '' : (nameOf(chunk) ?? chunk);
  const values = namedValues(reasonValues, modelName);
  const saying = engineReasons[language()].reasons[reasonCode]?.find((one) => isComplete(one, values));
  if (saying !== undefined) return filled(saying, { ...values, chunk: name });
  return chunk === '' ? reason : reason.replaceAll(chunk, () => name);
}

/** The values of a reason with what the engine calls by names of its own in words; a model that is none is left out. */
function namedValues({ model, source, ...others }: Values, modelName: (id: string) => string): Values {
  const from = engineReasons[language()].formatSources[String(source)];
  return {
    ...others,
    ...(model === undefined || model === noModelCounts ? {} : { model: modelName(String(model)) }),
    ...(from === undefined ? {} : { source: from }),
  };
}

function isComplete(saying: string, values: Values): boolean {
  return [...saying.matchAll(/\{\{(\w+)\}\}/g)].every(([, name]) => isNameable(values[name ?? '']));
}

const isNameable = (value: unknown): boolean =>
  typeof value === 'string' || typeof value === 'number' || Array.isArray(value);

function filled(saying: string, values: Values): string {
  return saying.replace(/\{\{(\w+)\}\}/g, (_, name: string) => valueText(values[name], name));
}

function valueText(value: unknown, name: string): string {
  // Sentences of the engine inside another one: why a model was not used.
  if (name === 'reason') return saidRemark(String(value)).replace(/\.$/, '');
  if (typeof value === 'number') return new Intl.NumberFormat(locale()).format(value);
  if (Array.isArray(value)) return new Intl.ListFormat(locale(), { type: 'disjunction' }).format(value.map(String));
  return String(value);
}

const inOneLine = (...parts: readonly string[]): string => parts.filter(Boolean).join(' ');
