/**
 * One run in a process of its own: opens the library with the options of argv[2] (JSON), runs the prompt of argv[3]
 * with the model of argv[4] (none where empty) and prints its states as canonical JSON.
 */

import { openEngine } from '../../../electron/engine/engine';
import { quietNativeLogs } from '../../../electron/engine/host-options';
import { canonicalJson } from '../../../shared/canonical-json';

quietNativeLogs(process.env);

async function main([options = '{}', prompt = '', model = '']: readonly string[]): Promise<void> {
  const engine = await openEngine(JSON.parse(options));
  try {
    const started = await engine.request('run.start', { prompt, ...(model === '' ? {} : { model }) });
    if (!started.ok) throw new Error(started.error.message);
    const run = await engine.request('run.auto', { runId: started.data.runId });
    if (!run.ok) throw new Error(run.error.message);
    const { snapshots, stages } = run.data;
    process.stdout.write(canonicalJson({ snapshots, by: stages.map(({ by }) => by) }));
  } finally {
    await engine.close();
  }
}

void main(process.argv.slice(2));
