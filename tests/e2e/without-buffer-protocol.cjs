// An Electron as it may be some day: without what it calls deprecated today (tests/e2e/app-protocol.test.ts).
const { protocol } = require('electron');

protocol.registerBufferProtocol = undefined;
