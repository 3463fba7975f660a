import { host } from '../bridge/host';
import { useChat } from './chat/chat';
import { useEvaluation } from './evaluation';
import { useCollections } from './library/collections';
import { useQueue } from './library/ingest-queue';
import { useLibrary } from './library/library';
import { useCare, useRebuild } from './library/library-care';
import { useWatch } from './library/watched-folders';
import { usePull } from './model-pull';
import { useSearchModels } from './search-models';
import { useSettings } from './settings';
import { firstScreen, useShell } from './shell';
import { useStages } from './stages';
import { carryOutDeletions } from './undo';

/**
 * Hands every event of the engine to the slices that care, and fetches what the first screen needs. Resolves when all of
 * that is answered; what could not be answered is told by its slice.
 */
export function listenToEngine(): Promise<unknown> {
  host().subscribe((event) => {
    switch (event.type) {
      case 'ingest.progress':
        useQueue.getState().onProgress(event.progress);
        break;
      case 'watch.changed':
        useWatch.getState().onChanged(event.folders);
        break;
      case 'ingest.job':
        useQueue.getState().onJob(event.job);
        break;
      case 'ingest.finished':
        useQueue.getState().onFinished(event.jobId, event.report);
        void loadLibrary();
        break;
      case 'library.changed':
        void loadLibrary();
        break;
      case 'run.stage':
        useStages.getState().onStage(event.runId, event.record);
        useChat.getState().onStage(event.requestId, event.stage, event.record.state);
        break;
      case 'chat.token':
        useChat.getState().onToken(event.requestId, event.token);
        break;
      case 'chat.citation':
        useChat.getState().onCitation(event.requestId, event.citation);
        break;
      case 'chat.waiting':
        useChat.getState().onWaiting(event.requestId, event.seconds, event.attempt);
        break;
      case 'chat.done':
        break;
      case 'settings.changed':
        useSettings.getState().onChanged(event.settings);
        break;
      case 'evaluation.progress':
        useEvaluation.getState().onProgress(event.requestId, event.progress);
        break;
      case 'models.progress':
        usePull.getState().onProgress(event.requestId, event.file, event.bytesDone, event.bytesTotal);
        useSearchModels.getState().onProgress(event.requestId, event.modelId, event.bytesDone, event.bytesTotal);
        break;
      case 'library.rebuild':
        useRebuild.getState().onRebuild(event.rebuild);
        break;
      case 'library.care':
        useCare.getState().onProgress(event.requestId, event.progress);
        break;
      case 'engine.down':
        useShell.getState().setEngineDown(event.error);
        break;
      case 'engine.up':
        useShell.getState().setEngineDown(null);
        void fetchAll();
        break;
    }
  });
  window.addEventListener('pagehide', carryOutDeletions);
  return fetchAll();
}

/** What the first screen shows. */
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
  void useWatch.getState().load();
  void useStages.getState().loadRuns();
}

function loadLibrary(): Promise<unknown> {
  return Promise.all([useLibrary.getState().load(), useCollections.getState().load()]);
}
