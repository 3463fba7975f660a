import { app } from './app';
import { care } from './care';
import { chat } from './chat';
import { desktop } from './desktop';
import { evaluate } from './evaluate';
import { insights } from './insights';
import { inspector } from './inspector';
import { journey } from './journey';
import { library } from './library';
import { searchModels } from './search-models';
import { settings } from './settings';
import { source } from './source';
import { stages } from './stages';
import { tables } from './tables';
import { terminal } from './terminal';

/** Every sentence the interface says, in English; the other catalogues are typed by this one. */
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
} as const;

export { said } from './said';
