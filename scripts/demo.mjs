// npm run demo: everything that is needed, then the command `demo`.
process.argv.splice(2, 0, 'demo');
await import('./vitrine.mjs');
