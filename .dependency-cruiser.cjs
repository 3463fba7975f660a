/**
 * Who may import whom: the table of docs/architecture.md as rules. `npm run check:layers` runs them and
 * tests/unit/scripts/layers.test.ts proves that each of them bites.
 */

/** Folders of the engine that put rooms together or lie under them; every other folder is a room. */
const notRooms = ['answers', 'connections', 'jobs', 'host', 'routes', 'settings', 'text', 'languages'];

/** Every room of the engine; index.ts is its only door, contract.ts holds types that its neighbours speak. */
const room = `^electron/engine/(?!(?:${notRooms.join('|')})/)([^/]+)/`;

/** What the engine's hosts may import of it: the supervisor of its thread, its options, and the way into a library folder. */
const engineHost = '^electron/engine/(host/thread|host-options|options|own-files)\\.ts$';

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
    {
      name: 'bridge-lies-lowest',
      severity: 'error',
      comment: 'The way to the engine knows nothing of what asks it.',
      from: { path: '^renderer/bridge/' },
      to: { path: '^renderer/(?!bridge/)' },
    },
    {
      name: 'ui-is-a-leaf',
      severity: 'error',
      comment: 'Widgets draw what they are given; what the engine told lies in state.',
      from: { path: '^renderer/ui/' },
      to: { path: '^renderer/(?!ui/|bridge/)' },
    },
    {
      name: 'state-draws-nothing',
      severity: 'error',
      comment: 'State is what the engine told and a person chose; whatever draws it lies above.',
      from: { path: '^renderer/state/' },
      to: { path: '^renderer/(?!state/|ui/|bridge/)' },
    },
    {
      name: 'panels-know-no-page',
      severity: 'error',
      comment: 'The inspector and the source stand beside every page.',
      from: { path: '^renderer/panels/' },
      to: { path: '^renderer/(?!panels/|state/|ui/|bridge/)' },
    },
    {
      name: 'pages-know-no-page',
      severity: 'error',
      comment: 'Two pages share what is in panels, ui or state; a page can be removed without the others.',
      from: { path: '^renderer/pages/([^/]+)/' },
      to: { path: '^renderer/pages/', pathNot: '^renderer/pages/$1/' },
    },
    {
      name: 'pages-know-no-shell',
      severity: 'error',
      comment: 'The shell opens the pages; a page that imports it would close a circle.',
      from: { path: '^renderer/pages/' },
      to: { path: '^renderer/(main\\.tsx$|shell/)' },
    },
    only(
      'main-imports-shared',
      '^electron/main/',
      ['^shared/', '^electron/api/server\\.ts$', engineHost],
      'The desktop host carries requests to the engine thread; it does no work of the engine.',
    ),
    only('preload-imports-shared', '^electron/preload/', ['^shared/'], 'The bridge knows the contract only.'),
    only(
      'web-imports-shared',
      '^electron/web/',
      ['^shared/', '^electron/api/(server|loopback)\\.ts$', engineHost],
      'The web host carries requests to the engine thread; it does no work of the engine.',
    ),
    only(
      'api-imports-shared',
      '^electron/api/',
      ['^shared/', '^electron/engine/own-files\\.ts$'],
      'The HTTP API is a part of two hosts, and knows the engine by the contract only.',
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
      comment:
        'engine.ts, answers, jobs and routes put the rooms together; a room that imports them would close a circle.',
      from: { path: room },
      to: { path: '^electron/engine/((engine|engine-context)\\.ts$|(answers|jobs|host|routes)/)' },
    },
    {
      name: 'job-knows-no-route',
      severity: 'error',
      comment: 'Routes call jobs; what a job needs of the engine lies in engine-context.ts.',
      from: { path: '^electron/engine/jobs/' },
      to: { path: '^electron/engine/(engine\\.ts$|(host|routes)/)' },
    },
    {
      name: 'settings-and-connections-lie-below',
      severity: 'error',
      comment: 'Rooms and jobs use them; they use the types of rooms and nothing above.',
      from: { path: '^electron/engine/(settings|connections)/' },
      to: { path: '^electron/engine/((engine|engine-context)\\.ts$|(answers|jobs|host|routes)/)' },
    },
    {
      name: 'text-lies-under-everything',
      severity: 'error',
      comment: 'What is known of words and of languages is data and pure functions.',
      from: { path: '^electron/engine/(text|languages)/' },
      to: { path: '^electron/engine/(?!(text|languages)/)' },
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
      name: 'one-file-knows-the-sqlite-driver',
      severity: 'error',
      comment: 'sqlite.ts looks at every value before the driver does, which ends the process on some (docs/adr/0061).',
      from: { pathNot: '^electron/engine/sqlite\\.ts$' },
      to: {
        path: '(^|node_modules/)(libsql|better-sqlite3|sqlite3)(/|$)|^(node:)?sqlite$|node_modules/@libsql/(?!client/)',
      },
    },
    {
      name: 'packages-of-shared',
      severity: 'error',
      comment: 'shared depends on zod alone.',
      from: { path: '^shared/' },
      to: { path: 'node_modules/', pathNot: 'node_modules/zod/' },
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
