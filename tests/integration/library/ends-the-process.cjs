// Preloaded by a process under test: ends it, as a fault in native code would, where it opens a file of this name, or at
// the call that ENDS_AT names: `rename uploads 65`, the 65th that has to do with a path in uploads.
const promises = require('node:fs/promises');

const [name, path, count] = (process.env.ENDS_AT ?? 'open ends-the-process.txt 1').split(' ');
const call = promises[name];
let calls = 0;
promises[name] = (...args) => {
  if (args.some((arg) => String(arg).includes(path))) calls += 1;
  if (calls >= Number(count)) process.kill(process.pid, 'SIGKILL');
  return call(...args);
};
