/** Program of a test: embeds a text in a thread, closes the idle thread with nothing else to do, and says so. */
import { join } from 'node:path';
import catalogue from '../../../config/models.json';
import { IngestThreads } from '../../../electron/engine/flows/ingest/ingest-threads';
import { modelCatalogueSchema } from '../../../shared/model-catalogue';

const project = join(__dirname, '../../..');

async function main(): Promise<void> {
  const threads = new IngestThreads({
    workerFile: join(project, 'out', 'main', 'ingest-worker.cjs'),
    most: 1,
    data: {
      modelId: 'use-lite',
      catalogue: modelCatalogueSchema.parse(catalogue),
      bundledModelFolder: join(project, 'resources', 'models'),
      modelFolders: [],
      downloadFolder: join(project, 'none'),
    },
  });
  await threads.embed(['A text.']);
  // Later than the answer has let go of the thread.
  await new Promise((resolve) => setImmediate(resolve));
  await threads.close();
  console.log('closed');
}

void main();
