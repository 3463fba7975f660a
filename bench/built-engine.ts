import { join } from 'node:path';
import { repository } from './benchmark-page';

type EngineModule = typeof import('../electron/engine/engine');

/**
 * Opens the engine that the program has: bundled by the same bundler in the same way (engine.config.mts), before the
 * bench begins. Loaded file by file, as tests load it, every call from one module to another goes through a getter, and
 * a search takes a tenth more of the processor.
 */
export async function openBuiltEngine(...given: Parameters<EngineModule['openEngine']>) {
  const { openEngine } = require(join(repository, 'out', 'bench', 'engine.cjs')) as EngineModule;
  return openEngine(...given);
}
