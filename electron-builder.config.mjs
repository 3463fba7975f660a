// biome-ignore-all lint/suspicious/noTemplateCurlyInString: electron-builder fills in ${platform} and the like.
// What `npm run dist` puts into the program that people download, and how: each choice with its reason beside it.
// scripts/dist.mjs uses it and says which Electron goes in; docs/guide/release.md tells the rest.
import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const { env } = process;

/** A language of the interface is a folder of its words. */
const languages = readdirSync(join(import.meta.dirname, 'shared/words'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

/**
 * The packages that the built program loads from node_modules, and those that they load themselves; all others are
 * bundled into out/. This list says what goes in, so that no dependency of a dependency travels unseen. Not in it:
 * LanceDB's openai and transformers (its own embedding functions), the command line of Arrow, the installer of
 * onnxruntime.
 */
const packages = [
  '@lancedb/lancedb',
  '@lancedb/lancedb-${platform}-${arch}*',
  '@libsql/${platform}-${arch}*',
  '@napi-rs/canvas',
  '@napi-rs/canvas-${platform}-${arch}*',
  '@neon-rs/load',
  '@opentelemetry/api',
  '@swc/helpers',
  '@tesseract.js-data/deu',
  '@tesseract.js-data/eng',
  'apache-arrow',
  'detect-libc',
  'flatbuffers',
  'libsql',
  'onnxruntime-common',
  'onnxruntime-node',
  'pdfjs-dist',
  'reflect-metadata',
  'tesseract.js-core',
  'tslib',
];

const leftOut = [
  // What only developers read. Licences stay.
  '!node_modules/**/*.{map,ts,mts,cts,tsx,md,markdown,tsbuildinfo,yaml}',
  // Alpine's C library: Electron does not run on it.
  '!node_modules/@{lancedb,libsql,napi-rs}/*-musl/**',
  // Arrow and its flatbuffers stay in both forms: LanceDB requires them, the engine imports them.
  '!node_modules/apache-arrow/{*.min.js,bin/**,src/**}',
  '!node_modules/flatbuffers/ts/**',
  // The program requires the CommonJS files of these.
  '!node_modules/@opentelemetry/api/build/{esm,esnext}/**',
  '!node_modules/@swc/helpers/src/**',
  '!node_modules/onnxruntime-common/{lib,dist/esm}/**',
  // Built for five systems in one package.
  '!node_modules/onnxruntime-node/{bin,lib,script}/**',
  'node_modules/onnxruntime-node/bin/*/${platform}/${arch}/**',
  // The engine takes text, and draws scans to recognise it, with the legacy build. The page has its own copy in
  // out/renderer.
  '!node_modules/pdfjs-dist/{build,iccs,image_decoders,legacy/image_decoders,legacy/web,types,web}/**',
  '!node_modules/pdfjs-dist/wasm/*_nowasm_fallback.js',
  '!node_modules/pdfjs-dist/legacy/build/{*.min.mjs,pdf.sandbox.mjs}',
  // Of the builds of Tesseract the one that is named in the engine; of a language the small data of the network.
  '!node_modules/tesseract.js-core/*.{js,wasm}',
  'node_modules/tesseract.js-core/tesseract-core-simd-lstm.{js,wasm}',
  '!node_modules/@tesseract.js-data/*/4.0.0/**',
];

/**
 * Switches in the binary that nothing at run time can turn. tests/e2e/packaged.test.ts reads them back.
 */
const fuses = {
  // ELECTRON_RUN_AS_NODE would turn the signed program into a Node that runs any script under its name and rights.
  runAsNode: false,
  // NODE_OPTIONS, e.g. --require, would put foreign code into the main process.
  enableNodeOptionsEnvironmentVariable: false,
  // --inspect would let any local program read and steer the main process, keys in memory included.
  enableNodeCliInspectArguments: false,
  // What Chromium stores as cookies is encrypted with a key of the system. Vitrine sets none; this is for one that
  // comes in by mistake.
  enableCookieEncryption: true,
  // The program starts only if app.asar is the one that was built. Electron checks it on macOS and Windows; on Linux it
  // takes the fuse and does not check yet.
  enableEmbeddedAsarIntegrityValidation: true,
  // Without it, a folder `app` beside app.asar would be loaded in its stead, unchecked.
  onlyLoadAppFromAsar: true,
  // The main process has no V8 snapshot of its own to load.
  loadBrowserProcessSpecificV8Snapshot: false,
  // The page comes from app://; file:// needs no rights beyond those a browser gives it.
  grantFileProtocolExtraPrivileges: false,
  // Changing a fuse breaks the ad-hoc signature that Apple silicon asks of every program; it is made anew.
  resetAdHocDarwinSignature: true,
};

const signsForMac = Boolean(env.CSC_LINK || env.CSC_NAME);
const notarises = Boolean(env.APPLE_API_KEY || env.APPLE_ID || env.APPLE_KEYCHAIN_PROFILE);

/** @type {import('electron-builder').Configuration} */
export default {
  appId: 'app.vitrine.desktop',
  productName: 'Vitrine',
  copyright: 'Copyright © 2026 The Vitrine developers',
  directories: { output: 'dist', buildResources: 'resources' },
  artifactName: 'Vitrine-${version}-${os}-${arch}.${ext}',
  files: [
    'package.json',
    'out/{main,preload,renderer}/**',
    // The command line, the page for browsers and the server for assistants run from a clone: with RunAsNode off nothing
    // in here could start them.
    '!out/main/{cli,mcp,web}.cjs',
    '!node_modules/**',
    ...packages.map((name) => `node_modules/${name}/**`),
    ...leftOut,
  ],
  // Beside app.asar, because people may read and native code must open them: settings, the bundled model, the samples.
  extraResources: [
    { from: 'config', to: 'config' },
    { from: 'resources/models', to: 'resources/models', filter: ['**', '!.*'] },
    { from: 'resources/sample-library', to: 'resources/sample-library' },
    { from: 'resources/icons/512x512.png', to: 'resources/icon.png' },
    // Of the packages inside; Electron's and Chromium's own stand beside the program.
    { from: 'resources/licences.json', to: 'resources/licences.json' },
    { from: 'LICENSE', to: 'LICENSE' },
    { from: 'NOTICE', to: 'NOTICE' },
  ],
  // Of a package with a native module, only that module is unpacked; else electron-builder unpacks all of it, and what
  // lies outside app.asar is not covered by its integrity.
  asar: { smartUnpack: false },
  // The system's loader knows no archives: native modules, and the libraries that they load, lie beside it as files.
  asarUnpack: ['**/*.{node,dll,dylib,so,so.*}'],
  // All native modules are prebuilt for Node-API, which is the same in every Electron.
  npmRebuild: false,
  // Texts of Chromium's own menus and dialogs, in the languages that Vitrine speaks: 40 MB otherwise.
  electronLanguages: languages,
  electronFuses: fuses,
  // No server is asked for updates; with an address, the description that an updater would read is written beside the
  // installers.
  publish: env.VITRINE_UPDATE_URL ? { provider: 'generic', url: env.VITRINE_UPDATE_URL } : null,
  afterPack: tidy,
  linux: {
    target: ['AppImage', 'deb'],
    executableName: 'vitrine',
    icon: 'resources/icons',
    category: 'Office',
    synopsis: 'Ask questions of your own documents',
    // deb wants an address; this one says that there is none.
    maintainer: 'The Vitrine developers <maintainers@vitrine.invalid>',
    desktop: {
      entry: {
        Name: 'Vitrine',
        GenericName: 'Document search',
        'GenericName[de]': 'Dokumentensuche',
        Comment: 'Ask questions of your own documents, privately',
        'Comment[de]': 'Den eigenen Dokumenten Fragen stellen, ganz privat',
        Categories: 'Office;Utility;TextTools;',
        Keywords: 'search;documents;PDF;questions;citations;private;',
        Terminal: 'false',
      },
    },
  },
  deb: { packageCategory: 'text' },
  mac: {
    // LanceDB and onnxruntime publish nothing for Intel Macs, so there is no universal program either.
    target: [{ target: 'dmg', arch: ['arm64'] }],
    icon: 'resources/icons/icon.icns',
    category: 'public.app-category.productivity',
    // Without a certificate: an ad-hoc signature, good for the machine it was made on.
    ...(signsForMac ? {} : { identity: '-' }),
    // An ad-hoc signature names no team, and the hardened runtime loads native modules of the same team only.
    hardenedRuntime: signsForMac,
    gatekeeperAssess: false,
    entitlements: 'resources/mac/entitlements.plist',
    entitlementsInherit: 'resources/mac/entitlements.plist',
    notarize: signsForMac && notarises,
  },
  win: {
    // libSQL publishes nothing for Windows on ARM.
    target: [{ target: 'nsis', arch: ['x64'] }],
    icon: 'resources/icons/icon.ico',
  },
  nsis: {
    // Into the person's own folder: no administrator is needed, and none can be asked for.
    oneClick: false,
    perMachine: false,
    allowElevation: false,
    allowToChangeInstallationDirectory: true,
    // The library is the person's; removing the program leaves it.
    deleteAppDataOnUninstall: false,
  },
};

/** Takes what belongs to running Electron by hand out of the package, and tells its licence from ours. */
function tidy({ appOutDir, electronPlatformName, packager }) {
  const mac = electronPlatformName === 'darwin';
  const resources = mac
    ? join(appOutDir, `${packager.appInfo.productFilename}.app`, 'Contents', 'Resources')
    : join(appOutDir, 'resources');
  rmSync(join(resources, 'default_app.asar'), { force: true });
  rmSync(join(appOutDir, 'version'), { force: true });
  const licence = join(appOutDir, 'LICENSE');
  if (existsSync(licence)) renameSync(licence, join(appOutDir, 'LICENSE.electron.txt'));
}
