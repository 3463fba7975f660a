// Lets a plain worker thread run the TypeScript of an ingest's thread. A text that says so ends it, as a fault in native
// code would.
require('tsx/cjs/api').register();
const { parentPort } = require('node:worker_threads');

parentPort.on('message', (message) => {
  if (JSON.stringify(message).includes('this text ends its thread')) process.exit(9);
});
require('../../../electron/engine/ingest-worker.ts');
