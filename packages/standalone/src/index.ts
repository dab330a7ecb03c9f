// Parts of `npm start` for programs that start a node in another way. The program itself is main.ts.
export { type CheckedSettings, checkAllSettings } from './checked-settings.ts';
export { UNFINISHED_RESTORE } from './data-folder.ts';
export { type FolderLock, lockFolder } from './postgres/folder-lock.ts';
export { runStandalone, type StandaloneTools } from './run.ts';
export { readStandaloneSettings, type StandaloneSettings } from './settings.ts';
export { StartupError } from './startup-error.ts';
export { type StopSignals, watchStopSignals } from './stop-signals.ts';
