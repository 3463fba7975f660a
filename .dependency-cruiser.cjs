/**
 * Who may import whom: the table of docs/architecture.md as rules. `npm run check:layers` runs them and
 * tests/unit/hosts/layers.test.ts proves that each of them bites.
 */

/** Folders of the engine that put rooms together or lie under them; every other folder is a room. */
const notRooms = ['connections', 'flows', 'host', 'routes', 'settings'];

/** Every room of the engine; index.ts is its only door, contract.ts holds types that its neighbours speak. */
const room = `^electron/engine/(?!(?:${notRooms.join('|')})/)([^/]+)/`;

/** What the engine's hosts may import of it: the supervisor of its thread, its options, and answers that it has kept. */
const engineHost = '^electron/engine/(host/thread|host-options|options|first-screen-file)\\.ts$';

/** `folder` may import only itself, `allowed` and packages that no other rule forbids. */
const only = (name, from, allowed, why) => ({
  name,
  severity: 'error',
  comment: why,
  from: { path: from },
  to: { path: '^(electron|renderer|shared|config|scripts|tests|resources)/', pathNot: [from, ...allowed] },
});

module.exports = {
  forbidden: [
    only('shared-imports-nothing', '^shared/', [], 'The contract is types and pure functions; it stands alone.'),
    only(
      'renderer-imports-shared',
      '^renderer/',
      ['^shared/'],
      'The renderer is sandboxed: it knows the contract only.',
    ),
    only(
      'main-imports-shared',
      '^electron/main/',
      ['^shared/', engineHost],
      'The desktop host carries requests to the engine thread; it does no work of the engine.',
    ),
    only('preload-imports-shared', '^electron/preload/', ['^shared/'], 'The bridge knows the contract only.'),
    only(
      'web-imports-shared',
      '^electron/web/',
      ['^shared/', engineHost],
      'The web host carries requests to the engine thread; it does no work of the engine.',
    ),
    only(
      'cli-imports-engine-door',
      '^electron/cli/',
      ['^shared/', '^electron/engine/(engine|index|host-options|options)\\.ts$'],
      'The command line opens the engine in process and reaches into no room.',
    ),
    only(
      'mcp-imports-engine-door',
      '^electron/mcp/',
      ['^shared/', '^electron/engine/(engine|index|host-options|options)\\.ts$'],
      'The MCP server opens the engine in process and reaches into no room.',
    ),
    only('engine-imports-shared', '^electron/engine/', ['^shared/', '^config/'], 'The engine knows no host.'),
    {
      name: 'engine-room-door',
      severity: 'error',
      comment: 'A room is entered through its index.ts, or its contract.ts for types.',
      from: { path: room },
      to: { path: room, pathNot: ['^electron/engine/$1/', '^electron/engine/[^/]+/(index|contract)\\.ts$'] },
    },
    {
      name: 'engine-room-door-from-outside',
      severity: 'error',
      comment: 'The files above the rooms use the same doors.',
      from: { path: `^electron/engine/([^/]+\\.ts$|(${notRooms.join('|')})/)` },
      to: { path: room, pathNot: '^electron/engine/[^/]+/(index|contract)\\.ts$' },
    },
    {
      name: 'room-knows-no-composition',
      severity: 'error',
      comment: 'engine.ts, flows and routes put the rooms together; a room that imports them would close a circle.',
      from: { path: room },
      to: { path: '^electron/engine/((engine|engine-parts)\\.ts$|(flows|host|routes)/)' },
    },
    {
      name: 'flow-knows-no-route',
      severity: 'error',
      comment: 'Routes call flows; what a flow needs of the engine lies in engine-parts.ts.',
      from: { path: '^electron/engine/flows/' },
      to: { path: '^electron/engine/(engine\\.ts$|(host|routes)/)' },
    },
    {
      name: 'settings-and-connections-lie-below',
      severity: 'error',
      comment: 'Rooms and flows use them; they use the types of rooms and nothing above.',
      from: { path: '^electron/engine/(settings|connections)/' },
      to: { path: '^electron/engine/((engine|engine-parts)\\.ts$|(flows|host|routes)/)' },
    },
    {
      name: 'only-the-thread-hosts-the-engine',
      severity: 'error',
      comment: 'host/ runs the engine in its worker thread; nothing inside the engine knows where it runs.',
      from: { path: '^electron/engine/(?!host/)' },
      to: { path: '^electron/engine/host/' },
    },
    {
      name: 'electron-in-its-hosts',
      severity: 'error',
      comment: 'Only the desktop host may know Electron.',
      from: { pathNot: '^electron/(main|preload)/' },
      to: {
        path: '(^|node_modules/)electron(/|$)',
        dependencyTypes: ['npm', 'npm-dev', 'npm-peer', 'npm-optional', 'core'],
      },
    },
    {
      name: 'node-out-of-the-renderer',
      severity: 'error',
      comment: 'shared and renderer run in a browser without Node.',
      from: { path: '^(shared|renderer)/' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'network-through-the-gate',
      severity: 'error',
      comment:
        'The engine reaches the network in connections/connection-gate.ts only, by fetch: offline mode holds there.',
      from: { path: '^electron/engine/' },
      to: { path: '^(node:)?(http|https|http2|net|tls|dgram|dns)(/promises)?$|node_modules/(undici|ws|axios|got)/' },
    },
    {
      name: 'packages-of-shared',
      severity: 'error',
      comment: 'shared depends on zod and on packages that are pure functions.',
      from: { path: '^shared/' },
      to: { path: 'node_modules/', pathNot: 'node_modules/(zod|stemmer|stopword)/' },
    },
    { name: 'no-circles', severity: 'error', comment: 'A circle has no layers.', from: {}, to: { circular: true } },
    {
      name: 'resolvable',
      severity: 'error',
      comment: 'An import that resolves to nothing escapes every other rule.',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(out|dist|docs)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
