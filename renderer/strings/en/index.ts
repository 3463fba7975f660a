import { app } from './app';
import { care } from './care';
import { chat } from './chat';
import { evaluate } from './evaluate';
import { inspector } from './inspector';
import { journey } from './journey';
import { library } from './library';
import { questionLog } from './question-log';
import { searchModels } from './search-models';
import { settings } from './settings';
import { source } from './source';
import { stages } from './stages';

/** Every sentence the interface says, in English; the other catalogues are typed by this one. */
export const en = {
  ...app,
  ...library,
  ...chat,
  ...source,
  ...stages,
  ...inspector,
  ...journey,
  ...evaluate,
  ...settings,
  ...care,
  ...searchModels,
  ...questionLog,
} as const;
