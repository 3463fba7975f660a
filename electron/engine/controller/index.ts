/**
 * controller: the order of the stages, their invariants, and runs with every state on the way. Does no stage's work.
 */
export { Controller, configurationOf, type RunKeeper } from './controller';
export { chatModelsOf, exportRun, importRun } from './run-exchange';
