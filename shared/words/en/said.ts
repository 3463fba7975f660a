import { chat } from './errors/chat';
import { contract } from './errors/contract';
import { controller } from './errors/controller';
import { evaluation } from './errors/evaluation';
import { ingest } from './errors/ingest';
import { models } from './errors/models';
import { settings } from './errors/settings';
import { store } from './errors/store';
import limits from './limits.json';
import { named } from './named';
import { health, notices, remarks } from './notices';
import { reasons } from './reasons';

/** What the engine says by code, in English; the other languages are typed by this. */
export const said = {
  errors: { ...contract, ...ingest, ...store, ...models, ...controller, ...chat, ...evaluation, ...settings },
  notices,
  remarks,
  health,
  reasons,
  limits,
  named,
} as const;
