// Read by Electron before the app (-r, tests/e2e/app.ts): the app opens its window only when the driver has attached.
// The driver waits for ever, about one launch in ten on a busy machine, where it finds a page between its empty document
// and its own. It says by __playwright_run that it is there.
const { app } = require('electron');

for (let at = process.argv.indexOf('-r'); at >= 0; at = process.argv.indexOf('-r')) process.argv.splice(at, 2);

let begin;
const attached = new Promise((resolve) => {
  begin = resolve;
});
globalThis.__playwright_run = () => begin();

const whenReady = app.whenReady.bind(app);
app.whenReady = async () => {
  await attached;
  return whenReady();
};
