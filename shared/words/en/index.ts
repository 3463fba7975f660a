import app from './app.json';
import care from './care.json';
import chat from './chat.json';
import desktop from './desktop.json';
import chatErrors from './errors/chat.json';
import contract from './errors/contract.json';
import controller from './errors/controller.json';
import evaluation from './errors/evaluation.json';
import ingest from './errors/ingest.json';
import models from './errors/models.json';
import settingsErrors from './errors/settings.json';
import store from './errors/store.json';
import evaluate from './evaluate.json';
import health from './health.json';
import insights from './insights.json';
import inspector from './inspector.json';
import journey from './journey.json';
import library from './library.json';
import limits from './limits.json';
import named from './named.json';
import notices from './notices.json';
import reasons from './reasons.json';
import remarks from './remarks.json';
import searchModels from './search-models.json';
import settings from './settings.json';
import source from './source.json';
import stages from './stages.json';
import tables from './tables.json';
import terminal from './terminal.json';

/** Every sentence that the interface says; the other languages have the same keys. */
export const words = {
  ...app,
  ...desktop,
  ...library,
  ...chat,
  ...source,
  ...stages,
  ...insights,
  ...inspector,
  ...journey,
  ...evaluate,
  ...settings,
  ...care,
  ...searchModels,
  ...tables,
  ...terminal,
};

/** Everything that the engine says by code. */
export const said = {
  errors: {
    ...contract,
    ...ingest,
    ...store,
    ...models,
    ...controller,
    ...chatErrors,
    ...evaluation,
    ...settingsErrors,
  },
  notices,
  remarks,
  health,
  reasons,
  limits,
  named,
};
