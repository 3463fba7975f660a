import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type ConfigurationFigures,
  type EvaluatedQuery,
  type EvaluationResult,
  type evaluationRequests,
  type LabelledQuestion,
  type Run,
  type SearchMode,
  searchModes,
} from '@shared/contract';
import { VitrineError } from '@shared/errors';
import { inLanguage } from '@shared/words/index';
import { measureAnswers } from '../answers/evaluation-answers';
import { controllerOf } from '../answers/run-controller';
import type { Uses } from '../engine-context';
import {
  compareConfigurations,
  evaluate,
  evaluationReport,
  measureSet,
  namedConfigurations,
  questionFigures,
  type RankDocuments,
  readLabelledSet,
} from '../evaluation';
import type { RouteContext } from '../events';
import {
  assertFits,
  openKeptLibrary,
  openSetLibrary,
  ownLibrary,
  progressOf,
  readSet,
  type SessionLibrary,
} from '../jobs/evaluation/evaluation-session';
import { libraryIdOf } from '../jobs/evaluation/labelled-set-store';
import { assertReranks, partsFor, SetSearch } from '../jobs/evaluation/set-search';
import type { RoutesOf } from './lazy-routes';

type Parts = Uses<'config' | 'library' | 'activeModel' | 'keptSets' | 'emit'>;

type Routes = RoutesOf<keyof typeof evaluationRequests>;

const run: Routes['evaluate.run'] = async (parts, input, { signal }) => {
  const { modes = searchModes } = input;
  const entry = parts.activeModel.toUse(input.model);
  const set = await readLabelledSet(input);
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-evaluation-'));
  try {
    const { KeptSetLibraries } = await import('../jobs/evaluation/labelled-set-store');
    const sets = new KeptSetLibraries(folder, parts.models, 'unknown');
    const here = { ...parts, keptSets: async () => sets };
    const toOpen = { name: 'set', documents: set.documents, model: entry.id };
    const session = await openSetLibrary(here, toOpen, signal, () => undefined);
    try {
      const searches = new Map<SearchMode, SetSearch>();
      for (const mode of modes) searches.set(mode, await SetSearch.in(parts, session, { mode }));
      const rank: RankDocuments = async (query, mode) =>
        (await searches.get(mode)?.rank(query, signal))?.documentIds ?? [];
      return await evaluate(set, modes, rank, entry.id, signal);
    } finally {
      await session.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

const start: Routes['evaluate.start'] = async (parts, input, context) => {
  const configurations = namedConfigurations(input.configurations);
  parts.library.assertWritable();
  return parts.evaluations.run(async () => {
    const started = performance.now();
    const createdAt = new Date().toISOString();
    const progress = progressOf(parts, context);
    const { signal } = context;
    progress({ phase: 'reading', way: null, done: 0, total: 1 });
    const opened = await readSet(parts, input);
    const { set, facts } = opened;
    assertFits(opened, input, parts.activeModel.id);
    await assertReranks(
      parts,
      configurations.map(({ configuration }) => configuration),
    );
    const { id: model } = parts.activeModel.toUse(input.model);
    const session =
      facts.kind === 'csv'
        ? ownLibrary(parts)
        : await openSetLibrary(parts, { name: facts.name, documents: set.documents, model }, signal, progress);
    try {
      const searches = new Map<string, SetSearch>();
      for (const { name, configuration } of configurations) {
        searches.set(name, await SetSearch.in(parts, session, configuration));
      }
      const total = set.queries.length * configurations.length;
      const { version } = session.library;
      const measured = await measureSet(
        set,
        configurations,
        async (query, { name }) => searches.get(name)?.rank(query, signal) ?? { documentIds: [], notices: [] },
        (way, done) => progress({ phase: 'searching', way, done, total }),
        { cutoffs: input.cutoffs, signal },
      );
      const result: EvaluationResult = {
        evaluationId: parts.library.newId('eval'),
        createdAt,
        set: facts,
        setKey: session.key,
        model,
        reranker: [...searches.values()].map(({ rerankerId }) => rerankerId).find((id) => id !== null) ?? null,
        ...measured,
        answers: input.answers ? await measureAnswers(parts, opened, session, context, progress) : null,
        ...(session.library.version === version ? {} : { libraryChanged: true }),
        chunks: session.library.documents.counts().chunks,
        ms: Math.round(performance.now() - started),
      };
      signal.throwIfAborted();
      parts.library.evaluations.put(result);
      return result;
    } finally {
      await session.close();
    }
  }, context.signal);
};

const openRun: Routes['evaluate.openRun'] = async (parts, input, context) => {
  const result = parts.library.evaluations.get(input.evaluationId);
  const query = result.queries.find(({ queryId }) => queryId === input.queryId);
  const named = result.configurations.find(({ name }) => name === input.configuration);
  if (!query || !named) {
    throw new VitrineError('bad-request', {
      name: query ? input.configuration : input.queryId,
      why: 'not-in-result',
    });
  }
  const session = await sessionOf(parts, result, context);
  try {
    const inner = await partsFor(parts, session, named.configuration);
    const controller = controllerOf({ ...inner, emit: parts.emit }, context);
    const begun = await controller.start(query.question, { chatModel: null, answeredBy: null });
    const done: Run = {
      ...(await controller.auto(begun, undefined, context.signal)),
      ofSet: labelledQuestion(result, query, named, session.key === null),
    };
    if (session.key !== null) session.library.runs.remove([done.runId]);
    parts.library.runs.put(done);
    return done;
  } finally {
    await session.close();
  }
};

/** A run's facts of its question; questions about the user's library name its documents by their own ids. */
const labelledQuestion = (
  { evaluationId, set }: EvaluationResult,
  { queryId, relevant }: EvaluatedQuery,
  { name, configuration }: ConfigurationFigures,
  isOwn: boolean,
): LabelledQuestion => ({
  evaluationId,
  queryId,
  set: set.name,
  way: { name, configuration },
  relevant: relevant.map(({ documentId, gain }) => ({
    documentId: isOwn ? documentId : libraryIdOf(documentId),
    gain,
  })),
});

/** The library that a result was measured in. Errors: `labelled-set-invalid` where the set is gone or another by now. */
async function sessionOf(
  parts: Parts,
  { set, setKey, model }: EvaluationResult,
  context: RouteContext,
): Promise<SessionLibrary> {
  if (setKey === null) return ownLibrary(parts);
  if (await (await parts.keptSets()).has(setKey)) return openKeptLibrary(parts, setKey);
  const { path, split } = set;
  const opened = await readSet(parts, { path, split: split ?? undefined });
  if (opened.facts.checksum !== set.checksum) {
    throw new VitrineError('labelled-set-invalid', { file: path, line: 0, why: 'has-changed' });
  }
  const toOpen = { name: set.name, documents: opened.set.documents, model };
  return openSetLibrary(parts, toOpen, context.signal, progressOf(parts, context));
}

export const evaluationRoutes: Routes = {
  'evaluate.run': run,
  'evaluate.inspect': async (parts, input) => {
    const { set, facts } = await readSet(parts, input);
    const entry = parts.activeModel.entryOf(input.model ?? parts.activeModel.id);
    const keptSets = await parts.keptSets();
    const key = keptSets.key(set.documents, entry, await parts.config.limits());
    return { ...facts, indexed: facts.kind === 'csv' || (await keptSets.has(key)) };
  },
  'evaluate.start': start,
  'evaluate.list': async ({ library }) => library.evaluations.list(),
  'evaluate.get': async ({ library }, { evaluationId }) => library.evaluations.get(evaluationId),
  'evaluate.delete': async ({ library }, { evaluationIds }) => {
    library.assertWritable();
    return { deleted: library.evaluations.remove(evaluationIds) };
  },
  'evaluate.compare': async (
    { library },
    { evaluationId, before, after, afterEvaluationId = evaluationId, measure },
  ) => {
    const result = library.evaluations.get(evaluationId);
    const other = afterEvaluationId === evaluationId ? result : library.evaluations.get(afterEvaluationId);
    return compareConfigurations(result, before, after, { other, ...(measure ? { measure } : {}) });
  },
  'evaluate.openRun': openRun,
  'evaluate.report': async ({ library: { evaluations } }, asked) => {
    const { evaluationId, withIds = [], format, language = 'en', times = true, decimal = 'point' } = asked;
    const results = [evaluations.get(evaluationId), ...withIds.map((id) => evaluations.get(id))] as const;
    if (format === 'csv') return questionFigures(results, { times, decimal });
    return inLanguage(language, () => evaluationReport(results, format, times));
  },
  'evaluate.sets': async ({ keptSets }) => (await keptSets()).list(),
  'evaluate.removeSets': async ({ library, keptSets }, { keys = null }) => {
    library.assertWritable();
    return (await keptSets()).remove(keys);
  },
};
