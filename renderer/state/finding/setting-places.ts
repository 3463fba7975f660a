import { t, voice } from '@shared/words/index';
import { inGroups } from '@shared/words/limit-words';
import type { LitPart } from '../../ui/LitText';
import { matcher } from '../../ui/names';
import { type Section, sections } from '../settings';

export interface SettingPlace {
  readonly id: string;
  readonly section: Section;
  /** How it is found there: its heading, or the test id of a limit; null for the section itself. */
  readonly anchor: string | null;
  readonly title: string;
  readonly help: string;
  readonly alias: string;
}

const places = () =>
  ({
    chatModel: ['models', t('settings.waitingUse.chatModel'), t('settings.chatModelHelp')],
    writing: ['models', t('settings.writing'), t('settings.writingHelp')],
    servers: ['models', t('settings.servers'), t('settings.serversHelp')],
    pull: ['models', t('settings.pull'), t('settings.pullHelp')],
    embedding: ['search', t('searchModels.job.embedding'), t('searchModels.jobHelp.embedding')],
    rerank: ['search', t('searchModels.job.rerank'), t('searchModels.jobHelp.rerank')],
    reader: ['search', t('searchModels.job.reader'), t('searchModels.jobHelp.reader')],
    nli: ['search', t('searchModels.job.nli'), t('searchModels.jobHelp.nli')],
    import: ['search', t('searchModels.import'), t('searchModels.importHelp')],
    offline: ['privacy', t('settings.offline'), t('settings.offlineHelp')],
    keepRuns: ['privacy', t('settings.keepRuns'), t('settings.keepRunsHelp')],
    figures: ['privacy', t('insights.keep'), t('insights.keepHelp')],
    keepLines: ['privacy', t('questionLog.keepLines'), t('questionLog.keepLinesHelp')],
    withConversation: ['privacy', t('questionLog.withConversation'), t('questionLog.withConversationHelp')],
    log: ['privacy', t('questionLog.title'), t('questionLog.help')],
    api: ['privacy', t('settings.api.title'), t('settings.api.help')],
    connections: ['privacy', t('settings.connections'), ''],
    theme: ['appearance', t('settings.theme'), ''],
    textSize: ['appearance', t('settings.textSize'), t('settings.textSizeHelp')],
    contrast: ['appearance', t('settings.contrast'), t('settings.contrastHelp')],
    language: ['appearance', t('settings.language'), ''],
    tray: ['appearance', t('settings.tray'), t('settings.trayHelp')],
    notifications: ['appearance', t('commands.notifications'), t('settings.notificationsHelp')],
    ocr: ['documents', t('settings.ocr'), t('settings.ocrHelp')],
    disk: ['storage', t('disk.title'), ''],
    rebuild: ['storage', t('rebuild.title'), t('rebuild.help')],
    indexPlace: ['storage', t('indexPlace.title'), t('indexPlace.help')],
    team: ['storage', t('settings.purpose.team'), t('team.help')],
    check: ['storage', t('care.check'), t('care.checkHelp')],
    backup: ['storage', t('care.backup'), ''],
    modelFolders: ['storage', t('settings.modelFolders'), t('settings.modelFoldersHelp')],
    agents: ['agents', t('agents.switches'), t('agents.help')],
    updates: ['about', t('settings.purpose.update'), t('settings.updates.help')],
    thirdParty: ['about', t('settings.thirdParty'), ''],
  }) as const satisfies Readonly<Record<string, readonly [Section, string, string]>>;

const otherNames = (): Partial<Record<Section, string>> => ({
  models: t('palette.also.settings.models'),
  privacy: t('palette.also.settings.privacy'),
  storage: t('palette.also.settings.storage'),
  shortcuts: t('palette.also.settings.shortcuts'),
});

type PlaceId = keyof ReturnType<typeof places>;

/** The label, help and test id of a setting's row; `textSize` has the test id `setting-text-size`. */
export function settingWords(id: PlaceId) {
  const [, label, help] = places()[id];
  return { label, help, testId: `setting-${id.replace(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`)}` };
}

export function settingPlaces(): readonly SettingPlace[] {
  const ofSections = sections.map((section) => ({
    id: section,
    section,
    anchor: null,
    title: t(`settings.sectionTitle.${section}`),
    help: t(`settings.sectionNote.${section}`),
    alias: otherNames()[section] ?? '',
  }));
  const named = Object.entries(places()).map(([id, [section, title, help]]) => {
    // The keys of an object literal.
    const alias = t(`settings.alias.${id as PlaceId}`);
    return { id, section, anchor: title, title, help, alias };
  });
  const limits = inGroups(voice().said.limits).map(({ path, group, title, description }) => ({
    id: path,
    section: answerLimitPaths.includes(path) ? ('models' as const) : ('limits' as const),
    anchor: `limit-${path}`,
    title,
    help: description,
    alias: `${path} ${group}`,
  }));
  return [...ofSections, ...named, ...limits];
}

export const answerLimitPaths: readonly string[] = ['answer.temperature', 'answer.maxTokens'];

/** Entries that match every word of a query, by any of their own words; matches of the name come first. */
export function findSettings(query: string, all: readonly SettingPlace[]): readonly SettingPlace[] {
  if (query.trim() === '') return [];
  const has = matcher(query);
  const found = all.filter(({ section, title, help, alias }) =>
    has([t(`settings.sectionTitle.${section}`), title, help, alias].join('\n')),
  );
  return [...found.filter(({ title }) => has(title)), ...found.filter(({ title }) => !has(title))];
}

export function litParts(text: string, query: string): readonly LitPart[] {
  const words = query
    .split(/\s+/u)
    .filter(Boolean)
    .map((word) => word.replace(/[.*+?^${}()|[\]\\]/gu, '\\$&'));
  if (words.length === 0) return [{ text, lit: false }];
  const cut = text.split(new RegExp(`(${words.join('|')})`, 'giu'));
  return cut.map((part, at) => ({ text: part, lit: at % 2 === 1 })).filter((part) => part.text !== '');
}
