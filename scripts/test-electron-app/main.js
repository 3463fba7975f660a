// What `electron FOLDER` runs in the test runtime: opens the app in that folder as the official Electron would.
const { existsSync, readFileSync, statSync } = require('node:fs');
const Module = require('node:module');
const path = require('node:path');
const { app } = require('electron');

const words = process.argv.slice(1);
const preloads = [];
let target = null;
for (let at = 0; at < words.length && target === null; at++) {
  const word = words[at];
  // Test tools attach with `-r FILE`.
  if (word === '-r' || word === '--require') preloads.push(words[++at]);
  else if (!word.startsWith('-')) target = path.resolve(word);
}

if (target === null || !existsSync(target)) {
  console.error('usage: electron [-r FILE] FOLDER [arguments]');
  app.exit(2);
} else {
  for (const file of preloads) require(path.resolve(file));
  Object.defineProperty(process, 'defaultApp', { value: true });
  open(target);
}

function open(file) {
  let entry = file;
  if (statSync(file).isDirectory()) {
    const manifest = JSON.parse(readFileSync(path.join(file, 'package.json'), 'utf8'));
    app.setName(manifest.productName ?? manifest.name);
    app.setVersion(manifest.version ?? '0.0.0');
    app.setAppPath(file);
    entry = path.resolve(file, manifest.main ?? 'index.js');
  } else {
    app.setAppPath(path.dirname(file));
  }
  Module._load(entry, null, true);
}
