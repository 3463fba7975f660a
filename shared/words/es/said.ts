import chat from './errors/chat.json';
import contract from './errors/contract.json';
import controller from './errors/controller.json';
import evaluation from './errors/evaluation.json';
import ingest from './errors/ingest.json';
import models from './errors/models.json';
import settings from './errors/settings.json';
import store from './errors/store.json';
import health from './health.json';
import limits from './limits.json';
import named from './named.json';
import notices from './notices.json';
import reasons from './reasons.json';
import remarks from './remarks.json';

export const said = {
  errors: { ...contract, ...ingest, ...store, ...models, ...controller, ...chat, ...evaluation, ...settings },
  notices,
  remarks,
  health,
  reasons,
  limits,
  named,
};
