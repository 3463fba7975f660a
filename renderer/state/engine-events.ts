import { useChat } from './chat';
import { useCollections } from './collections';
import { useEvaluation } from './evaluation';
import { host } from './host';
import { useQueue } from './ingest-queue';
import { useLibrary } from './library';
import { useCare } from './library-care';
import { usePull } from './model-pull';
import { useRebuild } from './rebuild';
import { useSearchModels } from './search-models';
import { useSettings } from './settings';
import { useShell } from './shell';
import { useStages } from './stages';
import { carryOutDeletions } from './undoable-delete';
import { useWatch } from './watched-folders';

/** Hands every event of the engine to the slices that care, and fetches what the first screen needs. */
export function listenToEngine(): void {
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
        loadLibrary();
        break;
      case 'library.changed':
        loadLibrary();
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
        fetchAll();
        break;
    }
  });
  window.addEventListener('pagehide', carryOutDeletions);
  fetchAll();
}

function fetchAll(): void {
  void useSettings.getState().load();
  loadLibrary();
  void useQueue.getState().load();
  void useRebuild.getState().load();
  void useWatch.getState().load();
  void useChat.getState().loadConversations();
  void useStages.getState().loadRuns();
}

function loadLibrary(): void {
  void useLibrary.getState().load();
  void useCollections.getState().load();
}
