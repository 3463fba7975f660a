/** The engine's codes in the words of the current language. */

import { defaultCollection, sampleCollection } from '@shared/collection-names';
import type { Answer, Citation } from '@shared/contract/chat';
import type { EvaluationSummary } from '@shared/contract/evaluation';
import type { FindingKind } from '@shared/contract/maintenance';
import type { RebuildEstimate } from '@shared/contract/models';
import type { KeyState, WaitingPermission } from '@shared/contract/settings';
import { shownText, starredFound } from '@shared/prompt/answer-backing';
import { stageIds } from '@shared/prompt/stage-names';
import { noModelCounts } from '@shared/prompt/super-prompt';
import { type ProviderId, providers } from '@shared/providers';
import { t, voice } from './index';
import {
  type Coded,
  type Notice,
  type Reason,
  type Saying,
  sayCode,
  sayError,
  sayWhy,
  type WhyUnused,
} from './sayings';

/** The collections that Vitrine makes itself; they are stored and asked for by these names in every language. */
const builtIn = { library: defaultCollection, sample: sampleCollection } as const;
const builtInKeys = ['library', 'sample'] as const;

/** A collection's name as it is shown: Vitrine's own ones in the current language, a person's as they were named. */
export function collectionName(stored: string): string {
  const key = builtInKeys.find((one) => builtIn[one] === stored);
  return key ? t(`collection.builtIn.${key}`) : stored;
}

/**
 * Returns the stored name of a collection for a typed one: the visible name of Vitrine's own collection means that one.
 * `before` is the present name of the collection; shown unchanged, it stays.
 */
export function storedCollectionName(typed: string, before: string | null): string {
  if (before !== null && typed === collectionName(before)) return before;
  const key = builtInKeys.find((one) => t(`collection.builtIn.${one}`) === typed);
  return key ? builtIn[key] : typed;
}

type Values = Readonly<Record<string, unknown>>;

interface Report {
  readonly code: string;
  readonly details?: Values | undefined;
}

/** An error in the current language, by its code and its details; a code that a stranger's run brought, as it is. */
export function saidError({ code, details = {} }: Report): Saying {
  return sayError(code, withShownNames(code, details), voice()) ?? { message: code, hint: '' };
}

/** Collections that Vitrine made itself are called as the window calls them. */
function withShownNames(code: string, details: Values): Values {
  const { name } = details;
  return code.startsWith('collection-') && typeof name === 'string'
    ? { ...details, name: collectionName(name) }
    : details;
}

export function errorLine(report: Report): string {
  const { message, hint } = saidError(report);
  return inOneLine(message, hint);
}

export const saidNotice = (notice: Notice): string => alike(notice, [notice]);

export const noticeName = (code: string): string =>
  code === 'default-used'
    ? t('insights.rulesAlone')
    : (sayCode('notices', code, {}, voice()) ?? sayError(code, {}, voice())?.message ?? code);

/** The text of several notices, line by line: of notices that differ only in their stage, one line says it for all. */
export function noticeLines(notices: readonly Notice[]): { readonly text: string; readonly notice: Notice }[] {
  const groups = new Map<string, { readonly notice: Notice; readonly group: Notice[] }>();
  for (const notice of notices) {
    const { stage: _stage, ...values } = notice.values ?? {};
    const key = JSON.stringify([notice.code, values]);
    const known = groups.get(key);
    if (known) known.group.push(notice);
    else groups.set(key, { notice, group: [notice] });
  }
  return [...groups.values()].map(({ notice, group }) => ({ text: alike(notice, group), notice }));
}

function alike({ code, values = {} }: Notice, group: readonly Notice[]): string {
  const saying = sayCode('notices', code, values, voice());
  if (code === 'default-used') {
    const named = new Set(group.map((one) => String(one.values?.stage)));
    const stages = stageIds.filter((id) => named.has(id.split('_')[0] ?? '')).map((id) => t(`stages.names.${id}`));
    const count = stages.length;
    return saying && values.model
      ? t('app.defaults', { count, cause: saying, stages })
      : t('app.rulesAlone', { count, stages });
  }
  // One that passes on an error is said as that error is: by its own code, or by that of its cause.
  const isError = saying === null || values.cause !== undefined || values.why !== undefined;
  const failure = isError ? sayError(String(values.cause ?? code), values, voice()) : null;
  const said = failure && code === 'model-failed' ? '' : (saying ?? '');
  const behind = failure && code !== 'stopped' ? [failure.message, failure.hint] : [];
  return inOneLine(said, ...behind) || code;
}

/** Why a stage decided. `nameOf` names a chunk by its id, and `modelName` a model. */
export function saidReason(
  { code, values = {} }: Reason,
  nameOf: (chunkId: string) => string | undefined = () => undefined,
  modelName: (id: string) => string = (id) => id,
): string {
  const { chunk, model, ...others } = values;
  const named = {
    ...others,
    ...(chunk === undefined ? {} : { chunk: nameOf(String(chunk)) ?? chunk }),
    ...(model === undefined || model === noModelCounts ? {} : { model: modelName(String(model)) }),
  };
  return sayCode('reasons', code, named, voice()) ?? code;
}

export const saidWhy = (why: WhyUnused): string => sayWhy(why, voice());

export function saidRemark({ code, values = {} }: Coded): string {
  const said = sayCode('remarks', code, values, voice()) ?? sayCode('health', code, values, voice());
  const failure = said === null ? sayError(code, values, voice()) : null;
  return said ?? (failure ? inOneLine(failure.message, failure.hint) : code);
}

/** The message of hosts without a window about open permissions; empty if there are none. */
export function saidWaiting(waiting: readonly WaitingPermission[]): string {
  const uses = waiting.filter(({ leftOff }) => !leftOff).map(({ use, value }) => `${use} ${value}`);
  return uses.length === 0 ? '' : t('app.permissionsWait', { uses });
}

const inOneLine = (...parts: readonly string[]): string => parts.filter(Boolean).join(' ');

/** The text of an exchange: an answer, the best passages, or Vitrine's own words for a greeting or where nothing was found. */
export function saidAnswer(exchange: Answer): string {
  const { outcome, suggestions, passages = [] } = exchange;
  if (outcome === 'passages') {
    return [inOneLine(t('chat.fromDocuments'), saidMissing(exchange)), shownText(exchange)].join('\n\n');
  }
  if (outcome !== 'nothing') return starredFound(exchange);
  const places = passages.map(({ title, snippet }) => `${title}: “${snippet}”`);
  const list = places.length > 0 ? places : suggestions.map(suggestedTitle);
  const label = t(places.length > 0 ? 'chat.closest' : 'chat.tryInstead');
  const sentence = inOneLine(t('chat.notFound'), saidMissing(exchange));
  return list.length === 0 ? sentence : [sentence, '', `${label}:`, ...list.map((one) => `- ${one}`)].join('\n');
}

/** The title that a suggested question narrows itself to, which is enough for a reader; otherwise the suggestion. */
export const suggestedTitle = (suggestion: string): string => /title:"(.*)"$/u.exec(suggestion)?.[1] ?? suggestion;

/**
 * The parts of the question that are not there, as a fact: names, numbers and days that no passage found has, and, where
 * nothing was found, every word that no document has.
 */
export function saidMissing({ outcome, basis }: Pick<Answer, 'outcome' | 'basis'>): string {
  const { unknownWords = [], absent = [] } = basis ?? {};
  const words = outcome === 'nothing' ? unknownWords : [];
  const missing = absent.filter((one) => !words.includes(one));
  return inOneLine(
    words.length === 0 ? '' : t('chat.unknownWords', { words: words.map((word) => `“${word}”`) }),
    missing.length === 0 ? '' : t('chat.missing', { missing }),
  );
}

/** What an answer rests on, in one line; empty where it rests on nothing. */
export function saidBasis(answer: Answer): string {
  const { quoted, citations, cited, census, whole, calculation, survey, model, way, outcome, strictForm } = answer;
  if (way === 'help' || outcome === 'passages' || outcome === 'nothing') return '';
  if (survey) {
    const { read, of, said: count, dropped } = survey;
    const left = dropped > 0 ? [t('survey.dropped', { count: dropped })] : [];
    return inOneLine(t('survey.said', { read, of, count }), ...left);
  }
  if (whole?.kind === 'overview') return t('chat.rests.census', { count: whole.looked });
  if (census) return inOneLine(t('chat.rests.census', { count: census.looked }), unclearIn(census));
  if (calculation) {
    const { rows: count, title, proposedBy } = calculation;
    const proposed = proposedBy === undefined ? [] : [t('chat.calculation.proposed', { model: proposedBy })];
    return inOneLine(t('chat.rests.calculation', { count, title }), ...proposed);
  }
  const places = [...new Set(citations.map(placeInDocument))];
  const [place] = places;
  if (quoted) {
    const kind = whole ? `${t(`chat.wholes.${whole.kind}`)} · ` : '';
    const count = cited.length;
    const from =
      place !== undefined && places.length === 1
        ? t('chat.rests.quoted', { count, place })
        : t('chat.rests.quotedMany', { count, places: places.length });
    return kind + from;
  }
  const written = t('chat.rests.written', { model: model ?? '' });
  if (way === null) return inOneLine(`${written}.`, t('chat.fromModelAlone'));
  if (strictForm) return inOneLine(`${written}.`, t('chat.rests.noRoom'));
  const held = cited.filter(({ support }) => support === 'supported').length;
  const checked = t('chat.rests.checked', { held, count: cited.length });
  return outcome === 'incomplete' || cited.length === 0 ? written : `${written}, ${checked}`;
}

const unclearIn = ({ unclear }: NonNullable<Answer['census']>): string =>
  unclear === 0 ? '' : t('chat.census.unclear', { count: unclear });

/** Returns the citations to list below an answer: the rows of a calculation are one source, which its line names. */
export const listedCitations = ({ citations, calculation }: Answer): Answer['citations'] =>
  calculation && citations.length > 1 ? [] : citations;

/** The title and the section; a page's own title above all of it is in the title, also as its first line. */
export function placeInDocument({ title, headings }: Pick<Citation, 'title' | 'headings'>): string {
  const section = headings.at(-1);
  if (section === undefined) return title;
  const isTitle = section === title || (headings.length === 1 && `${title} `.startsWith(`${section} `));
  return isTitle ? title : `${title} › ${section}`;
}

export const saidFinding = (kind: FindingKind, count: number): string =>
  kind === 'catalogue-damaged' || kind === 'index-unreadable'
    ? t(`care.finding.${kind}`)
    : t(`care.finding.${kind}`, { count });

export function saidKey(provider: ProviderId, { kept }: KeyState): string {
  const variable = providers[provider].keyVariable ?? '';
  if (kept === 'environment') return t('settings.keyKept.environment', { variable });
  return t(kept === null ? 'settings.keyNone' : `settings.keyKept.${kept}`);
}

/** The questions that are not asked, since their documents are not there, and what these are called; null for none. */
export function saidLeftOut({
  leftOut,
  queries,
  kind,
}: Pick<EvaluationSummary['set'], 'leftOut' | 'queries' | 'kind'>): string | null {
  if (!leftOut) return null;
  const { questions: count, documents, named } = leftOut;
  const names = named.map((name) => t('evaluate.leftOut.name', { name })).join(', ');
  const more = documents - named.length;
  const all = more > 0 ? t('evaluate.leftOut.more', { names, count: more }) : names;
  return t(`evaluate.leftOut.${kind}`, { count, total: count + queries, names: all });
}

/** Whether an estimate has a time to name: writing is most of a rebuild that embeds nothing. */
export const hasTime = ({ toEmbed, msWriting }: Pick<RebuildEstimate, 'toEmbed' | 'msWriting'>): boolean =>
  msWriting !== null || toEmbed > 0;
