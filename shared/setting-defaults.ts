import type { Settings } from './settings';

// Apart from the schemas, which a host that starts does without.

/** What holds where neither the environment nor a person says otherwise. */
export const settingDefaults: Settings = {
  ollamaHost: 'http://127.0.0.1:11434',
  'openai.baseUrl': null,
  chatModel: null,
  modelFolders: [],
  hubEndpoint: 'https://huggingface.co',
  offline: false,
  'ingest.resume': 'continue',
  'ingest.ocr': false,
  'ingest.ocrLanguages': ['eng', 'deu'],
  'appearance.theme': 'system',
  'appearance.textSize': 100,
  'appearance.contrast': 'system',
  'appearance.language': 'system',
  'desktop.tray': false,
  'desktop.notifications': false,
};

/** Server that OPENAI_API_KEY belongs to where no address is set. */
export const openAiAddress = 'https://api.openai.com/v1';
