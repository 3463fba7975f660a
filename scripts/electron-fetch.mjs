// node scripts/electron-fetch.mjs REQUEST: downloads an Electron into Electron's own cache. Prints the archive's path, or on
// stderr all causes of the failure in one line.
import { createRequire } from 'node:module';
import { inProject } from './project.mjs';

const require = createRequire(inProject('node_modules', 'electron', 'package.json'));

try {
  const { downloadArtifact } = require('@electron/get');
  const request = { ...JSON.parse(process.argv[2]), artifactName: 'electron' };
  console.log(await downloadArtifact({ ...request, platform: process.platform, arch: process.arch }));
} catch (error) {
  console.error(causes(error).join(': '));
  process.exitCode = 1;
}

/** Messages from the error to its first cause, each once. */
function causes(error) {
  const messages = [];
  for (let each = error; each; each = each.cause ?? each.errors?.[0])
    messages.push(each.message || each.code || each.name);
  return [...new Set(messages.map((message) => String(message).replaceAll('\n', ' ')))];
}
