// The node that `npm start` runs on a data folder, for the command line.
export { type AdministratorLogin, findRunningNode, type RunningNode } from './run-record.ts';
