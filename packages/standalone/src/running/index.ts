// What `npm start` runs on a data folder now: for the command line, which finds it there.
export { type Login, type RunningNode, runningNode } from './run-record.ts';
