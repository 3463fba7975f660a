import { z } from 'zod';
import { factFilters } from '../document-facts';
import { overlayNames } from '../prompt/agent-config';
import type { Chunk } from '../prompt/chunk';
import { stageIds } from '../prompt/stage-names';
import { bodyKeys } from '../prompt/super-prompt';
import { isNamedServer, isServer, keyedProviders, type ServerId } from '../providers';
import { type SettingPath, settingPaths, settingsSchema } from '../settings';
import { languages } from '../words/languages';
import { apiRequests } from './api';
import {
  type Answer,
  answerSettings,
  type ConversationSummary,
  type ExportedFile,
  type LogPage,
  type QuestionMeasure,
} from './chat';
import { collectionRequests, overviewRequests } from './collections';
import type {
  DocumentHeading,
  DocumentSource,
  DocumentSummary,
  DocumentTraces,
  LibraryStatus,
  RecognisedWords,
} from './documents';
import { evaluationRequests } from './evaluation';
import { ingestRequests, watchRequests } from './ingest';
import { insightsRequests, logFacts } from './insights';
import { careRequests, rebuildRequests } from './maintenance';
import { modelRequests } from './models';
import { reviewTableRequests } from './review-tables';
import type { Run, RunAnswer, RunAnswers, RunDifference, RunExport, RunImport, RunSummary } from './runs';
import { lookingFields, type SearchAnswer, searchModes } from './search';
import {
  type AboutReport,
  type ChatModelsReport,
  type LimitsReport,
  type NetworkReport,
  type OverlayReport,
  permissionUses,
  type ServerTest,
  type SettingsReport,
  updateRequests,
} from './settings';
import { teamRequests } from './team';
import { id, moment, name, path, type result, route, storeAddress } from './values';

const stage = z.enum(stageIds);
const collection = name.optional();
const limitPath = z
  .string()
  .regex(/^[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*$/)
  .max(200);

/** A server by its id, `openai` or `openai-lm-studio`. */
const server = z
  .string()
  .max(60)
  .refine(isServer)
  // A string that has passed is one.
  .transform((id) => id as ServerId);

const keyWord = z
  .string()
  .trim()
  .min(1)
  .max(1000)
  .regex(/^[\x21-\x7e]+$/, 'must be printable ASCII without spaces');

/**
 * The trust boundary: one schema a route. Whatever comes from a renderer, a socket or a command line passes
 * through its schema before any code of the engine sees it. Unknown members are refused.
 */
export const requests = {
  ...collectionRequests,
  ...overviewRequests,
  ...careRequests,
  ...rebuildRequests,

  'app.status': route<LibraryStatus>()({ check: z.boolean().optional() }),
  'app.about': route<AboutReport>()({}),
  'app.licenceText': route<{ readonly text: string }>()({ name, version: name }),

  'settings.get': route<SettingsReport>()({}),
  /**
   * New values, and paths that go back to their defaults: in force at once, and written to settings.json; all of it or
   * nothing. Model folders have routes of their own.
   */
  'settings.set': route<SettingsReport>()({
    values: settingsSchema.omit({ modelFolders: true }).optional(),
    reset: z
      .array(z.enum(settingPaths as [SettingPath, ...SettingPath[]]))
      .max(100)
      .optional(),
  }),
  /** A page may name only a folder that a person chose in the system's dialog. */
  'settings.addModelFolder': route<SettingsReport>()({ path }),
  'settings.removeModelFolder': route<SettingsReport>()({ path }),
  /** Says of what waits (`SettingsReport.waiting`) whether it may count on this computer. Remembered outside the library. */
  'settings.allow': route<SettingsReport>()({
    uses: z
      .array(z.strictObject({ use: z.enum(permissionUses), value: z.string().min(1).max(4096) }))
      .min(1)
      .max(1000),
    allow: z.boolean(),
  }),
  /**
   * The key of a server, null to forget it. It goes to `origin` only, the server set up where
   * absent. `kept` is for the host that keeps it. Refused by the web host and the command line.
   */
  'settings.setKey': route<SettingsReport>()({
    provider: server.refine((id) => isNamedServer(id) || keyedProviders.some((keyed) => keyed === id)),
    key: keyWord.nullable(),
    origin: z.string().max(2000).optional(),
    kept: z.enum(['encrypted', 'session']).optional(),
  }),
  /**
   * The keys of the S3-compatible store that an address names, null to forget them. They go to its bucket only. `kept` is
   * for the host that keeps them. Refused by the web host and the command line.
   */
  'settings.setStoreKeys': route<SettingsReport>()({
    address: storeAddress,
    keys: z
      .strictObject({
        accessKeyId: keyWord,
        secretAccessKey: keyWord,
        region: keyWord.optional(),
        endpoint: z
          .url({ protocol: /^https?$/ })
          .max(1000)
          .optional(),
      })
      .nullable(),
    kept: z.enum(['encrypted', 'session']).optional(),
  }),

  'network.connections': route<NetworkReport>()({ limit: z.number().int().min(1).max(500).optional() }),

  'library.list': route<readonly DocumentSummary[]>()({
    collection,
    tags: z.array(name).min(1).max(1000).optional(),
    ...factFilters,
  }),
  /** `traces`: also what else holds their text, as `library.traces` counts it; so where nothing is said. */
  'library.delete': route<{ readonly deleted: readonly string[]; readonly traces: DocumentTraces }>()({
    documentIds: z.array(id).min(1).max(10_000),
    traces: z.boolean().optional(),
  }),
  'library.traces': route<DocumentTraces>()({ documentIds: z.array(id).min(1).max(10_000) }),
  'library.source': route<DocumentSource>()({ documentId: id }),
  /** The stored file's bytes, base64, for the page viewer. */
  'library.file': route<{ readonly mime: string; readonly base64: string }>()({ documentId: id }),
  /** Positions of words on recognised pages; empty for documents with their own text. */
  'library.recognised': route<{ readonly pages: readonly RecognisedWords[] }>()({ documentId: id }),
  'library.chunk': route<Chunk>()({ chunkId: id }),
  /** All findable documents, by path; the first 20,000. */
  'library.headings': route<readonly DocumentHeading[]>()({}),
  /**
   * Questions to begin with, about the newest documents of a scope; none where no document can be asked. In the language
   * of the interface, or without it in each document's own.
   */
  'library.questions': route<{ readonly questions: readonly string[] }>()({
    language: z.enum(languages).optional(),
    ...lookingFields,
  }),

  ...ingestRequests,

  ...watchRequests,

  'search.run': route<SearchAnswer>()({
    query: z.string().min(1).max(20_000),
    top: z.number().int().min(1).max(1000).default(10),
    mode: z.enum(searchModes).optional(),
    /** The query is still being written: its last word may be the beginning of one. */
    typing: z.boolean().optional(),
    collection,
    documentIds: z.array(id).max(10_000).optional(),
    ...lookingFields,
  }),

  'run.start': route<Run>()({
    prompt: z.string().min(1).max(1_000_000),
    collection,
    ...lookingFields,
    /** `provider:model` for the agents, null for none; the one set up where absent. */
    model: name.nullable().optional(),
    /** Earlier exchanges sent with it; none if the conversation, or `after` in it, is gone. */
    conversationId: id.optional(),
    after: id.nullable().optional(),
    /** Kept in memory alone, as the runs of a private conversation are. */
    private: z.boolean().optional(),
  }),
  /** Runs one stage on the run's latest state before it; `model` as in `run.start`, from here on. */
  'run.stage': route<Run>()({ runId: id, stage, model: name.nullable().optional() }),
  /** Runs the stages that are still waiting, up to and including `until`. */
  'run.auto': route<Run>()({
    runId: id,
    until: stage.optional(),
    model: name.nullable().optional(),
    /** Breakpoints: the run stops in front of these, except of the one that it begins with. */
    stopBefore: z.array(stage).max(stageIds.length).optional(),
  }),
  /** Runs the stale stages up to the last one; in an edited run, up to its parent's last. */
  'run.catchUp': route<Run>()({
    runId: id,
    model: name.nullable().optional(),
    stopBefore: z.array(stage).max(stageIds.length).optional(),
  }),
  /** A new run that shares the states before the first edited stage with its parent. */
  'run.edit': route<Run>()({
    runId: id,
    from: stage.optional(),
    edits: z
      .array(
        z.strictObject({
          path: z.union([
            z.enum(bodyKeys.map((key) => `body.${key}` as const)),
            z.string().regex(/^limits\.[A-Za-z0-9_.]+$/),
            z.literal('final_selection_ids'),
            /** The gate's verdict on one chunk. */
            z.string().regex(/^decisions\.[A-Za-z0-9_-]+$/),
            /** The plan of the calculation, as JSON. */
            z.literal('calculation.plan'),
            /** The way to answer, by its id. */
            z.literal('way'),
            /** The prompt itself: everything runs again. */
            z.literal('raw'),
          ]),
          value: z.union([z.string().max(1_000_000), z.number(), z.array(z.string())]),
        }),
      )
      .max(100),
  }),
  'run.get': route<Run>()({ runId: id }),
  /**
   * Answers the prompt of a run unchanged, byte for byte: by a model (the chosen one by default), or quoted. The answer
   * is stored with the run and replaces an earlier one. It is streamed like `chat.ask`.
   */
  'run.answer': route<RunAnswer>()({
    runId: id,
    model: name.optional(),
    noLlm: z.boolean().optional(),
    ...answerSettings,
  }),
  /** The answer to a run, the answer before the edit, and its place in a conversation. */
  'run.answered': route<RunAnswers>()({ runId: id }),
  /** Puts the answer of a run into the conversation of the answer that it was edited from, otherwise into a new one. */
  'run.toChat': route<Answer>()({ runId: id }),
  'run.list': route<readonly RunSummary[]>()({ limit: z.number().int().min(1).max(1000).optional() }),
  'run.delete': route<{ readonly deleted: number }>()({ runIds: z.array(id).min(1).max(1000) }),
  'run.export': route<RunExport>()({ runId: id }),
  /** `data` is checked by the engine, member by member: it comes from another machine. */
  'run.import': route<RunImport>()({ data: z.unknown() }),
  /** Runs may be the same; `afterStage` compares `stage` of the one with another state of the other. */
  'run.diff': route<readonly RunDifference[]>()({
    before: id,
    after: id,
    stage: stage.or(z.literal('raw')).optional(),
    afterStage: stage.or(z.literal('raw')).optional(),
  }),

  'chat.ask': route<Answer>()({
    question: z.string().max(1_000_000),
    conversationId: id.optional(),
    collection,
    ...lookingFields,
    model: name.optional(),
    noLlm: z.boolean().optional(),
    /** Lets a model answer from what it knows (R12): nothing is looked for, and the answer says so. */
    withoutDocuments: z.boolean().optional(),
    /** Searches the question unchanged, also a follow-up. */
    alone: z.boolean().optional(),
    asPassages: z.boolean().optional(),
    selectedText: z.string().max(1_000_000).optional(),
    /**
     * The exchange that it follows; the last one shown where nothing is said. Beside what followed that already it is
     * another version. Null: a first question, also of a conversation that is not there yet.
     */
    after: id.nullable().optional(),
    /**
     * Begins a private conversation, or goes on with one: it is kept in memory alone, with its runs, and is in no list.
     * Refused for a conversation that is not private.
     */
    private: z.boolean().optional(),
    /** Earlier exchanges, oldest first, if another program keeps the conversation: in place of a stored one. */
    history: z
      .array(z.strictObject({ question: z.string().max(1_000_000), answer: z.string().max(1_000_000) }))
      .max(1000)
      .optional(),
    ...answerSettings,
  }),
  /** The share of its model's window that a question takes; nothing is searched and no model asked. */
  'chat.measure': route<QuestionMeasure>()({
    question: z.string().max(1_000_000),
    conversationId: id.optional(),
    selectedText: z.string().max(1_000_000).optional(),
    model: name.optional(),
  }),
  /** Goes on with an incomplete answer, in its place. */
  'chat.resume': route<Answer>()({ conversationId: id, messageId: id, model: name.optional(), ...answerSettings }),
  /** `folder`: null takes them out of theirs. */
  'chat.change': route<readonly ConversationSummary[]>()({
    conversationIds: z.array(id).min(1).max(10_000),
    title: name.optional(),
    pinned: z.boolean().optional(),
    folder: name.nullable().optional(),
  }),
  /** Conversations that hold every word of the query in their title, questions or answers. */
  'chat.search': route<readonly ConversationSummary[]>()({ query: z.string().trim().min(1).max(500) }),
  /** A new conversation with the exchanges up to and including this one. */
  'chat.branch': route<ConversationSummary>()({ conversationId: id, messageId: id }),
  /** The exchanges on the path through this one, which are shown from now on. */
  'chat.show': route<readonly Answer[]>()({ conversationId: id, messageId: id }),
  'chat.export': route<ExportedFile>()({
    conversationId: id,
    format: z.enum(['md', 'json']),
    language: z.enum(languages).optional(),
  }),
  'chat.conversations': route<readonly ConversationSummary[]>()({}),
  'chat.messages': route<readonly Answer[]>()({ conversationId: id }),
  /**
   * `runs`: also the runs of its answers; so where nothing is said. Its lines of the log go along where
   * `log.withConversation` says so. A private one takes all that is private along.
   */
  'chat.delete': route<{ readonly deleted: boolean; readonly runs: number }>()({
    conversationId: id,
    runs: z.boolean().optional(),
  }),
  /** Those that hold every word, logged from `since` on and before `before` (ISO 8601); newest first, by pages. */
  'chat.findLogs': route<LogPage>()({
    query: z.string().trim().max(500).optional(),
    since: moment.optional(),
    before: moment.optional(),
    ...logFacts,
    limit: z.number().int().min(1).max(10_000).optional(),
    offset: z.number().int().min(0).optional(),
  }),
  /** `json` is JSON Lines: one entry a line. */
  'chat.exportLogs': route<ExportedFile>()({ format: z.enum(['json', 'csv']) }),
  /** Everything, or the given ids, or the lines logged before a time (ISO 8601). */
  'chat.deleteLogs': route<{ readonly deleted: number }>()({
    all: z.literal(true).optional(),
    messageIds: z.array(id).min(1).max(10_000).optional(),
    olderThan: moment.optional(),
  }),

  'limits.get': route<LimitsReport>()({}),
  /** New values by path, such as `gate.relevanceThreshold`; checked as a whole, in force at the next run. */
  'limits.set': route<LimitsReport>()({ values: z.record(limitPath, z.unknown()) }),
  /** Back to what Vitrine ships with: these paths, or all. A path may name a group (`gate`). */
  'limits.reset': route<LimitsReport>()({ paths: z.array(limitPath).min(1).max(200).optional() }),
  /** JSON Schema (2020-12) of the limits, each with title and description. */
  'limits.schema': route<object>()({}),

  'agents.get': route<readonly OverlayReport[]>()({}),
  /** A whole new value of one; the library keeps what differs from the shipped one. */
  'agents.set': route<readonly OverlayReport[]>()({
    name: z.enum(overlayNames),
    value: z.record(z.string().max(200), z.unknown()),
  }),
  'agents.reset': route<readonly OverlayReport[]>()({ name: z.enum(overlayNames) }),

  ...modelRequests,
  /** How each server is, with its chat models. `here`: those on this computer, and LM Studio where it usually is. */
  'models.chat': route<ChatModelsReport>()({ here: z.boolean().optional() }),
  /** Asks one server now, and tells what came of it. */
  'models.testServer': route<ServerTest>()({ server }),

  ...evaluationRequests,
  ...reviewTableRequests,
  ...insightsRequests,
  ...apiRequests,
  ...teamRequests,
  ...updateRequests,
} as const;

export type RouteName = keyof typeof requests;
export type RequestOf<R extends RouteName> = z.input<(typeof requests)[R]>;
export type ParsedRequestOf<R extends RouteName> = z.output<(typeof requests)[R]>;

export type Results = { readonly [R in RouteName]: (typeof requests)[R][typeof result] };
