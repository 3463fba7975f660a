/** A process whose engine is the built one: hands every message between its parent and the engine's thread. */
const { join } = require('node:path');
const { Worker } = require('node:worker_threads');

const [options] = process.argv.slice(2).map((text) => JSON.parse(text));
const engine = new Worker(join(__dirname, '../../../out/main/worker.cjs'), { workerData: options });
process.on('message', (message) => engine.postMessage(message));
engine.on('message', (message) => process.send(message));
engine.on('exit', () => process.disconnect());
