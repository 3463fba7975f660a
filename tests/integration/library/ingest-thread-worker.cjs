// The built thread of an ingest. A text that says so ends it, as a fault in native code would.
const { parentPort } = require('node:worker_threads');

const on = parentPort.on.bind(parentPort);
parentPort.on = (event, listener) =>
  on(event, (message) => {
    if (JSON.stringify(message.a ?? '').includes('this text ends its thread')) process.exit(9);
    listener(message);
  });
require('../../../out/main/ingest-worker.cjs');
