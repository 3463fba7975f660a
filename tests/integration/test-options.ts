/** Options of the tests' engines, without the engine itself: tests in real windows need no more of it. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { EngineOptions } from '../../electron/engine/options';
import { configHome, project } from './cli/vitrine-command';

export function testOptions(libraryFolder: string, changes: Partial<EngineOptions> = {}): EngineOptions {
  return {
    libraryFolder,
    configFolder: join(project, 'config'),
    bundledModelFolder: join(project, 'resources', 'models'),
    sampleFolder: join(project, 'docs', 'guide'),
    modelFolders: [],
    downloadFolder: join(libraryFolder, 'models'),
    permissionFolder: join(configHome, 'Vitrine', 'permissions'),
    // No server listens there.
    hubEndpoint: 'http://127.0.0.1:9',
    offline: false,
    userId: 'local',
    chatModel: null,
    logFile: null,
    ...changes,
    // No server listens there either.
    providers: { ollama: { baseUrl: 'http://127.0.0.1:9' }, ...changes.providers },
  };
}

/** Files and folders that may be beside the checkout, or null with a line that says which tests are skipped. */
export function beside(path: string, what: string): string | null {
  const found = resolve(project, '../shared', path);
  if (existsSync(found)) return found;
  console.warn(`skipped: ${what} needs ../shared/${path}`);
  return null;
}
