import { join } from 'node:path';
import { aliasIn, external, target, treeshake } from '../../scripts/engine-build';
import { repository } from './benchmark-page';

type EngineModule = typeof import('../../electron/engine/engine');

let built: Promise<EngineModule> | null = null;

/**
 * Opens the engine that the program has: bundled by the same bundler in the same way. Loaded file by file, as tests load
 * it, every call from one module to another goes through a getter, and a search takes a tenth more of the processor.
 */
export async function openBuiltEngine(...given: Parameters<EngineModule['openEngine']>) {
  built ??= buildEngine();
  const { openEngine } = await built;
  return openEngine(...given);
}

async function buildEngine(): Promise<EngineModule> {
  const { build } = await import('vite');
  const outDir = join(repository, 'out', 'bench');
  await build({
    configFile: false,
    root: repository,
    logLevel: 'warn',
    resolve: { alias: aliasIn(repository) },
    ssr: { noExternal: true },
    build: {
      ssr: join(repository, 'electron', 'engine', 'engine.ts'),
      outDir,
      target,
      rolldownOptions: { external, treeshake, output: { format: 'cjs', entryFileNames: '[name].cjs' } },
    },
  });
  return require(join(outDir, 'engine.cjs')) as EngineModule;
}
