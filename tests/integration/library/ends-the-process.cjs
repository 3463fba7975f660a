// Preloaded by a process under test: whoever opens a file of this name ends the process, as a fault in native code would.
const promises = require('node:fs/promises');

const { open } = promises;
promises.open = (path, ...rest) => {
  if (String(path).endsWith('ends-the-process.txt')) process.kill(process.pid, 'SIGKILL');
  return open(path, ...rest);
};
