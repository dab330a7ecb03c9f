// Exports for programs that start a node without main.ts, the entry point of `npm start`.
export { findPortConflicts, type PortToCheck } from '../early/ports.mjs';
export {
  type CheckedSettings,
  checkAllSettings,
  type ExaminedSettings,
  examineSettings,
  SERVICE_NAMES,
  type ServiceSettingsFacts,
} from './checked-settings.ts';
export { UNFINISHED_RESTORE_FILE } from './data-folder.ts';
export { listPorts } from './list-ports.ts';
export { type FolderLock, lockFolder } from './postgres/folder-lock.ts';
export { runStandalone, type StandaloneTools } from './run.ts';
export { makeServiceUrl } from './service-url.ts';
export { readStandaloneSettings, type StandaloneSettings, standaloneSpec } from './settings.ts';
export { StartupError } from './startup-error.ts';
export { type StopSignals, watchStopSignals } from './stop-signals.ts';
