import type { EngineEvent } from '@shared/contract/index';
import { host } from '../bridge/host';
import { useChat } from './chat/chat';
import { useSurveys } from './chat/surveys';
import { useEvaluation } from './evaluation';
import { documentsOf, sayAdded } from './library/added-files';
import { useCollections } from './library/collections';
import { useQueue } from './library/ingest-queue';
import { useLibrary, useWatch } from './library/library';
import { useCare, useMeaning, useRebuild } from './library/library-care';
import { usePull } from './model-pull';
import { useSearchModels } from './search-models';
import { useSettings } from './settings';
import { firstScreen, useShell } from './shell';
import { useStages } from './stages';
import { useTables } from './tables';
import { carryOutDeletions } from './undo';

/** Passes the engine's events to the slices. Resolves when the first data is there; a slice shows its own failure. */
export function listenToEngine(): Promise<unknown> {
  host().subscribe((event) => (on[event.type] as ((event: EngineEvent) => void) | undefined)?.(event));
  window.addEventListener('pagehide', carryOutDeletions);
  return fetchAll();
}

async function fetchAll(): Promise<void> {
  await Promise.all([
    useSettings.getState().load(),
    loadLibrary(),
    useQueue.getState().load(),
    useChat.getState().loadConversations(),
  ]);
  void fetchRest();
}

async function fetchRest(): Promise<void> {
  if (useLibrary.getState().documents !== null) await firstScreen;
  void useRebuild.getState().load();
  void useMeaning.getState().load();
  void useWatch.getState().load();
  void useSurveys.getState().load();
  void useStages.getState().loadRuns();
}

const loadLibrary = (): Promise<unknown> =>
  Promise.all([useLibrary.getState().load(), useCollections.getState().load()]);

const on: { readonly [T in EngineEvent['type']]?: (event: Extract<EngineEvent, { type: T }>) => void } = {
  'ingest.progress': ({ progress }) => useQueue.getState().onProgress(progress),
  'watch.changed': ({ folders }) => useWatch.setState({ folders }),
  'ingest.job': ({ job }) => useQueue.getState().onJob(job),
  'ingest.finished': ({ jobId, report }) => {
    useQueue.getState().onFinished(jobId, report);
    sayAdded(jobId, report);
    // Named once they are known.
    void loadLibrary().then(() => useChat.getState().detach(jobId, documentsOf(report)));
  },
  'library.changed': () => {
    void loadLibrary();
    useTables.getState().onLibraryChanged();
  },
  'table.progress': ({ progress }) => useTables.getState().onProgress(progress),
  'survey.progress': ({ survey }) => useSurveys.getState().onProgress(survey),
  'table.changed': ({ requestId, tableId }) => useTables.getState().onChanged(requestId, tableId),
  'run.stage': ({ runId, requestId, stage, record }) => {
    useStages.getState().onStage(runId, record);
    useChat.getState().onStage(requestId, stage, record.state);
  },
  'chat.token': ({ requestId, token }) => {
    useChat.getState().onToken(requestId, token);
    useStages.getState().onToken(requestId, token);
  },
  'chat.passages': ({ requestId, passages }) => useChat.getState().onPassages(requestId, passages),
  'chat.looked': ({ requestId, looked, of }) => useChat.getState().onLooked(requestId, looked, of),
  'chat.citation': ({ requestId, citation }) => useChat.getState().onCitation(requestId, citation),
  'chat.waiting': ({ requestId, seconds, attempt }) => useChat.getState().onWaiting(requestId, seconds, attempt),
  'settings.changed': ({ settings }) => useSettings.getState().onChanged(settings),
  'evaluation.progress': ({ requestId, progress }) => useEvaluation.getState().onProgress(requestId, progress),
  'models.progress': ({ requestId, modelId, file, bytesDone, bytesTotal }) => {
    usePull.getState().onProgress(requestId, file, bytesDone, bytesTotal);
    useSearchModels.getState().onProgress(requestId, modelId, bytesDone, bytesTotal);
  },
  'library.rebuild': ({ rebuild }) => useRebuild.setState({ rebuild }),
  'library.vectors': ({ vectors }) => useMeaning.setState({ vectors }),
  'library.care': ({ requestId, progress }) => useCare.getState().onProgress(requestId, progress),
  'engine.down': ({ error }) => useShell.setState({ engineDown: error }),
  'engine.up': () => {
    useShell.setState({ engineDown: null });
    void fetchAll();
  },
};
