// The node that `npm start` runs on a data folder, for the command line.
export { findRunningNode, type Login, type RunningNode } from './run-record.ts';
