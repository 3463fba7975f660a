import type { ModelSummary } from '@shared/contract/index';
import { t } from '../../strings/index';

/** Whether a server runs it, and not this computer's Vitrine. */
export const runsElsewhere = ({ store }: Pick<ModelSummary, 'store'>): boolean => store === undefined;

/** Whether an id is of a model that a server runs. */
export const ofServer = (id: string): boolean => /^(ollama|openai):/u.test(id);

/** Where it comes from and how it is made, in one line. */
export function noteOf(model: ModelSummary): string {
  const { licence, dimension, window } = model;
  return [
    originOf(model),
    // Of a server's model and of one that nobody knows there is nothing to say.
    model.store && licence !== 'unknown' ? licence : '',
    dimension ? t('searchModels.numbers', { count: dimension }) : '',
    window ? t('searchModels.window', { count: window }) : '',
  ]
    .filter(Boolean)
    .join(' · ');
}

function originOf({ id, store, location }: ModelSummary): string {
  if (!store) {
    const server = id.startsWith('ollama:') ? t('settings.ollama') : t('settings.openai');
    return t('searchModels.onServer', { server, place: placeOf(location ?? '') });
  }
  if (store.from === 'bundled') return t('searchModels.bundled');
  if (location !== null && !store.removable) return t('searchModels.fromFolder', { folder: location });
  return store.repository ?? '';
}

/** Host and port of a server; what was entered where that is no address. */
export const placeOf = (address: string): string => (URL.canParse(address) ? new URL(address).host : address);
