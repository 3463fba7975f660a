// Lets a plain worker thread run the TypeScript beside it.
require('tsx/cjs/api').register();
require('./crashing-worker.ts');
