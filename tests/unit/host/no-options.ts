import type { EngineOptions } from '../../../electron/engine/options';

/** For a thread in which no engine is opened. */
export const noOptions: EngineOptions = {
  libraryFolder: '',
  configFolder: '',
  bundledModelFolder: '',
  sampleFolder: '',
  modelFolders: [],
  downloadFolder: '',
  hubEndpoint: '',
  providers: { ollama: { baseUrl: '' } },

  offline: true,
  userId: 'local',
  chatModel: null,
  logFile: null,
};
