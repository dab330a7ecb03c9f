// Finds the node that `npm start` runs on a data folder, for the CLI.
export { type AdministratorLogin, findRunningNode, type RunningNode } from './run-record.ts';
