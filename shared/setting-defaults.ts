import { addressSettings, providers } from './providers';
import type { Settings } from './settings';

// Apart from the schemas, which a host that starts does without.

/** Values in force without the environment and without a person's choice. */
export const settingDefaults: Settings = {
  ...addressSettings(
    (id) => providers[id].address.standard,
    () => null,
  ),
  servers: [],
  chatModel: null,
  modelFolders: [],
  hubEndpoint: 'https://huggingface.co',
  offline: false,
  'ingest.resume': 'continue',
  'ingest.ocr': false,
  'ingest.ocrLanguages': ['eng', 'deu'],
  'calculation.proposals': false,
  'runs.keepDays': 0,
  'figures.keep': true,
  'log.keepDays': 0,
  'log.withConversation': true,
  'figures.prices': {},
  'figures.currency': '',
  'appearance.theme': 'system',
  'appearance.textSize': 100,
  'appearance.contrast': 'system',
  'appearance.language': 'system',
  'appearance.allSettings': false,
  'desktop.tray': false,
  'desktop.notifications': false,
  'updates.daily': false,
};
