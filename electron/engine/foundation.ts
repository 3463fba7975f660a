import { reportOf } from '@shared/errors';
import type { ModelCatalogue } from '@shared/model-catalogue';
import { ConnectionLog } from './connections/connection-log';
import { remoteIndex } from './connections/remote-index';
import { EngineEvents } from './engine-events';
import { type EngineLog, openLog } from './engine-log';
import type { EngineOptions } from './options';
import { ConfigFiles } from './settings/config-files';
import { type LiveOptions, liveOptions, SettingsStore } from './settings/settings';
import { Library } from './store';

/** What all other parts of an engine stand on: its library, how it is set up, and whom it tells. */
export interface Foundation {
  /** As the host has given them. */
  readonly given: EngineOptions;
  /** The same with the settings in force. */
  readonly options: LiveOptions;
  readonly settings: SettingsStore;
  readonly config: ConfigFiles;
  readonly catalogue: ModelCatalogue;
  readonly log: EngineLog;
  readonly events: EngineEvents;
  readonly connections: ConnectionLog;
  readonly library: Library;
}

/** Reads settings and configuration, then opens the library. Errors: those of opening a library, `config-invalid`. */
export async function openFoundation(given: EngineOptions): Promise<Foundation> {
  const settings = new SettingsStore(given);
  const config = new ConfigFiles(given.configFolder, given.libraryFolder);
  const catalogue = await config.models();
  const log = openLog(given.logFile);
  const events = new EngineEvents();
  const connections = connectionsOf(settings, log, events);
  const library = await Library.open(
    given.libraryFolder,
    given.userId,
    remoteIndex(given, connections, settings.storeKeys),
    given.readsOnly,
  );
  library.onTrouble = (error) => log.write('', 'index.compaction', { ...reportOf(error) });
  const options = liveOptions(given, settings, connections);
  return { given, options, settings, config, catalogue, log, events, connections, library };
}

/** Connections, each told when it begins and ends; the log hears of it when it is over. */
function connectionsOf(settings: SettingsStore, log: EngineLog, { emit }: EngineEvents): ConnectionLog {
  return new ConnectionLog(
    () => settings.value('offline'),
    (connection) => {
      const { requestId, ...facts } = connection;
      if (connection.state !== 'open') log.write(requestId ?? '', 'network.connection', facts);
      emit({ type: 'network.connection', requestId: requestId ?? '', connection });
    },
  );
}
