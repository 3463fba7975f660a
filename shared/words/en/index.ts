import app from './app.json';
import care from './care.json';
import chat from './chat.json';
import desktop from './desktop.json';
import evaluate from './evaluate.json';
import insights from './insights.json';
import inspector from './inspector.json';
import journey from './journey.json';
import library from './library.json';
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

export { said } from './said';
